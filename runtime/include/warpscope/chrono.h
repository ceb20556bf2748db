// Clocks that device code can read, beside the durations and time points of C++'s <chrono>.
#pragma once

#include <chrono>

#include "qualifiers.h"

namespace warpscope_detail {

/// Counts nanoseconds: in host code those of HostClock, in device code those of the GPU's
/// %globaltimer, which on the emulator counts the block's warp instructions.
template<class HostClock>
struct TwoSidedClock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<TwoSidedClock>;
    static constexpr bool is_steady = HostClock::is_steady;

    WARPSCOPE_MEMBER static time_point now() noexcept {
#if defined(__CUDA_ARCH__)
        long long count;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(count)::"memory");
        return time_point(duration(count));
#else
        return time_point(
            std::chrono::duration_cast<duration>(HostClock::now().time_since_epoch()));
#endif
    }
};

} // namespace warpscope_detail

namespace cuda {
namespace std {
namespace chrono {

using ::std::chrono::duration;
using ::std::chrono::duration_cast;
using ::std::chrono::time_point;
using ::std::chrono::time_point_cast;

using ::std::chrono::hours;
using ::std::chrono::microseconds;
using ::std::chrono::milliseconds;
using ::std::chrono::minutes;
using ::std::chrono::nanoseconds;
using ::std::chrono::seconds;

using system_clock = warpscope_detail::TwoSidedClock<::std::chrono::system_clock>;
using steady_clock = warpscope_detail::TwoSidedClock<::std::chrono::steady_clock>;
using high_resolution_clock = system_clock;

} // namespace chrono
} // namespace std
} // namespace cuda
