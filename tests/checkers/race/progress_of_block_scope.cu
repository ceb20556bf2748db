// A block tells how far it is in an atomic object, and another block looks. Its scope is the block:
// for threads of other blocks such accesses are no better than plain ones.
// checker: race
// finds: Race global inter-block read-write scope

#include "../check.h"

#include <cuda/atomic>

constexpr int steps = 5;

template<bool right>
__global__ void work(int* progress_word, int* seen) {
    constexpr auto scope = right ? cuda::thread_scope_device : cuda::thread_scope_block;
    const cuda::atomic_ref<int, scope> progress(*progress_word);
    if (blockIdx.x == 0) {
        for (int step = 1; step <= steps; ++step)
            progress.store(step, cuda::memory_order_relaxed); // [wrong]
    } else {
        *seen = progress.load(cuda::memory_order_relaxed); // [wrong]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> progress(1), seen(1);
    const auto kernel = right ? work<true> : work<false>;
    kernel<<<2, 1>>>(progress.data(), seen.data());
    if (right) expect("seen is a step", seen.host()[0] <= steps, true);
    return finish(argv[1]);
}
