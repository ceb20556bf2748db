// The names by which events refer to things: numbers that stay the same from run to run.
#pragma once

#include <cstdint>

#include "sim/base/address.h"
#include "sim/base/dim3.h"
#include "sim/base/lane_mask.h"

namespace warpscope {

using LaunchId = std::uint32_t; ///< order of launches in the program, from 1
using StreamId = std::uint32_t; ///< 0 is the default stream

/// The address spaces of accesses as events report them. Generic accesses are resolved first.
enum class Space : std::uint8_t { Global, Shared, Local, Constant, Parameter };
inline constexpr unsigned kSpaces = 5;

/// Where in the program: a function of the launch's executable and an instruction of it.
struct CodePosition {
    std::uint32_t function = 0;    ///< index into the launch's function list; 0 is the kernel
    std::uint32_t instruction = 0; ///< index into Function::instructions
    friend bool operator==(const CodePosition&, const CodePosition&) = default;
};

/// Which warp: the linear block index and the warp's number in it.
struct WarpId {
    std::uint64_t block = 0;
    std::uint32_t warp = 0;
    friend bool operator==(const WarpId&, const WarpId&) = default;
};

} // namespace warpscope
