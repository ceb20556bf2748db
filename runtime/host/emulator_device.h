// EmulatorDevice: the simulated GPU behind the CUDA runtime API.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/compare/gpu_twin.h"
#include "runtime/compare/side_by_side.h"
#include "runtime/host/device.h"
#include "runtime/host/launch_log.h"
#include "runtime/report/checks.h"
#include "runtime/report/counters.h"
#include "runtime/report/progress.h"
#include "runtime/report/run_settings.h"
#include "sim/debug/capture.h"
#include "sim/debug/memory_rebuilder.h"
#include "sim/exec/launch.h"

namespace warpscope::host {

/// Whether each launch proves that its events tell everything: memory is rebuilt from them alone
/// and compared.
enum class EventCheck : std::uint8_t { Off, Silent, Verbose };

class EmulatorDevice : public Device {
public:
    EmulatorDevice(const report::RunSettings& settings, LaunchLog& log,
                   EventCheck check = EventCheck::Off);

    /// `observer` is told of everything from now on, and outlives the device.
    void observe(Observer& observer) {
        observers_.push_back(&observer);
        was_observed_ = true;
    }

    /// Every launch runs on this GPU too from now on, and is compared. Before there is any memory.
    Status compare_with(std::unique_ptr<compare::GpuTwin> twin, compare::CompareOptions options);

    const GpuSpec& gpu() const override { return gpu_; }
    Address allocate(std::uint64_t bytes, const FilePosition& site = {}) override;
    bool allocate_managed(Address at, std::uint64_t bytes, const FilePosition& site = {}) override;
    /// Observers hear of what the host changes, which is known from a second copy alone.
    bool shares_host_memory() const override { return !was_observed_; }
    bool release(Address base) override;
    std::optional<AllocationInfo> find(Address address) const override;
    std::uint64_t memory_used() const override {
        return memory_->used() - workspaces_.size() * kGridWorkspaceBytes;
    }

    bool write(Address to, const void* from, std::uint64_t bytes, StreamId stream) override;
    bool read(void* to, Address from, std::uint64_t bytes, StreamId stream) override;
    bool peek(void* to, Address from, std::uint64_t bytes) const override;
    bool copy(Address to, Address from, std::uint64_t bytes, StreamId stream) override;
    bool fill(Address to, std::uint8_t value, std::uint64_t bytes, StreamId stream) override;
    void order(const StreamEdgeEvent& edge) override;

    void place_next(std::map<std::string, Address> variables) override {
        places_ = std::move(variables);
    }
    ArrayHandle create_array(const ArrayFacts& facts, const FilePosition& site = {}) override;
    bool destroy_array(ArrayHandle array) override;
    bool copy_box(const BoxCopy& box, StreamId stream) override;
    ObjectHandle create_texture(const TextureSource& source, const Sampler& sampler) override;
    ObjectHandle create_surface(ArrayHandle array) override;
    bool destroy_texture(ObjectHandle texture) override;
    bool destroy_surface(ObjectHandle surface) override;

    int load(std::shared_ptr<const Module> module) override;
    Address symbol(int module, const std::string& name) const override;
    const KernelFacts* kernel(int module, const std::string& name, cudaError_t& why) override;
    LaunchEnd launch(const KernelLaunch& launch) override;
    void reset() override;

private:
    struct Kernel {
        std::shared_ptr<const Executable>
            executable; ///< null: it cannot run, and the user was told
        KernelFacts facts;
        cudaError_t why_not = cudaSuccess;
        bool prints = false;
    };
    Kernel& build(int module, const std::string& name);
    void announce_allocation(Allocation& allocation, const FilePosition& site);
    bool copy_row(const BoxRow& to, const BoxRow& from, std::uint64_t bytes, StreamId stream);
    /// Where a row of a box lies, or false when it is not inside its memory.
    bool find_row(const BoxEnd& end, std::uint64_t bytes, std::uint64_t row, std::uint64_t slice,
                  BoxRow& place) const;
    void announce_copy(HostCopyEvent::Direction direction, Address to, Address from,
                       std::uint64_t bytes, StreamId stream);
    void attach_own_observers();
    void begin_checks(const LaunchRequest& request);
    std::string begin_capture(const LaunchRequest& request);
    Address grid_workspace(StreamId stream);
    LaunchResult run(const LaunchRequest& request, bool prints, std::string& printed);
    std::optional<LaunchComparison> compare(const LaunchRequest& request,
                                            const LaunchResult& result, const std::string& printed);
    void check_events(const LaunchRequest& request);

    GpuSpec gpu_;
    LaunchOptions options_;
    isa::Level level_ = isa::best_level();
    LaunchLog& log_;
    std::unique_ptr<DeviceMemory> memory_;
    std::map<ArrayHandle, Image> arrays_; ///< an array's handle is its address
    std::vector<std::shared_ptr<const ModuleInstance>> modules_;
    std::map<std::pair<int, std::string>, Kernel> kernels_;
    /// Where blocks of cooperative launches meet: one a stream, so that launches that may overlap
    /// share none.
    std::map<StreamId, Address> workspaces_;
    std::map<std::string, Address> places_; ///< of variables of the next module
    std::vector<Observer*> observers_;
    std::unique_ptr<CaptureWriter> capture_;
    std::unique_ptr<report::ProgressDisplay> progress_; ///< null: nothing is shown
    std::unique_ptr<CounterObserver> counting_;         ///< null: nothing is counted
    std::unique_ptr<compare::GpuTwin> twin_;            ///< null: nothing is compared
    std::unique_ptr<compare::SideBySide> beside_;       ///< likewise
    std::unique_ptr<MemoryRebuilder> rebuilder_;
    report::Checks checks_;
    report::LaunchKeeper keeper_;
    bool was_observed_ = false;
    bool keeps_addresses_ = false; ///< those of device memory are free of anything else
    EventCheck check_;
    LaunchId launches_ = 0;
};

} // namespace warpscope::host
