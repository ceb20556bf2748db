// CudaDevice: an NVIDIA GPU behind the CUDA runtime API, reached through its driver.
//
// Every call waits until the GPU has done what it asks for, so work is done in the order of the
// calls and a fault is known to belong to the launch that caused it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/driver/context.h"
#include "runtime/host/device.h"
#include "runtime/host/launch_log.h"
#include "runtime/report/run_settings.h"

namespace warpscope::host {

class CudaDevice : public Device {
public:
    /// Opens the GPU that the settings name; the diagnostic says why it cannot.
    static Result<std::unique_ptr<CudaDevice>> open(const report::RunSettings& settings,
                                                    LaunchLog& log);
    ~CudaDevice() override;

    const GpuSpec& gpu() const override { return gpu_; }
    void describe(cudaDeviceProp& properties) const override;

    Address allocate(std::uint64_t bytes) override;
    bool allocate_managed(Address at, std::uint64_t bytes) override;
    bool shares_host_memory() const override { return true; }
    void* allocate_for_both(std::uint64_t bytes) override;
    bool release(Address base) override;
    std::optional<AllocationInfo> find(Address address) const override;
    std::uint64_t memory_used() const override;

    bool write(Address to, const void* from, std::uint64_t bytes, StreamId stream) override;
    bool read(void* to, Address from, std::uint64_t bytes, StreamId stream) override;
    bool peek(void* to, Address from, std::uint64_t bytes) const override;
    bool copy(Address to, Address from, std::uint64_t bytes, StreamId stream) override;
    bool fill(Address to, std::uint8_t value, std::uint64_t bytes, StreamId stream) override;
    /// The order of the calls is order enough.
    void order(const StreamEdgeEvent&) override {}
    std::optional<double> take_copy_microseconds() override;

    int load(std::shared_ptr<const Module> module) override;
    Address symbol(int module, const std::string& name) const override;
    const KernelFacts* kernel(int module, const std::string& name, cudaError_t& why) override;
    LaunchEnd launch(const KernelLaunch& launch) override;
    void reset() override;

private:
    struct Loaded {
        std::shared_ptr<const Module> source;
        driver::Module module;
        std::map<std::string, Address> variables;
    };
    struct Kernel {
        driver::FunctionHandle function = nullptr; ///< null: it cannot run, and the user was told
        KernelFacts facts;
        cudaError_t why_not = cudaSuccess;
        std::vector<LaunchDemand> demands;
        std::uint32_t dynamic_shared_alignment = 16;
    };
    /// Measures what the host waits for a copy.
    class CopyTimer;

    CudaDevice(const report::RunSettings& settings, LaunchLog& log, GpuSpec gpu,
               std::unique_ptr<driver::Context> context);
    const driver::DriverApi& api() const { return context_->api(); }
    /// Calls may come from any thread of the program.
    bool ready() const;
    bool holds(Address address, std::uint64_t bytes) const;
    bool done(driver::Error error, const char* function) const;
    Kernel& build(int module, const std::string& name);
    Result<Kernel> make_kernel(const Loaded& loaded, const std::string& name) const;
    void note_variables(Loaded& loaded);
    bool set_stack(std::uint64_t bytes_per_thread);
    void tell(const KernelLaunch& launch, const KernelFacts& facts, driver::Error error,
              double device_microseconds, double host_seconds);
    driver::Error give_back(const AllocationInfo& allocation);
    void release_everything();

    GpuSpec gpu_;
    int gpu_index_;
    bool explicit_rounding_;
    LaunchLog& log_;
    std::unique_ptr<driver::Context> context_; ///< null after a reset that failed
    std::map<Address, AllocationInfo> allocations_;
    std::set<Address> registered_; ///< those that are the host's memory
    std::vector<Loaded> modules_;
    std::map<std::pair<int, std::string>, Kernel> kernels_;
    std::uint64_t stack_bytes_ = 0; ///< 0: as the driver chose
    double copy_microseconds_ = 0;
    LaunchId launches_ = 0;
};

} // namespace warpscope::host
