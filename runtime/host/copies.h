// Copies between host and device, as every cudaMemcpy of whatever form does them.
#pragma once

#include <cstddef>

#include "runtime/host/copy_shape.h"
#include "runtime/host/runtime_state.h"
#include "runtime/include/warpscope/runtime_api.h"

namespace warpscope::host {

/// Whether the host waits for a copy; only the order that others may rely on depends on it.
enum class Waiting : bool { No, Yes };

/// Whether such a copy is possible. `kind` is a cudaMemcpyKind, or not.
cudaError_t check_copy(RuntimeState& state, void* to, const void* from, const CopyShape& shape,
                       int kind);
/// `kind` is a cudaMemcpyKind, or not.
cudaError_t copy(RuntimeState& state, void* to, const void* from, const CopyShape& shape, int kind,
                 cudaStream_t stream, Waiting waiting);
cudaError_t fill(RuntimeState& state, void* to, int value, const CopyShape& shape,
                 cudaStream_t stream, Waiting waiting);

/// Whether the number is a cudaMemcpyKind.
bool is_copy_kind(int kind);
/// Time passes, and who waited is known.
void after_copy(RuntimeState& state, CUstream_st& stream, std::size_t bytes, Waiting waiting);

inline Address address_of(const void* pointer) {
    return reinterpret_cast<Address>(pointer);
}

} // namespace warpscope::host
