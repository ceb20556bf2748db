// A kernel leaves a table in shared memory, and the next one expects it there. Shared memory lives
// as long as a block; what is to stay has to be in global memory.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

__global__ void prepare(int* table) {
    extern __shared__ int shared_table[];
    const int i = threadIdx.x;
    shared_table[i] = i * i;
    __syncthreads();
    table[i] = shared_table[31 - i];
}

template<bool right>
__global__ void use(const int* table, int* out) {
    extern __shared__ int shared_table[];
    const int i = threadIdx.x;
    if constexpr (right) {
        shared_table[i] = table[i];
        __syncthreads();
    }
    out[i] = shared_table[31 - i]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i)
        expected[i] = i * i;
    DeviceArray<int> table(32), out(32);
    prepare<<<1, 32, 32 * sizeof(int)>>>(table.data());
    const auto kernel = right ? use<true> : use<false>;
    kernel<<<1, 32, 32 * sizeof(int)>>>(table.data(), out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
