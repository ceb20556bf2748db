// Tolerances: how far values of the two devices may lie apart.
//
// Without rules every type is compared bit by bit: the emulator claims the bits of the hardware,
// and the twin runs PTX whose products and sums are not fused. Results that are not a number are
// equal whatever their payload.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/compare/elements.h"
#include "sim/base/result.h"

namespace warpscope::compare {

struct Tolerance {
    enum class Kind : std::uint8_t { Bits, Ulp, Relative };
    Kind kind = Kind::Bits;
    double limit = 0; ///< units in the last place, or relative
};

/// For the buffers that a pointer parameter, counted from 1, or a variable's name stands for; an
/// empty buffer is every one.
struct ToleranceRule {
    std::string buffer;
    Tolerance tolerance;
};

/// `[BUFFER=]bits`, `[BUFFER=]ulp:4` or `[BUFFER=]rel:1e-5`, where BUFFER is the number of a
/// parameter or the name of a variable.
Result<ToleranceRule> parse_tolerance(const std::string& text);

/// All of them, in order; the diagnostic is of the first that is none.
Result<std::vector<ToleranceRule>> parse_tolerances(const std::vector<std::string>& texts);

/// As parse_tolerance reads it.
std::string text_of(const Tolerance& tolerance);

/// The last rule that names one of the buffer's names counts, then the last for all.
Tolerance tolerance_for(const std::vector<ToleranceRule>& rules,
                        const std::vector<std::string>& names);

/// Rules but `bits` are for floating-point types; whole numbers have to be equal.
bool allows(const Tolerance& tolerance, Type type, const Distance& distance);

} // namespace warpscope::compare
