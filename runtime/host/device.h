// Device: what the CUDA runtime API asks of a device, whichever it is.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/host/images.h"
#include "runtime/include/warpscope/driver_types.h"
#include "sim/base/diagnostic.h"
#include "sim/events/events.h"
#include "sim/exec/launch.h"
#include "sim/gpu/gpu_spec.h"
#include "sim/memory/allocation.h"
#include "sim/program/module.h"

namespace warpscope::host {

class Contracts;

struct AllocationInfo {
    Address base = 0;
    std::uint64_t size = 0;
    AllocationKind kind = AllocationKind::Device;
};

/// A kernel as programs ask about it and as launches need it.
struct KernelFacts {
    std::vector<ParameterSlot> parameters;
    std::uint32_t parameter_bytes = 0;
    std::uint64_t static_shared_bytes = 0, constant_bytes = 0, local_bytes = 0;
    unsigned registers = 0;   ///< of a thread; an estimate on the emulator
    unsigned max_threads = 0; ///< of a block: its launch bounds, or the GPU's limit
    unsigned ptx_target = 0;  ///< 80 for sm_80
    bool uses_heap = false;   ///< can reach malloc or free
};

struct KernelLaunch {
    int module = 0;
    std::string kernel;
    Dim3 grid, block;
    std::uint64_t dynamic_shared_bytes = 0;
    std::vector<std::uint8_t> parameters;
    StreamId stream = 0;
    std::uint64_t stack_bytes_per_thread = 0;
    /// All blocks are on the device at once, and find a zeroed workspace to meet in (see
    /// LaunchRequest::grid_workspace).
    bool cooperative = false;
    std::uint64_t heap_bytes = kDefaultHeapBytes;
    std::shared_ptr<Contracts> contracts; ///< null: the kernel's translation unit has none
    std::string contract;                 ///< the kernel's name in it
};

/// How a launch ended, and how long the device was busy with it.
struct LaunchEnd {
    cudaError_t fault = cudaSuccess;
    double microseconds = 0;
    cudaError_t refused = cudaSuccess; ///< the launch never began
};

/// Work is done in the order of the calls. Ranges of copies lie inside one allocation, or the call
/// returns false.
class Device {
public:
    virtual ~Device() = default;
    virtual const GpuSpec& gpu() const = 0;
    /// Adds what is true of this one device, and of no model of it.
    virtual void describe(cudaDeviceProp&) const {}

    /// Null-like 0 when memory is short. `site`: where the program asks for it, for reports.
    virtual Address allocate(std::uint64_t bytes, const FilePosition& site = {}) = 0;
    /// Lets kernels reach the host's memory at this address.
    virtual bool allocate_managed(Address at, std::uint64_t bytes,
                                  const FilePosition& site = {}) = 0;
    /// Whether they reach the host's very bytes then, so that there is nothing to copy.
    virtual bool shares_host_memory() const { return false; }
    /// Memory of the device's own that the host sees too. Null: there is none such, and memory of
    /// the host's has to do. release() frees it.
    virtual void* allocate_for_both(std::uint64_t) { return nullptr; }
    /// Page-locked host memory that kernels reach. Null and release() likewise.
    virtual void* allocate_locked(std::uint64_t) { return nullptr; }
    /// Page-locked and registered memory is made known to the device at once, and not when its
    /// address turns up on the way there.
    virtual bool locks_host_memory() const { return false; }
    virtual bool release(Address base) = 0;
    virtual std::optional<AllocationInfo> find(Address address) const = 0;
    virtual std::uint64_t memory_used() const = 0;

    virtual bool write(Address to, const void* from, std::uint64_t bytes, StreamId stream) = 0;
    virtual bool read(void* to, Address from, std::uint64_t bytes, StreamId stream) = 0;
    /// A read that no observer is told of.
    virtual bool peek(void* to, Address from, std::uint64_t bytes) const = 0;
    virtual bool copy(Address to, Address from, std::uint64_t bytes, StreamId stream) = 0;
    virtual bool fill(Address to, std::uint8_t value, std::uint64_t bytes, StreamId stream) = 0;
    virtual void order(const StreamEdgeEvent& edge) = 0;
    /// What copies and fills have taken since the last call; nothing when nobody measures.
    virtual std::optional<double> take_copy_microseconds() { return std::nullopt; }

    /// Where the host has variables of the module that is loaded next: at the same addresses
    /// pointers to them mean the same on both sides. The device does so where it can.
    virtual void place_next(std::map<std::string, Address> variables) = 0;
    /// A variable that was placed is the host's very bytes.
    virtual bool is_host_variable(Address) const { return false; }

    // Arrays, and texture and surface objects.
    /// 0 when memory is short.
    virtual ArrayHandle create_array(const ArrayFacts& facts, const FilePosition& site = {}) = 0;
    virtual bool destroy_array(ArrayHandle array) = 0;
    /// Both ends of the box lie inside their memory, or the call returns false.
    virtual bool copy_box(const BoxCopy& box, StreamId stream) = 0;
    /// 0 when the device cannot sample this.
    virtual ObjectHandle create_texture(const TextureSource& source, const Sampler& sampler) = 0;
    virtual ObjectHandle create_surface(ArrayHandle array) = 0;
    virtual bool destroy_texture(ObjectHandle texture) = 0;
    virtual bool destroy_surface(ObjectHandle surface) = 0;

    /// Takes a value of a cudaLimit. A device that hears of limits with each launch takes any.
    virtual cudaError_t set_limit(int /*limit*/, std::uint64_t) { return cudaSuccess; }
    /// What a limit is now; nothing: nobody but the runtime library knows.
    virtual std::optional<std::uint64_t> limit(int) const { return std::nullopt; }
    /// Modules are best loaded when something of them is needed: the device has limits that
    /// cannot be changed any more then.
    virtual bool loads_late() const { return false; }

    /// Gives the module's variables their memory. The number that names it from now on, or -1 after
    /// an error, of which the user has been told.
    virtual int load(std::shared_ptr<const Module> module) = 0;
    /// The address of a module's variable, or 0.
    virtual Address symbol(int module, const std::string& name) const = 0;
    /// Null when the kernel cannot run; `why` says what programs are told then.
    virtual const KernelFacts* kernel(int module, const std::string& name, cudaError_t& why) = 0;
    /// The launch has passed the API's checks.
    virtual LaunchEnd launch(const KernelLaunch& launch) = 0;

    /// Forgets all memory and modules.
    virtual void reset() = 0;
};

} // namespace warpscope::host
