// The calls that launch kernels.
#include "runtime/host/api.h"
#include "runtime/host/launches.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

Dim3 extents(const dim3& d) {
    return {d.x, d.y, d.z};
}

} // namespace

extern "C" {

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t sharedBytes, cudaStream_t stream) {
    return device_call([&](RuntimeState& state) {
        return launch(state, {function, extents(grid), extents(block), arguments, sharedBytes},
                      stream);
    });
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, std::size_t sharedBytes,
                                        cudaStream_t stream) {
    return device_call([&](RuntimeState& state) {
        return launch(
            state, {function, extents(grid), extents(block), arguments, sharedBytes, true}, stream);
    });
}

} // extern "C"
