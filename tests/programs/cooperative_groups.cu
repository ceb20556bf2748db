// Groups of threads as values: blocks, tiles, coalesced and labelled groups, and grids.
// expect: cooperative_groups: 17 checks, ok
// exit: 0
// cli-exit: 0

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace cg = cooperative_groups;

constexpr int checks = 17;

// One thread that finds something wrong clears the check's word.
__device__ void note(int* ok, int check, bool holds) {
    if (!holds) atomicExch(&ok[check], 0);
}

struct Pair {
    double a;
    int b;
};

template<class Group>
__device__ int sum_up(const Group& group, int value) {
    return cg::reduce(group, value, cg::plus<int>());
}

__device__ void any_group(cg::thread_group group, int* ok, int check, unsigned size,
                          unsigned rank) {
    note(ok, check, group.size() == size && group.thread_rank() == rank);
    group.sync();
}

__global__ void blocks_and_tiles(int* ok) {
    const cg::thread_block block = cg::this_thread_block();
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    any_group(block, ok, 0, blockDim.x * blockDim.y * blockDim.z, thread);
    note(ok, 0, block.group_index().x == blockIdx.x && block.thread_index().y == threadIdx.y);
    note(ok, 0, cg::this_thread().size() == 1 && cg::this_thread().thread_rank() == 0);

    const auto warp = cg::tiled_partition<32>(block);
    const auto tile = cg::tiled_partition<8>(warp);
    any_group(tile, ok, 1, 8, thread % 8);
    note(ok, 1, warp.meta_group_rank() == thread / 32 && tile.meta_group_rank() == thread % 32 / 8);
    note(ok, 1, tile.meta_group_size() == 4);

    note(ok, 2, tile.shfl(static_cast<int>(thread), 3) == static_cast<int>(thread / 8 * 8 + 3));
    const Pair moved = tile.shfl_xor(Pair{0.5 * thread, static_cast<int>(thread)}, 5);
    note(ok, 2, moved.b == static_cast<int>(thread ^ 5) && moved.a == 0.5 * (thread ^ 5));
    const int up = tile.shfl_up(static_cast<int>(thread), 2),
              down = tile.shfl_down(static_cast<int>(thread), 6);
    note(ok, 2, up == static_cast<int>(thread % 8 < 2 ? thread : thread - 2));
    note(ok, 2, down == static_cast<int>(thread % 8 < 2 ? thread + 6 : thread));

    note(ok, 3,
         tile.ballot(thread % 2) == 0xaa && tile.any(thread % 8 == 7) &&
             !tile.all(thread % 8 == 7));
    int same = 0;
    note(ok, 3, tile.match_any(thread % 4) == 0x11u << thread % 4);
    note(ok, 3, tile.match_all(5, same) == 0xff && same == 1);

    note(ok, 4, sum_up(tile, thread % 8) == 28 && sum_up(warp, 1) == 32);
    note(ok, 4, cg::reduce(tile, static_cast<double>(thread % 8), cg::greater<double>()) == 7.0);
    note(ok, 4, cg::reduce(warp, thread % 32, cg::bit_xor<unsigned>()) == 0);
    note(ok, 5,
         cg::inclusive_scan(tile, static_cast<int>(thread % 8)) ==
             static_cast<int>((thread % 8) * (thread % 8 + 1) / 2));
    note(ok, 5, cg::exclusive_scan(warp, 2) == static_cast<int>(2 * (thread % 32)));
    const int largest =
        cg::inclusive_scan(tile, static_cast<int>(7 - thread % 8), cg::greater<int>());
    note(ok, 5, largest == 7);
}

__global__ void coalesced(int* ok) {
    const unsigned lane = threadIdx.x;
    if (lane % 3 == 1) { // lanes 1, 4, 7, ... 31
        const cg::coalesced_group group = cg::coalesced_threads();
        const unsigned rank = lane / 3;
        any_group(group, ok, 6, 11, rank);
        note(ok, 6, group.num_threads() == 11);
        note(ok, 7, group.shfl(lane, 4) == 13);
        note(ok, 7, group.shfl_up(lane, 1) == (rank == 0 ? lane : lane - 3));
        note(ok, 7, group.shfl_down(lane, 2) == (rank < 9 ? lane + 6 : lane));
        note(ok, 7,
             group.ballot(lane < 8) == 7 &&
                 group.match_any(rank & 1) == (rank & 1 ? 0x2aa : 0x555));
        note(ok, 8, sum_up(group, rank) == 55);
        note(ok, 8, cg::inclusive_scan(group, 1) == static_cast<int>(rank + 1));
        note(ok, 8, cg::reduce(group, 1.5f * rank, cg::less<float>()) == 0.0f);

        const cg::coalesced_group quads = cg::tiled_partition(group, 4);
        note(ok, 9, quads.size() == (rank < 8 ? 4 : 3) && quads.thread_rank() == rank % 4);
        note(ok, 9, quads.meta_group_rank() == rank / 4 && quads.meta_group_size() == 3);
        note(ok, 9, quads.shfl(lane, 0) == rank / 4 * 12 + 1);

        const cg::coalesced_group labelled =
            cg::labeled_partition(group, static_cast<int>(rank % 5));
        note(ok, 10,
             labelled.size() == (rank % 5 == 0 ? 3 : 2) && labelled.thread_rank() == rank / 5);
        const cg::coalesced_group half = cg::binary_partition(group, rank < 4);
        note(ok, 10,
             half.size() == (rank < 4 ? 4 : 7) &&
                 half.thread_rank() == (rank < 4 ? rank : rank - 4));
    }
    const auto dynamic = cg::tiled_partition(cg::this_thread_block(), 16);
    any_group(dynamic, ok, 11, 16, lane % 16);
    const int chosen = cg::invoke_one_broadcast(cg::tiled_partition<16>(cg::this_thread_block()),
                                                [&] { return static_cast<int>(lane / 16); });
    note(ok, 11, chosen == static_cast<int>(lane / 16));
}

// Work shared out by a copy that the whole block makes.
__global__ void staged(const int* in, int* out, int* ok) {
    __shared__ __align__(16) int stage[150];
    const cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, stage, in + blockIdx.x * 150, sizeof(int) * 150);
    cg::wait(block);
    for (unsigned k = block.thread_rank(); k < 150; k += block.size())
        out[blockIdx.x * 150 + k] = stage[149 - k];
    note(ok, 12, stage[block.thread_rank()] == in[blockIdx.x * 150 + block.thread_rank()]);
    block.sync();
    cg::memcpy_async(block, stage, 10, in, 7);
    cg::wait(block);
    note(ok, 12, stage[6] == in[6] && (stage[7] == in[blockIdx.x * 150 + 7] || blockIdx.x == 0));
    auto token = block.barrier_arrive();
    block.barrier_wait(std::move(token));
}

__global__ void whole_grid(int* values, int* next, int* ok) {
    const cg::grid_group grid = cg::this_grid();
    note(ok, 13,
         grid.is_valid() && grid.size() == gridDim.x * blockDim.x &&
             grid.num_blocks() == gridDim.x);
    note(ok, 13,
         grid.thread_rank() == blockIdx.x * blockDim.x + threadIdx.x &&
             grid.block_rank() == blockIdx.x);
    const unsigned mine = grid.thread_rank(), other = (mine + blockDim.x) % grid.size();
    for (int round = 0; round < 4; ++round) {
        next[mine] = values[mine] + values[other];
        grid.sync();
        int* const swapped = values;
        values = next;
        next = swapped;
    }
    auto token = grid.barrier_arrive();
    grid.barrier_wait(std::move(token));
}

__global__ void plain_launch(int* ok) {
    note(ok, 14, !cg::this_grid().is_valid());
}

int main() {
    int* ok;
    CUDA_CHECK(cudaMalloc(&ok, checks * sizeof(int)));
    std::vector<int> words(checks, 1);
    CUDA_CHECK(cudaMemcpy(ok, words.data(), checks * sizeof(int), cudaMemcpyHostToDevice));
    blocks_and_tiles<<<2, dim3(16, 4, 2)>>>(ok);
    CUDA_CHECK(cudaGetLastError());
    coalesced<<<1, 32>>>(ok);
    CUDA_CHECK(cudaGetLastError());

    std::vector<int> in(450), out(450);
    for (int i = 0; i < 450; ++i)
        in[i] = i * 7 % 451;
    int *device_in, *device_out;
    CUDA_CHECK(cudaMalloc(&device_in, 450 * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&device_out, 450 * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(device_in, in.data(), 450 * sizeof(int), cudaMemcpyHostToDevice));
    staged<<<3, 64>>>(device_in, device_out, ok);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(out.data(), device_out, 450 * sizeof(int), cudaMemcpyDeviceToHost));

    constexpr int blocks = 6, threads = 48;
    std::vector<int> values(blocks * threads, 1);
    int *a, *b;
    CUDA_CHECK(cudaMalloc(&a, values.size() * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&b, values.size() * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(a, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice));
    void* arguments[] = {&a, &b, &ok};
    CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(whole_grid), dim3(blocks),
                                           dim3(threads), arguments, 0, nullptr));
    CUDA_CHECK(cudaMemcpy(values.data(), a, values.size() * sizeof(int), cudaMemcpyDeviceToHost));
    plain_launch<<<1, 32>>>(ok);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(words.data(), ok, checks * sizeof(int), cudaMemcpyDeviceToHost));

    for (int i = 0; i < 450; ++i)
        words[15] &= out[i] == in[i / 150 * 150 + 149 - i % 150];
    for (const int value : values)
        words[16] &= value == 16;
    int failed = 0;
    for (int check = 0; check < checks; ++check) {
        if (words[check] != 1) std::printf("check %d failed\n", check), ++failed;
    }
    for (int* p : {ok, device_in, device_out, a, b})
        CUDA_CHECK(cudaFree(p));
    if (failed == 0) std::printf("cooperative_groups: %d checks, ok\n", checks);
    return failed;
}
