// Operand tuples: a function of the sources' types and roles and of the tuple's number, the same
// everywhere.
//
// Tuple n of a signature (say "f32 f32 pred"), with seed = XXH3-64 of the signature:
//   one source of 8 or 16 bits: its bits are n, so that all values come;
//   n mod 4 = 0: edge values, every combination if they fit, else combinations chosen by a hash;
//   n mod 4 = 1: random bits;
//   n mod 4 = 2: values with structure: few bits, integers and halves for floats, doubles on and
//                beside the midpoint of two singles, edge values in the bytes and halves of words;
//   n mod 4 = 3: sources near each other: nearby exponents and equal digits, so that sums cancel; a
//                third source near minus the product of the first two.
// A member mask is the same in the 32 tuples of a warp: full, or random.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tests/conformance/forms.h"

namespace warpscope::conformance {

/// The whole input area of a form with these sources, as area_offsets() lays it out.
std::vector<std::uint8_t> make_inputs(const Form& form);

/// The edge values of a type, as bits.
const std::vector<std::uint64_t>& edge_values(Type type);

} // namespace warpscope::conformance
