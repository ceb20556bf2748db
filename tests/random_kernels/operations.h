// Operations: instructions that compute registers from registers, as patterns.
//
// `<a|b|>` is one of the alternatives. Operands begin with `=` (written) or `$` (read), then the
// letter of a variable; a capital reads a variable or a constant. Further:
//   $s        a shift amount or a position: a constant, or the low bits of a variable
//   $r! $d!   never zero (a divisor)
//   $f^       a floating-point value whose NaNs have one representation
//   $r&N      the variable's low bits, by the mask N
//   $h%       never -32768
//   &         the register that the instruction writes, as it was before
//   *p        a register of this pattern alone: it has to be written first
//   =P        a predicate, or two: p|q
//   ~p        a predicate or its negation
//   #N        a constant of N bits
// Instructions of one pattern are separated by `;`. `!` in front: never under a guard.
#pragma once

#include <span>
#include <string_view>

#include "tests/random_kernels/scope.h"

namespace warpscope::random_kernels {

struct Family {
    std::string_view name;
    std::span<const std::string_view> patterns;
};
std::span<const Family> families();
/// Operations whose lanes take part together: `@` is the register of their mask.
std::span<const std::string_view> warp_patterns();

/// An operation of some pattern; false when the function has no variables of the kinds it needs.
bool make_operation(Scope& scope, std::string_view pattern, const std::string& mask, Node& node);

} // namespace warpscope::random_kernels
