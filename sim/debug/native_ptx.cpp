// Takes a prepared launch apart for a real GPU.
#include "sim/debug/native_ptx.h"

#include <cstring>

namespace warpscope {

Result<NativePtx> native_form(const PtxLaunch& launch, ptx::Fusing fusing) {
    const LaunchRequest& request = launch.launch.request;
    Result<std::string> text = ptx::native_text(*request.executable->instance->module, fusing);
    if (!text) return text.error();
    NativePtx native;
    native.text = std::move(*text);
    native.kernel = request.executable->kernel;
    native.grid = request.grid;
    native.block = request.block;
    native.dynamic_shared_bytes = request.dynamic_shared_bytes;
    native.parameters = request.parameters;
    for (const PtxBuffer& buffer : launch.buffers) {
        NativePtx::Buffer& copy = native.buffers.emplace_back();
        copy.parameter_offset = buffer.parameter_offset;
        copy.bytes.resize(buffer.size);
        launch.launch.memory->read(buffer.address, copy.bytes.data(), buffer.size);
        std::memset(native.parameters.data() + buffer.parameter_offset, 0, sizeof(Address));
    }
    return native;
}

void take_buffers(PtxLaunch& launch, const NativePtx& native) {
    for (std::size_t i = 0; i < native.buffers.size() && i < launch.buffers.size(); ++i)
        launch.launch.memory->write(launch.buffers[i].address, native.buffers[i].bytes.data(),
                                    native.buffers[i].bytes.size());
}

} // namespace warpscope
