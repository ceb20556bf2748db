// Waiting for what other threads do, with and without an end; and checking what programs promise.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "../chrono.h"
#include "access.h"

namespace warpscope_detail {

/// Ends the program with a message when it breaks a rule of the object it uses: in device code a
/// failed assertion at the place of the call.
WARPSCOPE_MEMBER void require(bool kept, const char* rule, const char* of) {
    if (kept) return;
#if defined(__CUDA_ARCH__)
    __assertfail(rule, of, 0, of, sizeof(char));
#else
    std::fprintf(stderr, "%s: %s\n", of, rule);
    std::abort();
#endif
}

/// `ready` is an object whose call says whether the wait is over.
template<class Ready>
WARPSCOPE_MEMBER void wait_until_ready(const Ready& ready) {
    while (!ready())
        pause_waiting();
}

/// Gives up at that time of that clock; the result says whether the wait was over before.
template<class Ready, class Clock, class Duration>
WARPSCOPE_MEMBER bool wait_until_ready(const Ready& ready,
                                       const std::chrono::time_point<Clock, Duration>& end) {
    while (!ready()) {
        if (Clock::now() >= end) return ready();
        pause_waiting();
    }
    return true;
}
template<class Ready, class Rep, class Period>
WARPSCOPE_MEMBER bool wait_for_ready(const Ready& ready,
                                     const std::chrono::duration<Rep, Period>& patience) {
    using Clock = cuda::std::chrono::steady_clock;
    return wait_until_ready(
        ready, Clock::now() + std::chrono::duration_cast<std::chrono::nanoseconds>(patience));
}

} // namespace warpscope_detail
