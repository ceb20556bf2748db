// Runs warp shuffles, votes, matches and reductions with full and partial masks.
// expect: shuffles_votes: ok
// exit: 0
// cli-exit: 0

#include "check.h"

constexpr unsigned full = 0xffffffffu;

// --- Shuffles: all four kinds, three widths, all types -------------------------------------------

template <class T>
__host__ __device__ inline T value_of(int lane) {
    return static_cast<T>(static_cast<T>(lane * lane - 77) * static_cast<T>(1000003));
}

template <class T, int Width>
__global__ void shuffle(T* out) {
    const int lane = threadIdx.x;
    const T value = value_of<T>(lane);
    out[lane] = __shfl_sync(full, value, 3, Width);
    out[lane + 32] = __shfl_sync(full, value, lane * 5 + 1, Width);  // taken modulo the width
    out[lane + 64] = __shfl_up_sync(full, value, 3, Width);
    out[lane + 96] = __shfl_down_sync(full, value, 2, Width);
    out[lane + 128] = __shfl_xor_sync(full, value, 5, Width);
    out[lane + 160] = __shfl_xor_sync(full, value, 16, Width);
}

// The lane that a xor shuffle reads: lanes of a later group are out of reach.
int xor_source(int lane, int mask, int width) {
    const int source = lane ^ mask;
    return source <= (lane | (width - 1)) ? source : lane;
}

template <class T, int Width>
void check_shuffle(const char* name) {
    DeviceArray<T> out(192);
    shuffle<T, Width><<<1, 32>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<T> expected(192);
    for (int lane = 0; lane < 32; ++lane) {
        const int first = lane / Width * Width, within = lane % Width;
        expected[lane] = value_of<T>(first + 3 % Width);
        expected[lane + 32] = value_of<T>(first + (lane * 5 + 1) % Width);
        expected[lane + 64] = value_of<T>(within >= 3 ? lane - 3 : lane);
        expected[lane + 96] = value_of<T>(within + 2 < Width ? lane + 2 : lane);
        expected[lane + 128] = value_of<T>(xor_source(lane, 5, Width));
        expected[lane + 160] = value_of<T>(xor_source(lane, 16, Width));
    }
    expect_all((std::string("shuffle ") + name + " " + std::to_string(Width)).c_str(), out.host(),
               expected);
}

template <class T>
void check_shuffles(const char* name) {
    check_shuffle<T, 32>(name);
    check_shuffle<T, 8>(name);
    check_shuffle<T, 2>(name);
}

// --- Collectives built from shuffles -------------------------------------------------------------

__global__ void scan_and_sum(int* scan, int* sum, int* broadcast) {
    const int lane = threadIdx.x % 32;
    const int value = static_cast<int>(threadIdx.x) * 3 - 20;
    int prefix = value;
    for (int distance = 1; distance < 32; distance *= 2) {
        const int left = __shfl_up_sync(full, prefix, distance);
        if (lane >= distance) {
            prefix += left;
        }
    }
    int total = value;
    for (int distance = 16; distance > 0; distance /= 2) {
        total += __shfl_xor_sync(full, total, distance);
    }
    scan[threadIdx.x] = prefix;
    sum[threadIdx.x] = total;
    broadcast[threadIdx.x] = __shfl_sync(full, prefix, 31);
}

void check_scan() {
    const int threads = 96;
    DeviceArray<int> scan(threads), sum(threads), broadcast(threads);
    scan_and_sum<<<1, threads>>>(scan.data(), sum.data(), broadcast.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected_scan(threads), expected_sum(threads);
    for (int i = 0; i < threads; ++i) {
        expected_scan[i] = i * 3 - 20 + (i % 32 > 0 ? expected_scan[i - 1] : 0);
    }
    for (int i = 0; i < threads; ++i) {
        expected_sum[i] = expected_scan[i / 32 * 32 + 31];
    }
    expect_all("scan", scan.host(), expected_scan);
    expect_all("sum", sum.host(), expected_sum);
    expect_all("broadcast", broadcast.host(), expected_sum);
}

// --- Votes, matches, reductions ------------------------------------------------------------------

constexpr int votes = 16;

__global__ void vote(unsigned* out) {
    const int lane = threadIdx.x;
    unsigned* mine = out + lane * votes;
    mine[0] = __ballot_sync(full, lane % 3 == 0);
    mine[1] = __any_sync(full, lane == 31);
    mine[2] = __any_sync(full, lane > 31);
    mine[3] = __all_sync(full, lane < 32);
    mine[4] = __all_sync(full, lane != 7);
    mine[5] = __match_any_sync(full, lane % 4);
    mine[6] = __match_any_sync(full, (lane % 5) * 10'000'000'000ull);
    mine[7] = __match_any_sync(full, static_cast<float>(lane / 16));
    int all_equal = -1;
    mine[8] = __match_all_sync(full, 99, &all_equal);
    mine[9] = static_cast<unsigned>(all_equal);
    mine[10] = __match_all_sync(full, lane == 4, &all_equal);
    mine[11] = static_cast<unsigned>(all_equal);
    mine[12] = __popc(__activemask());
    // Two groups take turns at the same instructions with their own masks.
    if (lane % 2 == 1) {
        mine[13] = __ballot_sync(0xaaaaaaaau, lane < 16);
        mine[14] = __shfl_sync(0xaaaaaaaau, lane, 7);
        mine[15] = __any_sync(0xaaaaaaaau, lane % 2 == 0);
    } else {
        mine[13] = __ballot_sync(0x55555555u, lane >= 16);
        mine[14] = __shfl_sync(0x55555555u, lane, 8);
        mine[15] = __all_sync(0x55555555u, lane % 2 == 0);
    }
}

void check_votes() {
    DeviceArray<unsigned> out(32 * votes);
    vote<<<1, 32>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<unsigned> expected;
    for (int lane = 0; lane < 32; ++lane) {
        unsigned thirds = 0, fives = 0;
        for (int other = 0; other < 32; ++other) {
            thirds |= (other % 3 == 0 ? 1u : 0u) << other;
            fives |= (other % 5 == lane % 5 ? 1u : 0u) << other;
        }
        const bool odd = lane % 2 == 1;
        expected.insert(expected.end(),
                        {thirds, 1u, 0u, 1u, 0u, 0x11111111u << lane % 4, fives,
                         lane < 16 ? 0x0000ffffu : 0xffff0000u, full, 1u, 0u, 0u, 32u,
                         odd ? 0x0000aaaau : 0x55550000u, odd ? 7u : 8u, odd ? 0u : 1u});
    }
    expect_all("votes", out.host(), expected);
}

constexpr int reductions = 9;

__global__ void reduce(unsigned* out) {
    const int lane = threadIdx.x;
    unsigned* mine = out + lane * reductions;
    const int value = lane * 17 % 32 - 10;
    const unsigned bits = 0xf0f0f0f0u ^ (1u << lane);
    mine[0] = __reduce_add_sync(full, value);
    mine[1] = __reduce_min_sync(full, value);
    mine[2] = __reduce_max_sync(full, value);
    mine[3] = __reduce_min_sync(full, static_cast<unsigned>(value));
    mine[4] = __reduce_max_sync(full, static_cast<unsigned>(value));
    mine[5] = __reduce_and_sync(full, bits | 1u);
    mine[6] = __reduce_or_sync(full, bits & 0xffu);
    mine[7] = __reduce_xor_sync(full, bits);
    mine[8] = 0;
    if (lane < 8) {
        mine[8] = __reduce_add_sync(0xffu, static_cast<unsigned>(lane));
    }
}

void check_reductions() {
    DeviceArray<unsigned> out(32 * reductions);
    reduce<<<1, 32>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    // Values are -10 .. 21 in some order; every bit of the pattern is flipped in one lane.
    std::vector<unsigned> expected;
    for (int lane = 0; lane < 32; ++lane) {
        expected.insert(expected.end(), {176u, static_cast<unsigned>(-10), 21u, 0u, ~0u, 1u, 0xffu,
                                         full, lane < 8 ? 28u : 0u});
    }
    expect_all("reductions", out.host(), expected);
}

// --- A warp-wide barrier orders memory -----------------------------------------------------------

__global__ void exchange_through_memory(int* out) {
    __shared__ int staged[64];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int value = static_cast<int>(threadIdx.x);
    for (int round = 0; round < 5; ++round) {
        staged[warp * 32 + lane] = value + round;
        __syncwarp();
        value = staged[warp * 32 + (lane + 1) % 32];
        __syncwarp();
    }
    out[threadIdx.x] = value;
}

void check_warp_barrier() {
    DeviceArray<int> out(64);
    exchange_through_memory<<<1, 64>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(64);
    for (int i = 0; i < 64; ++i) {
        expected[i] = i / 32 * 32 + (i % 32 + 5) % 32 + 0 + 1 + 2 + 3 + 4;
    }
    expect_all("warp barrier", out.host(), expected);
}

int main() {
    check_shuffles<int>("int");
    check_shuffles<unsigned>("unsigned");
    check_shuffles<long>("long");
    check_shuffles<long long>("long long");
    check_shuffles<unsigned long long>("unsigned long long");
    check_shuffles<float>("float");
    check_shuffles<double>("double");
    check_scan();
    check_votes();
    check_reductions();
    check_warp_barrier();
    return finish("shuffles_votes");
}
