// Copies of boxes between arrays, pitched memory and host memory, as the 2-D and 3-D calls ask for
// them.
#pragma once

#include "runtime/host/api.h"
#include "runtime/host/copies.h"
#include "runtime/host/image_objects.h"

namespace warpscope::host {

/// One end as a call names it: an array, or a pointer with its pitch.
struct NamedEnd {
    const cudaArray* array = nullptr;
    void* pointer = nullptr;
    std::uint64_t x_bytes = 0, y = 0, z = 0;
    std::uint64_t pitch = 0, rows_of_a_slice = 0; ///< of a pointer
};

struct NamedBox {
    NamedEnd to, from;
    std::uint64_t bytes = 0, rows = 1, slices = 1;
};

/// Checks both ends and copies. `kind` is a cudaMemcpyKind, or not.
cudaError_t copy_box(RuntimeState& state, const NamedBox& box, int kind, cudaStream_t stream,
                     Waiting waiting);

} // namespace warpscope::host
