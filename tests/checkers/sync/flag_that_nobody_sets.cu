// A block waits for a flag that the other raises only when it found something. It has to tell in
// any case that it is through.
// checker: execution
// finds: BudgetExhausted

#include "../check.h"

template<bool right>
__global__ void search(const int* values, int* place, volatile int* flag, int* out) {
    if (blockIdx.x == 0) {
        for (int i = 0; i < 8; ++i)
            if (values[i] == 42) *place = i;
        __threadfence();
        if (right || *place >= 0) *flag = 1;
    } else {
        while (*flag == 0) { // [wrong]
        }
        __threadfence();
        *out = *place;
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> values(8), place(std::vector<int>{-1}), flag(1), out(1);
    const auto kernel = right ? search<true> : search<false>;
    kernel<<<2, 1>>>(values.data(), place.data(), flag.data(), out.data());
    if (right) expect_all("out", out.host(), {-1});
    return finish(argv[1]);
}
