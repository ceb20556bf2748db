// Makes a program smaller as long as something about it stays as it is.
#pragma once

#include <chrono>
#include <functional>

#include "tests/random_kernels/program.h"

namespace warpscope::random_kernels {

struct ReduceLimits {
    unsigned tries = 600;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

/// Leaves out statements, takes statements out of those that hold them, and shrinks grid and block,
/// while `still` holds. A program that is no longer valid PTX must not count as one that still is.
Program reduce(Program program, const std::function<bool(const Program&)>& still,
               const ReduceLimits& limits);

} // namespace warpscope::random_kernels
