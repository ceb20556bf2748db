// CudaDevice: an NVIDIA GPU behind the CUDA runtime API, reached through its driver.
//
// Every call waits until the GPU has done what it asks for, so work is done in the order of the
// calls and a fault is known to belong to the launch that caused it.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/driver/images.h"
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

    Address allocate(std::uint64_t bytes, const FilePosition& site = {}) override;
    bool allocate_managed(Address at, std::uint64_t bytes, const FilePosition& site = {}) override;
    bool shares_host_memory() const override { return true; }
    void* allocate_for_both(std::uint64_t bytes) override;
    void* allocate_locked(std::uint64_t bytes) override;
    bool locks_host_memory() const override { return true; }
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

    void place_next(std::map<std::string, Address> variables) override {
        places_ = std::move(variables);
    }
    bool is_host_variable(Address address) const override {
        return host_variables_.contains(address);
    }
    ArrayHandle create_array(const ArrayFacts& facts, const FilePosition& site = {}) override;
    bool destroy_array(ArrayHandle array) override;
    bool copy_box(const BoxCopy& box, StreamId stream) override;
    ObjectHandle create_texture(const TextureSource& source, const Sampler& sampler) override;
    ObjectHandle create_surface(ArrayHandle array) override;
    bool destroy_texture(ObjectHandle texture) override;
    bool destroy_surface(ObjectHandle surface) override;

    cudaError_t set_limit(int limit, std::uint64_t value) override;
    std::optional<std::uint64_t> limit(int limit) const override;
    bool loads_late() const override { return true; }

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
    class CopyTimer {
    public:
        explicit CopyTimer(CudaDevice& device) : device_(device) {}
        ~CopyTimer() {
            const std::chrono::duration<double, std::micro> time =
                std::chrono::steady_clock::now() - start_;
            device_.copy_microseconds_ += time.count();
        }
        CopyTimer(const CopyTimer&) = delete;
        CopyTimer& operator=(const CopyTimer&) = delete;

    private:
        CudaDevice& device_;
        std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    };
    /// Who gave memory of the host's, so that it goes back there.
    enum class Origin : std::uint8_t { Locked, Registered };

    CudaDevice(const report::RunSettings& settings, LaunchLog& log, GpuSpec gpu,
               std::unique_ptr<driver::Context> context);
    const driver::DriverApi& api() const { return context_->api(); }
    /// Calls may come from any thread of the program.
    bool ready() const;
    bool holds(Address address, std::uint64_t bytes) const;
    std::uint8_t* host_bytes(Address address) const;
    bool done(driver::Error error, const char* function) const;
    Kernel& build(int module, const std::string& name);
    Result<Kernel> make_kernel(const Loaded& loaded, const std::string& name) const;
    void note_variables(Loaded& loaded);
    bool share_host_variables(const Module& module);
    bool share_pages(Address first, Address end);
    bool can_copy(const BoxEnd& end, const BoxCopy& box) const;
    void release_images();
    void tell(const KernelLaunch& launch, const KernelFacts& facts, const driver::RunEnd& ended,
              double host_seconds);
    driver::Error give_back(const AllocationInfo& allocation);
    void release_everything();

    GpuSpec gpu_;
    int gpu_index_;
    bool explicit_rounding_;
    LaunchLog& log_;
    std::unique_ptr<driver::Context> context_; ///< null after a reset that failed
    std::map<Address, AllocationInfo> allocations_;
    std::map<Address, Origin> host_memory_; ///< those that are the host's memory
    std::map<std::string, Address> places_; ///< of variables of the next module
    std::set<Address> host_variables_;
    std::map<Address, Address> shared_pages_; ///< ends by beginnings: of the host's variables
    std::map<ArrayHandle, driver::Array> arrays_;
    std::set<ObjectHandle> textures_, surfaces_;
    std::vector<Loaded> modules_;
    std::map<std::pair<int, std::string>, Kernel> kernels_;
    double copy_microseconds_ = 0;
    LaunchId launches_ = 0;
};

} // namespace warpscope::host
