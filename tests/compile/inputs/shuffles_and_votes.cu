// Shuffles of every type, votes, matches, reductions and the masks of a warp.
// ptx: shfl.sync.idx.b32
// ptx: shfl.sync.up.b32
// ptx: shfl.sync.down.b32
// ptx: shfl.sync.bfly.b32
// ptx: vote.sync.all.pred
// ptx: vote.sync.any.pred
// ptx: vote.sync.ballot.b32
// ptx: match.any.sync.b32
// ptx: match.all.sync.b64
// ptx: redux.sync.add.s32
// ptx: activemask.b32
// ptx: bar.warp.sync
// files: 1
template<class T>
__device__ T shuffled(T v) {
    constexpr unsigned all = 0xffffffffu;
    return __shfl_sync(all, v, 3) + __shfl_up_sync(all, v, 1) + __shfl_down_sync(all, v, 2) +
           __shfl_xor_sync(all, v, 4, 16);
}

template<class T>
__device__ unsigned matched(T v) {
    int same;
    return __match_any_sync(0xffffffffu, v) + __match_all_sync(0xffffffffu, v, &same) + same;
}

__global__ void kernel(double* out, int n) {
    out[0] = shuffled(n) + shuffled(unsigned(n)) + shuffled(long(n)) + shuffled((unsigned long)n) +
             shuffled((long long)n) + shuffled((unsigned long long)n) + shuffled(float(n)) +
             shuffled(double(n));
    out[1] = __all_sync(~0u, n) + __any_sync(~0u, n) + __ballot_sync(~0u, n) + __activemask();
    out[2] = matched(n) + matched(unsigned(n)) + matched(long(n)) + matched((long long)n) +
             matched((unsigned long long)n) + matched(float(n)) + matched(double(n));
    out[3] = __reduce_add_sync(~0u, unsigned(n)) + __reduce_max_sync(~0u, n) +
             __reduce_xor_sync(~0u, unsigned(n));
    __syncwarp();
    __syncwarp(0xffu);
}

int main() {
    kernel<<<1, 32>>>(nullptr, 1);
}
