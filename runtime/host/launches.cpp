// The checks that a launch has to pass, and its run.
#include "runtime/host/launches.h"

#include <cstring>

#include "runtime/host/capture.h"
#include "sim/rules/occupancy.h"

namespace warpscope::host {
namespace {

cudaError_t check_shape(const LaunchCall& call, const GpuSpec& gpu) {
    const Dim3 &grid = call.grid, &block = call.block;
    const bool fits = volume(grid) != 0 && volume(block) != 0 && grid.x <= gpu.max_grid_x &&
                      grid.y <= gpu.max_grid_y && grid.z <= gpu.max_grid_z &&
                      block.x <= gpu.max_block_x && block.y <= gpu.max_block_y &&
                      block.z <= gpu.max_block_z && volume(block) <= gpu.max_threads_per_block;
    return fits ? cudaSuccess : cudaErrorInvalidConfiguration;
}

/// Copies each argument to its place in the kernel's parameter buffer.
bool gather(const KernelFacts& facts, void** arguments, std::vector<std::uint8_t>& bytes) {
    bytes.assign(facts.parameter_bytes, 0);
    if (facts.parameters.empty()) return true;
    if (arguments == nullptr) return false;
    for (std::size_t i = 0; i < facts.parameters.size(); ++i) {
        if (arguments[i] == nullptr) return false;
        std::memcpy(bytes.data() + facts.parameters[i].offset, arguments[i],
                    facts.parameters[i].size);
    }
    return true;
}

std::uint64_t stack_limit(const RuntimeState& state) {
    const auto chosen = state.limits.find(cudaLimitStackSize);
    return chosen == state.limits.end() ? 0 : chosen->second;
}

std::uint64_t heap_limit(const RuntimeState& state) {
    const auto chosen = state.limits.find(cudaLimitMallocHeapSize);
    return chosen == state.limits.end() ? kDefaultHeapBytes : chosen->second;
}

} // namespace

std::uint64_t shared_limit(const FoundKernel& kernel, const GpuSpec& gpu) {
    if (kernel.choice->max_dynamic_shared_bytes != 0)
        return kernel.choice->max_dynamic_shared_bytes;
    const std::uint64_t fixed = kernel.facts->static_shared_bytes;
    return fixed >= gpu.shared_bytes_per_block ? 0 : gpu.shared_bytes_per_block - fixed;
}

std::uint64_t blocks_per_processor(const FoundKernel& kernel, std::uint64_t threads,
                                   std::uint64_t dynamic_shared_bytes, const GpuSpec& gpu) {
    BlockResources resources;
    resources.threads = threads;
    resources.registers_per_thread = kernel.facts->registers;
    resources.shared_bytes = kernel.facts->static_shared_bytes + dynamic_shared_bytes;
    // As on an H200: the kernel's launch bounds do not count, its limit of dynamic shared memory
    // does.
    const bool possible =
        threads <= gpu.max_threads_per_block && dynamic_shared_bytes <= shared_limit(kernel, gpu);
    return possible ? occupancy(resources, gpu).blocks_per_sm : 0;
}

cudaError_t check_launch(RuntimeState& state, const LaunchCall& call, KernelLaunch& launch) {
    FoundKernel kernel;
    if (const cudaError_t error = state.find_kernel(call.stub, kernel); error != cudaSuccess)
        return error;
    const GpuSpec& gpu = state.gpu();
    if (const cudaError_t error = check_shape(call, gpu); error != cudaSuccess) return error;
    if (call.shared_bytes > shared_limit(kernel, gpu)) return cudaErrorInvalidValue;
    const std::uint64_t threads = volume(call.block);
    if (threads > kernel.facts->max_threads) return cudaErrorInvalidValue;
    if (call.cooperative &&
        volume(call.grid) >
            blocks_per_processor(kernel, threads, call.shared_bytes, gpu) * gpu.sm_count)
        return cudaErrorCooperativeLaunchTooLarge;
    if (!gather(*kernel.facts, call.arguments, launch.parameters)) return cudaErrorInvalidValue;
    launch.module = kernel.module;
    launch.kernel = kernel.name;
    launch.grid = call.grid;
    launch.block = call.block;
    launch.dynamic_shared_bytes = call.shared_bytes;
    launch.stack_bytes_per_thread = stack_limit(state);
    launch.heap_bytes = heap_limit(state);
    state.heap_in_use = state.heap_in_use || kernel.facts->uses_heap;
    launch.cooperative = call.cooperative;
    launch.contracts = kernel.contracts;
    launch.contract = kernel.contract;
    return cudaSuccess;
}

cudaError_t run_launch(RuntimeState& state, CUstream_st& stream, KernelLaunch& launch) {
    launch.stream = stream.id;
    Device& device = state.device();
    state.streams().before_work(stream);
    state.managed().attach_named(device, launch.parameters);
    state.managed().to_device(device);
    const LaunchEnd end = device.launch(launch);
    state.now_microseconds += end.microseconds;
    if (end.refused != cudaSuccess) return end.refused;
    if (end.fault != cudaSuccess)
        state.set_fault(end.fault);
    else
        state.managed().to_host(device);
    // The launch itself has succeeded: a fault is noticed by the calls that follow.
    return cudaSuccess;
}

namespace {

/// An impossible launch ends a capture.
cudaError_t refuse_launch(RuntimeState& state, CUstream_st* stream, cudaError_t error) {
    if (stream == nullptr || stream->capture == nullptr) return error;
    return refuse_captured(state, *stream, error);
}

} // namespace

cudaError_t launch(RuntimeState& state, const LaunchCall& call, cudaStream_t handle) {
    KernelLaunch launch;
    CUstream_st* stream = state.streams().find(handle);
    if (const cudaError_t error = check_launch(state, call, launch); error != cudaSuccess)
        return refuse_launch(state, stream, error);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (!state.captures.empty())
        if (const auto taken = captured(state, *stream, KernelWork{call.stub, launch, {}}))
            return *taken;
    return run_launch(state, *stream, launch);
}

} // namespace warpscope::host
