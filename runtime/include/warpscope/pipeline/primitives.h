// The pipeline primitives of C: __pipeline_memcpy_async, __pipeline_commit, __pipeline_wait_prior.
//
// A copy is done when the call returns, which the interface allows; it is no cp.async instruction.
// So commits and waits have nothing to do.
#pragma once

#include "../async/copy_bytes.h"
#include "../atomic/waiting.h"

/// Copies 4, 8 or 16 bytes from global to shared memory, both aligned to the size; of these the
/// last `zero_bytes` are zeros instead.
WARPSCOPE_DEVICE void __pipeline_memcpy_async(void* to, const void* from, size_t bytes,
                                              size_t zero_bytes = 0) {
    using warpscope_detail::copy_words;
    using warpscope_detail::require;
    require(bytes == 4 || bytes == 8 || bytes == 16, "the size is 4, 8 or 16 bytes",
            "__pipeline_memcpy_async");
    require(zero_bytes <= bytes, "zeros are at most as many as the size",
            "__pipeline_memcpy_async");
    const warpscope_detail::OneThread thread;
    char* const target = static_cast<char*>(to);
    const char* const source = static_cast<const char*>(from);
    if (zero_bytes == 0) {
        if (bytes == 4) copy_words<4>(thread, target, source, bytes);
        if (bytes == 8) copy_words<8>(thread, target, source, bytes);
        if (bytes == 16) copy_words<16>(thread, target, source, bytes);
        return;
    }
    warpscope_detail::copy_bytes(thread, target, source, bytes - zero_bytes);
    for (size_t i = bytes - zero_bytes; i < bytes; ++i)
        target[i] = 0;
}

/// The thread's copies since the last commit are one batch.
WARPSCOPE_DEVICE void __pipeline_commit() {}

/// Waits for all of the thread's batches but the last `prior` ones.
WARPSCOPE_DEVICE void __pipeline_wait_prior(size_t prior) {
    (void)prior;
}

typedef unsigned long long __mbarrier_t;
__attribute__((unavailable("__pipeline_arrive_on needs mbarrier instructions, which Warpscope does "
                           "not have: use cuda::barrier and pipeline_producer_commit")))
__device__ void
__pipeline_arrive_on(__mbarrier_t* barrier);
