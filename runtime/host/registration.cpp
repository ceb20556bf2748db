// What compiled programs call before main, at exit, and around every <<<...>>>.
#include <vector>

#include "runtime/host/api.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

struct CallConfiguration {
    dim3 grid, block;
    std::size_t shared_bytes = 0;
    cudaStream_t stream = nullptr;
};

/// Pushed by <<<...>>>, popped by the kernel's stub. A stack, because arguments may launch kernels
/// themselves.
thread_local std::vector<CallConfiguration> configurations;

void register_variable(void** handle, const void* host, const char* name, std::size_t bytes,
                       bool constant, bool managed) {
    RuntimeState& state = RuntimeState::get();
    const std::lock_guard lock(state.mutex());
    RegisteredBinary* binary = state.registry().find_binary(handle);
    if (binary == nullptr || host == nullptr || name == nullptr) return;
    state.registry().add_variable(
        host, {binary, name, bytes, constant, managed || in_managed_section(host)});
}

} // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
    const auto* fat_binary = static_cast<const __fatBinC_Wrapper_t*>(wrapper);
    RuntimeState& state = RuntimeState::get();
    const std::lock_guard lock(state.mutex());
    return reinterpret_cast<void**>(
        state.registry().add_binary(fat_binary == nullptr ? nullptr : fat_binary->data));
}

void __cudaRegisterFatBinaryEnd(void** handle) {
    RuntimeState& state = RuntimeState::get();
    const std::lock_guard lock(state.mutex());
    if (const RegisteredBinary* binary = state.registry().find_binary(handle))
        state.registry().start_managed_variables(*binary);
}

void __cudaUnregisterFatBinary(void** handle) {
    RuntimeState& state = RuntimeState::get();
    const std::lock_guard lock(state.mutex());
    if (RegisteredBinary* binary = state.registry().find_binary(handle))
        state.registry().remove_binary(binary);
}

void __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, uint3*,
                            uint3*, dim3*, dim3*, int*) {
    RuntimeState& state = RuntimeState::get();
    const std::lock_guard lock(state.mutex());
    RegisteredBinary* binary = state.registry().find_binary(handle);
    if (binary != nullptr && stub != nullptr && name != nullptr)
        state.registry().add_function(stub, {binary, name});
}

void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, std::size_t bytes,
                       int constant, int) {
    register_variable(handle, host, name, bytes, constant != 0, false);
}

void __cudaRegisterManagedVar(void** handle, void** host, char*, const char* name, int,
                              std::size_t bytes, int constant, int) {
    register_variable(handle, host, name, bytes, constant != 0, true);
}

char __cudaInitModule(void**) {
    return 1;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes,
                                     CUstream_st* stream) {
    configurations.push_back({grid, block, shared_bytes, stream});
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes,
                                       void* stream) {
    if (configurations.empty() || any_null(grid, block, shared_bytes, stream))
        return remember(cudaErrorMissingConfiguration);
    const CallConfiguration& top = configurations.back();
    *grid = top.grid;
    *block = top.block;
    *shared_bytes = top.shared_bytes;
    *static_cast<cudaStream_t*>(stream) = top.stream;
    configurations.pop_back();
    return cudaSuccess;
}

} // extern "C"
