// Two values of one element: how far apart they are, and how that is said.
#pragma once

#include <cstdint>
#include <string>

#include "sim/program/types.h"

namespace warpscope::compare {

/// How far two bit patterns of one type are apart.
struct Distance {
    enum class Kind : std::uint8_t {
        None,       ///< equal bits, or both are not a number
        SignOfZero, ///< +0 and -0
        Units,      ///< `units` representable numbers, or whole numbers, apart
        Special,    ///< one is infinite or not a number, the other is not
    };
    Kind kind = Kind::None;
    std::uint64_t units = 0;
    double relative = 0; ///< of floating-point types: |a - b| / max(|a|, |b|)
};

/// Of elements of `type`, in the low bits. Types without numbers (B8 … B64) count as unsigned.
Distance distance(Type type, std::uint64_t a, std::uint64_t b);

/// Which is worse, for the worst of many: the order of Kind, then units.
bool worse(const Distance& a, const Distance& b);

/// "1.5", "-7", "0x7fc00001 (not a number)".
std::string value_text(Type type, std::uint64_t bits);
/// "3 ulp", "off by 2", "+0 against -0", "infinite or not a number on one side only".
std::string distance_text(Type type, const Distance& distance);

/// Bins of a histogram, from near to far.
inline constexpr unsigned kBins = 8;
unsigned bin_of(const Distance& distance);
std::string bin_text(unsigned bin, bool floating);

} // namespace warpscope::compare
