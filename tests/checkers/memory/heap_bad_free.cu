// Threads move their pointers along their memory of the device's heap, and free them where they
// ended up. free takes what malloc returned.
// checker: memory
// finds: BadFree

#include "../check.h"

__device__ int* next_words[4];

template<bool right>
__global__ void fill(int* out) {
    int* words = static_cast<int*>(malloc(4 * sizeof(int)));
    int*& next = next_words[threadIdx.x];
    next = words;
    for (int k = 0; k < 4; ++k)
        *next++ = threadIdx.x + k;
    out[threadIdx.x] = words[3];
    free(right ? words : next); // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(4);
    const auto kernel = right ? fill<true> : fill<false>;
    kernel<<<1, 4>>>(out.data());
    if (right) expect_all("out", out.host(), {3, 4, 5, 6});
    return finish(argv[1]);
}
