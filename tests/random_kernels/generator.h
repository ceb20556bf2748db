// From a seed to a kernel that ends, has no races, and reads nothing that was not written.
#pragma once

#include <cstdint>

#include "tests/random_kernels/program.h"

namespace warpscope::random_kernels {

Program generate(std::uint64_t seed);

/// The parameters of every kernel: two addresses, a number and 32 bytes.
struct Parameters {
    std::uint64_t input = 0, output = 0;
    std::uint32_t number = 0;
    std::uint32_t padding = 0;
    std::uint64_t unused = 0; ///< so that `bytes` lies at a multiple of 16
    std::uint8_t bytes[32] = {};
};
/// All but the addresses.
Parameters parameters_of(std::uint64_t seed);

} // namespace warpscope::random_kernels
