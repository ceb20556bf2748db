// The first block to come prepares a table under a lock, and the others look first, outside the
// lock, whether it is done. That first look is a plain read of a word that the owner of the lock
// writes.
// checker: race
// finds: Race global inter-block read-write unordered
// may-find: Race global inter-block read-write

#include "../check.h"

constexpr int blocks = 6;

template<bool right>
__global__ void use(int* done_word, int* table, int* lock, int* out) {
    using Word = std::conditional_t<right, volatile int, int>;
    Word* done = done_word;
    const bool is_done = *done; // [wrong]
    if constexpr (right) __threadfence();
    if (!is_done) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
        if (!*done) {
            *table = 42; // [maybe]
            __threadfence();
            *done = 1; // [wrong]
        }
        __threadfence();
        atomicExch(lock, 0);
    }
    out[blockIdx.x] = *table; // [maybe]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> done(1), table(1), lock(1), out(blocks);
    const auto kernel = right ? use<true> : use<false>;
    kernel<<<blocks, 1>>>(done.data(), table.data(), lock.data(), out.data());
    if (right) expect_all("out", out.host(), std::vector<int>(blocks, 42));
    return finish(argv[1]);
}
