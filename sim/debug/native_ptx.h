// A prepared launch in the form that a real GPU takes, and the way back of its buffers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/debug/ptx_run.h"
#include "sim/ptx/native_text.h"

namespace warpscope {

struct NativePtx {
    std::string text;   ///< for the driver's compiler
    std::string kernel; ///< as in the text
    Dim3 grid, block;
    std::uint64_t dynamic_shared_bytes = 0;
    std::vector<std::uint8_t> parameters; ///< without the addresses of buffers
    struct Buffer {
        std::uint32_t parameter_offset = 0; ///< where its address goes, 8 bytes
        std::vector<std::uint8_t> bytes;
    };
    std::vector<Buffer> buffers; ///< in the order of PtxLaunch::buffers
};

Result<NativePtx> native_form(const PtxLaunch& launch, ptx::Fusing fusing);

/// Makes the buffers of `launch` hold what those of `native` do, for read_back().
void take_buffers(PtxLaunch& launch, const NativePtx& native);

} // namespace warpscope
