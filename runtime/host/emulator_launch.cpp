// Launches on the simulated GPU, and what happens around them.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "runtime/host/emulator_device.h"
#include "runtime/host/fault_errors.h"
#include "runtime/host/launch_guard.h"
#include "runtime/host/print_collector.h"
#include "runtime/report/interrupts.h"

namespace warpscope::host {
namespace {

/// Time between the starts of two empty launches, as measured on an H200.
constexpr double kLaunchMicroseconds = 3.3;

/// Time as if every scheduler of the SMs with work issued an instruction each cycle.
double modelled_microseconds(const LaunchResult& result, const LaunchRequest& request,
                             const GpuSpec& gpu) {
    const double sms =
        static_cast<double>(std::min<std::uint64_t>(volume(request.grid), gpu.sm_count));
    const double cycles =
        static_cast<double>(result.statistics.warp_instructions) / (sms * gpu.schedulers_per_sm);
    return kLaunchMicroseconds + cycles * 1e3 / gpu.clock_khz;
}

void print(const LaunchRequest& request, const LaunchResult& result, const std::string& text) {
    if (!text.empty()) {
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout);
    }
    if (result.fault.kind != FaultKind::AssertFailed) return;
    const std::string asserts = assert_text(result.fault, request.grid, request.block);
    std::fflush(stdout);
    std::fwrite(asserts.data(), 1, asserts.size(), stderr);
}

} // namespace

LaunchEnd EmulatorDevice::launch(const KernelLaunch& launch) {
    Kernel& kernel = build(launch.module, launch.kernel);
    if (kernel.executable == nullptr) return {kernel.why_not, 0};
    LaunchRequest request;
    request.executable = kernel.executable;
    request.id = ++launches_;
    request.stream = launch.stream;
    request.grid = launch.grid;
    request.block = launch.block;
    request.dynamic_shared_bytes = launch.dynamic_shared_bytes;
    request.parameters = launch.parameters;
    request.stack_limit_bytes = launch.stack_bytes_per_thread;
    if (launch.cooperative) {
        request.grid_workspace = grid_workspace(launch.stream);
        if (!request.cooperative()) return {cudaErrorMemoryAllocation, 0};
    }
    request.heap_limit_bytes = launch.heap_bytes;
    const Executable& code = *kernel.executable;
    if (!may_run(launch, request.id,
                 {*code.instance->module, code.demands, code.dynamic_shared_alignment}, gpu_, log_))
        return {cudaSuccess, 0, cudaErrorInvalidConfiguration};
    if (Status possible = check_launch(request, gpu_); !possible) {
        log_.problem(possible.error(), launch.kernel);
        return {cudaErrorLaunchFailure, 0};
    }
    const std::string capsule = begin_capture(request);
    begin_checks(request);
    if (beside_ != nullptr)
        beside_->begin(make_capsule(request, gpu_, *memory_, options_), request);
    const auto start = std::chrono::steady_clock::now();
    report::InterruptWatch interrupts;
    std::string printed;
    const LaunchResult result = run(request, kernel.prints, printed);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (!capsule.empty())
        if (Status written = capture_->end(capsule, result, *memory_); !written)
            log_.problem(written.error(), "");
    const std::optional<LaunchComparison> comparison = compare(request, result, printed);
    log_.launch({request, result, *memory_, options_, seconds.count(), capsule, checks_,
                 counting_.get(), comparison ? &*comparison : nullptr, keeper_, gpu_});
    if (twin_ != nullptr && twin_->stuck()) compare::end_process(1);
    if (rebuilder_ != nullptr) check_events(request);
    interrupts.follow_up();
    return {error_of(result), modelled_microseconds(result, request, gpu_)};
}

/// Zeroed for the launch that comes; 0 when memory is short.
Address EmulatorDevice::grid_workspace(StreamId stream) {
    Address& workspace = workspaces_[stream];
    if (workspace == 0) {
        Allocation* a =
            memory_->allocate(kGridWorkspaceBytes, AllocationKind::Workspace, "grid workspace");
        if (a == nullptr) return 0;
        announce_allocation(*a, {});
        workspace = a->base;
    }
    fill(workspace, 0, kGridWorkspaceBytes, stream);
    return workspace;
}

std::string EmulatorDevice::begin_capture(const LaunchRequest& request) {
    if (capture_ == nullptr) return {};
    Result<std::filesystem::path> folder = capture_->begin(request, gpu_, *memory_, options_);
    if (folder) return folder->string();
    log_.problem(folder.error(), request.executable->kernel);
    return {};
}

std::optional<LaunchComparison> EmulatorDevice::compare(const LaunchRequest& request,
                                                        const LaunchResult& result,
                                                        const std::string& printed) {
    if (beside_ == nullptr) return std::nullopt;
    return beside_->end(request, {result, *memory_, printed}, log_.sources());
}

LaunchResult EmulatorDevice::run(const LaunchRequest& request, bool prints, std::string& printed) {
    PrintCollector collector;
    std::vector<Observer*> observers = observers_;
    // A part for each block costs something, so only kernels that can print get them.
    if (prints) observers.push_back(&collector);
    // It does not care what the host does, so it is no observer of the device.
    if (counting_ != nullptr) {
        report::prepare_counting(*request.executable, *counting_);
        observers.push_back(counting_.get());
    }
    if (progress_ != nullptr)
        options_.progress =
            progress_->begin(request.id, request.executable->kernel, volume(request.grid));
    LaunchResult result = run_launch(request, gpu_, *memory_, options_, observers);
    if (progress_ != nullptr) progress_->end();
    print(request, result, collector.text());
    printed = collector.text();
    return result;
}

void EmulatorDevice::check_events(const LaunchRequest& request) {
    const bool equal =
        rebuilder_->content_hash() == memory_->content_hash() && rebuilder_->misses() == 0;
    if (check_ == EventCheck::Verbose || !equal)
        std::fprintf(stderr, "warpscope: launch %u: the memory rebuilt from events %s\n",
                     request.id, equal ? "is the device's" : "DIFFERS from the device's");
    if (!equal)
        log_.problem({{},
                      "the memory rebuilt from events differs from the device's",
                      "this is a mistake of Warpscope"},
                     request.executable->kernel);
}

} // namespace warpscope::host
