// A queue's counter says how many items there are, but a producer counts up first, to get its
// place, and stores the item after. Who sees the count may find the place still empty.
// checker: race
// finds: Race global inter-block read-write unordered

#include "../check.h"

constexpr int items = 4; // as many blocks produce one each, and as many take one each

template<bool right>
__global__ void pass_on(int* queue, int* added, int* taken, int* stored, int* out) {
    if (blockIdx.x < items) {
        const int place = atomicAdd(added, 1);
        queue[place] = place * place; // [wrong]
        __threadfence();
        atomicExch(&stored[place], 1);
    } else {
        const int place = atomicAdd(taken, 1);
        if constexpr (right) {
            while (atomicAdd(&stored[place], 0) == 0) {
            }
        } else {
            while (atomicAdd(added, 0) <= place) {
            }
        }
        __threadfence();
        out[place] = queue[place]; // [wrong]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> queue(items), added(1), taken(1), stored(items), out(items);
    const auto kernel = right ? pass_on<true> : pass_on<false>;
    kernel<<<2 * items, 1>>>(queue.data(), added.data(), taken.data(), stored.data(), out.data());
    if (right) expect_all("out", out.host(), {0, 1, 4, 9});
    return finish(argv[1]);
}
