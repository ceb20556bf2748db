// Discrepancy of two outputs of one form, tuple by tuple.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/conformance/forms.h"

namespace warpscope::conformance {

struct Discrepancy {
    std::uint32_t differing = 0;   ///< tuples
    std::uint64_t worst_ulp = 0;   ///< greatest distance of two numbers, in units of the last place
    std::uint32_t no_distance = 0; ///< tuples that differ otherwise: NaN against number, integers
    std::vector<std::string> first; ///< up to 8 differing tuples, "a=0x1 b=0x2: 0x3, hardware 0x4"
};

Discrepancy compare(const Form& form, std::span<const std::uint8_t> inputs,
                    std::span<const std::uint8_t> emulator, std::span<const std::uint8_t> hardware,
                    std::uint32_t tuples);

} // namespace warpscope::conformance
