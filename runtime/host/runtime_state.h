// RuntimeState: all that the runtime library knows about its process.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/host/device.h"
#include "runtime/host/graph.h"
#include "runtime/host/image_objects.h"
#include "runtime/host/managed.h"
#include "runtime/host/memory_hints.h"
#include "runtime/host/memory_pools.h"
#include "runtime/host/registry.h"
#include "runtime/host/streams.h"
#include "runtime/report/run_settings.h"

namespace warpscope::host {

class LaunchLog;

/// What cudaFuncSetAttribute and cudaFuncSetCacheConfig chose for one kernel.
struct KernelChoice {
    std::uint64_t max_dynamic_shared_bytes = 0; ///< 0: as it was
    int preferred_carveout = cudaSharedmemCarveoutDefault;
};

/// Page-locked host memory: cudaHostAlloc gave it, or the program registered its own.
struct PinnedMemory {
    std::uint64_t bytes = 0;
    unsigned flags = 0; ///< as cudaHostGetFlags tells them
    bool registered = false;
};

/// A registered kernel on the device.
struct FoundKernel {
    int module = -1;
    std::string name;
    const KernelFacts* facts = nullptr;
    KernelChoice* choice = nullptr;
    std::shared_ptr<Contracts> contracts; ///< of its translation unit; null: there are none
    std::string contract;                 ///< its name among them
};

class RuntimeState {
public:
    /// The state of this process; made by the first call and never destroyed, because destructors
    /// of the program's static objects may still call.
    static RuntimeState& get();

    std::mutex& mutex() { return mutex_; }
    Registry& registry() { return registry_; }
    StreamTable& streams() { return streams_; }
    ManagedMemory& managed() { return managed_; }
    ImageObjects& images() { return images_; }
    const ImageObjects& images() const { return images_; }
    LaunchLog& log() { return *log_; }
    const report::RunSettings& settings() const { return settings_; }

    /// The device, with every registered module loaded as far as that is possible, unless that
    /// had better wait until a kernel or variable is asked for.
    Device& device();
    const GpuSpec& gpu() const { return settings_.gpu; }
    /// The device if there is one already; its modules are not loaded for it.
    Device* started_device() { return device_.get(); }
    /// Adds what a real device tells of itself; starts no emulator.
    void describe_device(cudaDeviceProp& properties) const {
        if (device_ != nullptr) device_->describe(properties);
    }

    /// Loads what has been registered and is not on the device yet.
    void load_new_modules();
    cudaError_t find_kernel(const void* stub, FoundKernel& found);
    /// The address of a registered variable.
    cudaError_t find_symbol(const void* host, const RegisteredVariable*& variable,
                            Address& address);

    /// A kernel has faulted: nobody sees it yet.
    void set_fault(cudaError_t fault) {
        if (fault_ == cudaSuccess) fault_ = fault;
    }
    /// Makes a fault visible from now on, and returns it.
    cudaError_t notice_fault() { return visible_fault_ = fault_; }
    cudaError_t visible_fault() const { return visible_fault_; }
    bool faulted() const { return fault_ != cudaSuccess; }

    /// The page-locked memory that holds `pointer`, or null.
    const PinnedMemory* find_pinned(const void* pointer) const;

    /// cudaDeviceReset.
    void reset();

    double now_microseconds = 0;          ///< device time so far; the emulator's is modelled
    std::map<int, std::uint64_t> limits;  ///< by cudaLimit
    bool heap_in_use = false;             ///< a kernel that allocates has run: its size is fixed
    std::map<void*, PinnedMemory> pinned; ///< by address
    MemoryHints hints;                    ///< of managed memory
    MemoryPools pools;
    GraphTable graphs;
    std::vector<std::shared_ptr<Capture>> captures; ///< that have not ended
    std::uint64_t captures_begun = 0;
    unsigned device_flags = cudaDeviceMapHost;
    int cache_config = cudaFuncCachePreferNone, shared_config = cudaSharedMemBankSizeFourByte;

private:
    RuntimeState();
    void open_real_device();
    std::unique_ptr<Device> make_emulator();
    std::map<std::string, Address>
    managed_places(const std::vector<RegisteredBinary*>& binaries) const;
    void add_managed_variables(const std::vector<RegisteredBinary*>& binaries);

    std::mutex mutex_;
    report::RunSettings settings_;
    std::unique_ptr<LaunchLog> log_;
    Registry registry_;
    std::unique_ptr<Device> device_;
    bool started_ = false; ///< the user has been told that the program runs
    StreamTable streams_;
    ManagedMemory managed_;
    ImageObjects images_;
    std::map<std::pair<int, std::string>, KernelChoice> choices_;
    cudaError_t fault_ = cudaSuccess, visible_fault_ = cudaSuccess;
};

} // namespace warpscope::host
