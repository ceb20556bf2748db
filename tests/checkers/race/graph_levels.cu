// Breadth-first search: blocks look whether a neighbour was visited, and mark and queue it if not.
// Two that look at the same time both queue it; atomicCAS looks and marks in one.
// checker: race
// finds: Race global inter-block read-write
// may-find: Race global inter-block write-write

#include "../check.h"

constexpr int frontier = 6; // nodes 0 to 5; node n is connected with 6 + n / 2 and 6 + (n + 1) / 2

template<bool right>
__global__ void visit(int* levels, int* queue, int* queued) {
    for (int edge = 0; edge < 2; ++edge) {
        const int next = frontier + (blockIdx.x + edge) / 2;
        bool is_new;
        if constexpr (right) {
            is_new = atomicCAS(&levels[next], -1, 1) == -1;
        } else {
            is_new = levels[next] == -1;  // [wrong]
            if (is_new) levels[next] = 1; // [wrong]
        }
        if (is_new) queue[atomicAdd(queued, 1)] = next;
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(frontier + 4, -1), expected(frontier + 4, 1);
    for (int node = 0; node < frontier; ++node)
        start[node] = expected[node] = 0;
    DeviceArray<int> levels(start), queue(2 * frontier), queued(1);
    const auto kernel = right ? visit<true> : visit<false>;
    kernel<<<frontier, 1>>>(levels.data(), queue.data(), queued.data());
    if (right) {
        expect_all("levels", levels.host(), expected);
        expect_all("queued", queued.host(), {4});
    }
    return finish(argv[1]);
}
