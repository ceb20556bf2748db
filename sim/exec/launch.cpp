// Running a whole launch: independent blocks on several host threads, undone and redone when they
// prove dependent.
#include <algorithm>
#include <thread>

#include "sim/exec/block_parts.h"
#include "sim/exec/engine.h"
#include "sim/exec/launch_plan.h"
#include "sim/exec/stepped_launch.h"
#include "sim/memory/dependence.h"

namespace warpscope {

LaunchEvent launch_event(const LaunchRequest& request, bool ordered) {
    LaunchEvent event;
    event.launch = request.id;
    event.stream = request.stream;
    event.kernel = request.executable->kernel;
    event.grid = request.grid;
    event.block = request.block;
    event.dynamic_shared_bytes = request.dynamic_shared_bytes;
    event.static_shared_bytes = request.executable->static_shared_bytes;
    event.parameters = request.parameters;
    event.ordered = ordered;
    return event;
}

namespace {

/// Warp instructions between two looks at whether to stop.
constexpr std::uint64_t kGrain = 1 << 16;

/// What the host threads of one parallel launch share.
struct SharedRun {
    std::atomic<std::uint64_t> next_block = 0;
    std::atomic<std::uint64_t> executed = 0;
    std::atomic<bool> stop = false;
    std::atomic<bool> faulted = false;
    std::atomic<bool> interrupted = false;
};

/// Takes blocks until there are none, or somebody has to stop.
void run_blocks(const LaunchPlan& plan, Engine& engine, BlockParts& parts, SharedRun& run) {
    const std::uint64_t blocks = volume(plan.facts.grid);
    Block block;
    while (!run.stop.load(std::memory_order_relaxed)) {
        const std::uint64_t linear = run.next_block.fetch_add(1, std::memory_order_relaxed);
        if (linear >= blocks) return;
        Parts own = parts.begin(linear);
        engine.observers = own.pointers();
        engine.start_block(block, linear);
        TurnEnd end = TurnEnd::Limit;
        while (end == TurnEnd::Limit) {
            std::uint64_t executed = 0;
            end = engine.run_block(block, kGrain, executed);
            const std::uint64_t total =
                run.executed.fetch_add(executed, std::memory_order_relaxed) + executed;
            if (LaunchProgress* progress = plan.options.progress) {
                progress->warp_instructions.store(total, std::memory_order_relaxed);
                if (end == TurnEnd::Finished)
                    progress->blocks_done.fetch_add(1, std::memory_order_relaxed);
            }
            const std::atomic<bool>* interrupt = plan.options.interrupt;
            if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed))
                run.interrupted = true;
            // Where exactly a budget ends is for the canonical rerun to say.
            if (end == TurnEnd::Fault || total > plan.options.max_instructions) run.faulted = true;
            if (run.faulted || run.interrupted || plan.tracker->overlap_found()) {
                run.stop = true;
                break;
            }
        }
        parts.end(linear, std::move(own));
    }
}

/// Runs an independent launch on `host_threads` threads. False when it has to be undone and run
/// again.
bool run_parallel(const LaunchPlan& plan, unsigned host_threads,
                  const std::vector<Observer*>& observers, LaunchResult& result) {
    SharedRun run;
    if (plan.options.progress != nullptr) plan.options.progress->blocks_done = 0;
    BlockParts parts(plan.request->id, observers);
    TurnPolicy policy(plan.options.seed); // a pure function of its arguments: shared
    const std::uint64_t blocks = volume(plan.facts.grid);
    const unsigned threads = static_cast<unsigned>(
        std::max<std::uint64_t>(1, std::min<std::uint64_t>(host_threads, blocks)));
    std::vector<std::unique_ptr<Engine>> engines;
    for (unsigned t = 0; t < threads; ++t)
        engines.push_back(std::make_unique<Engine>(plan, policy));
    std::vector<std::thread> others;
    for (unsigned t = 1; t < threads; ++t)
        others.emplace_back([&, t] { run_blocks(plan, *engines[t], parts, run); });
    run_blocks(plan, *engines[0], parts, run);
    for (std::thread& t : others)
        t.join();
    if (run.faulted || plan.tracker->overlap_found()) return false;
    parts.finish();
    for (const auto& engine : engines)
        result.statistics.add(engine->statistics());
    result.statistics.warp_instructions = run.executed;
    result.outcome = run.interrupted ? LaunchOutcome::Interrupted : LaunchOutcome::Finished;
    return true;
}

LaunchResult run_canonical(const LaunchRequest& request, const GpuSpec& gpu, DeviceMemory& memory,
                           const LaunchOptions& options, const std::vector<Observer*>& observers,
                           bool ordered) {
    SteppedLaunch launch(request, gpu, memory, options, observers, ordered);
    launch.run(UINT64_MAX);
    return launch.result();
}

/// Runs a launch whose code looks independent. What stops a run on several threads depends on their
/// timing, so it is undone and run again on one; a fault or a dependence found there is a function
/// of the launch alone.
LaunchResult run_independent(const LaunchRequest& request, const GpuSpec& gpu, DeviceMemory& memory,
                             const LaunchOptions& options,
                             const std::vector<Observer*>& observers) {
    DependenceTracker tracker(memory);
    const LaunchPlan plan = make_plan(request, gpu, memory, &tracker, options, observers);
    unsigned threads = plan.interest.one_thread ? 1 : std::max(options.host_threads, 1u);
    while (true) {
        LaunchResult result;
        tracker.set_single_threaded(threads == 1);
        if (run_parallel(plan, threads, observers, result)) return result;
        // Blocks may have met in a line without touching the same word of it.
        const bool refined = tracker.overlap_found() && tracker.refine();
        const bool settled = threads == 1 && !refined;
        const bool dependent = settled && tracker.overlap_found();
        tracker.restore();
        for (Observer* o : observers)
            o->on_launch_restart(launch_event(request, dependent));
        if (!refined) threads = 1;
        if (!settled) continue;
        result = run_canonical(request, gpu, memory, options, observers, dependent);
        result.ordered = dependent;
        if (dependent) result.ordered_reason = "its blocks touched each other's memory";
        return result;
    }
}

} // namespace

std::string reason_for_order(const LaunchRequest& request) {
    const std::uint64_t blocks = volume(request.grid);
    if (blocks == 1) return {};
    if (blocks > DependenceTracker::kLargestTag) return "more than 2^30 blocks";
    return request.cooperative() ? "a cooperative launch" : request.executable->ordered_reason;
}

LaunchResult run_launch(const LaunchRequest& request, const GpuSpec& gpu, DeviceMemory& memory,
                        const LaunchOptions& options, const std::vector<Observer*>& observers) {
    const std::uint64_t blocks = volume(request.grid);
    const std::string reason = reason_for_order(request);
    const bool interleaved = options.forced != nullptr && options.forced->between_blocks();
    const bool ordered = !reason.empty() || interleaved;
    for (Observer* o : observers)
        o->on_launch(launch_event(request, ordered));
    LaunchResult result = ordered || blocks == 1 || options.forced != nullptr
                              ? run_canonical(request, gpu, memory, options, observers, ordered)
                              : run_independent(request, gpu, memory, options, observers);
    if (ordered) result.ordered_reason = reason;
    const LaunchEndEvent end = {request.id, result.outcome, result.statistics.warp_instructions};
    for (Observer* o : observers)
        o->on_launch_end(end);
    return result;
}

} // namespace warpscope
