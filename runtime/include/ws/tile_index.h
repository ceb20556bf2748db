// Witnesses of tiles of a matrix and of runs that are dealt in turn (grid-stride loops).
#pragma once

#include "ws/thread_index.h"
#include "ws/uniform.h"

namespace ws {

template<std::uint32_t Rows, std::uint32_t Columns>
class thread_tile;
template<std::uint32_t N>
class thread_runs;
template<std::uint32_t Rows, std::uint32_t Columns>
WS_DEVICE thread_tile<Rows, Columns> tile_index();
template<std::uint32_t N>
WS_DEVICE thread_runs<N> grid_stride_runs();
template<std::uint32_t N>
WS_DEVICE thread_runs<N> grid_stride_runs(uniform<std::uint32_t> stride);

/// The tile of Rows x Columns elements of one thread.
template<std::uint32_t Rows, std::uint32_t Columns>
class thread_tile {
public:
    thread_tile(const thread_tile&) = default;
    thread_tile& operator=(const thread_tile&) = delete;

    /// Of its first element.
    WS_DEVICE std::uint32_t row() const { return row_; }
    WS_DEVICE std::uint32_t column() const { return column_; }

private:
    WS_DEVICE thread_tile(std::uint32_t row, std::uint32_t column) : row_(row), column_(column) {}

    template<std::uint32_t R, std::uint32_t C>
    friend __device__ thread_tile<R, C> tile_index();

    std::uint32_t row_, column_;
};

/// The tile in this thread's row and column of tiles, for 2-D launches.
template<std::uint32_t Rows, std::uint32_t Columns>
WS_DEVICE thread_tile<Rows, Columns> tile_index() {
    WS_LAUNCH_FACT("rank 2 tile %0 %1", ::"n"(Rows), "n"(Columns));
    return thread_tile<Rows, Columns>((blockIdx.y * blockDim.y + threadIdx.y) * Rows,
                                      (blockIdx.x * blockDim.x + threadIdx.x) * Columns);
}

/// The runs of N elements that begin at first, first + stride, first + 2 * stride and so on.
template<std::uint32_t N>
class thread_runs {
public:
    thread_runs(const thread_runs&) = default;
    thread_runs& operator=(const thread_runs&) = delete;

    WS_DEVICE std::uint64_t first() const { return first_; }
    WS_DEVICE std::uint64_t stride() const { return stride_; }

private:
    WS_DEVICE thread_runs(std::uint64_t first, std::uint64_t stride)
        : first_(first), stride_(stride) {}

    template<std::uint32_t M>
    friend __device__ thread_runs<M> grid_stride_runs();
    template<std::uint32_t M>
    friend __device__ thread_runs<M> grid_stride_runs(uniform<std::uint32_t>);

    std::uint64_t first_, stride_;
};

/// Runs of N elements dealt to all threads of a 1-D launch in turn.
template<std::uint32_t N>
WS_DEVICE thread_runs<N> grid_stride_runs() {
    WS_LAUNCH_FACT("rank 1");
    const std::uint64_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    return thread_runs<N>(thread * N, std::uint64_t{gridDim.x} * blockDim.x * N);
}

/// The same with a stride of one's own, in elements, that leaves gaps when it is larger. One that
/// is smaller than what one round deals would give elements to two threads: then no thread gets
/// any run. `WS_REQUIRES(ws::stride_fits<N>(stride))` says so before the launch.
template<std::uint32_t N>
WS_DEVICE thread_runs<N> grid_stride_runs(uniform<std::uint32_t> stride) {
    WS_LAUNCH_FACT("rank 1");
    const std::uint64_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    const bool overlaps = std::uint64_t{stride.get()} < std::uint64_t{gridDim.x} * blockDim.x * N;
    return thread_runs<N>(overlaps ? ~std::uint64_t{0} : thread * N, stride.get());
}

} // namespace ws
