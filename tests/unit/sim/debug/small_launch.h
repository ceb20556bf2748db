// Small launches for the tests of sim/debug: a few kernels in PTX, and their way into a
// PreparedLaunch.
#pragma once

#include <string>
#include <vector>

#include "sim/debug/session.h"

namespace warpscope::test {

/// Kernels:
///   reverse(out, n)    32 threads exchange words through shared memory, a barrier between
///   count(out, n)      every thread adds 1 to out[0], and the lanes of a warp take turns through a
///                      divergent loop
///   queue(out, n)      atomics whose results are used: blocks take turns
///   far(out, n)        thread 3 stores far away
///   wide(out, n)       64-bit arithmetic, predicates, a call
///   heap(out, n)       every lane allocates, writes, lets every other block go, and adds up
extern const char* const kSmallModule;

/// A launch of `kernel` over `words` words of memory that hold 0, 1, 2, ... Its only parameters are
/// their address and their number.
PreparedLaunch small_launch(const std::string& kernel, Dim3 grid, Dim3 block,
                            std::uint32_t words = 64);

/// The same of a kernel of another module, which takes the same parameters.
PreparedLaunch launch_of(const char* module, const std::string& kernel, Dim3 grid, Dim3 block,
                         std::uint32_t words = 64);

/// The address that the launch was given.
Address output_of(const LaunchRequest& request);

} // namespace warpscope::test
