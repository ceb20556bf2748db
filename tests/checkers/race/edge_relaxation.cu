// Shortest paths: each thread takes an edge and lowers the distance of its target. Edges of several
// blocks end in the same node, and of two lower distances the greater may be stored last.
// checker: race
// finds: Race global inter-block read-write unordered
// may-find: Race global inter-block write-write unordered

#include "../check.h"

#include <algorithm>

constexpr int nodes = 32, blocks = 4; // a block has one edge into every node

template<bool right>
__global__ void relax(const int* before, int* after) {
    const int target = threadIdx.x, source = (7 * target + blockIdx.x) % nodes;
    const int distance = before[source] + 3 + blockIdx.x;
    if constexpr (right) {
        atomicMin(&after[target], distance);
    } else {
        if (distance < after[target]) // [wrong]
            after[target] = distance; // [wrong]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(nodes);
    for (int i = 0; i < nodes; ++i)
        start[i] = 29 * i % 101 + 100;
    std::vector<int> expected = start;
    for (int target = 0; target < nodes; ++target)
        for (int block = 0; block < blocks; ++block)
            expected[target] =
                std::min(expected[target], start[(7 * target + block) % nodes] + 3 + block);
    DeviceArray<int> before(start), after(start);
    const auto kernel = right ? relax<true> : relax<false>;
    kernel<<<blocks, nodes>>>(before.data(), after.data());
    if (right) expect_all("after", after.host(), expected);
    return finish(argv[1]);
}
