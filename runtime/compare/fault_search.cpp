// One run with checkers, and some without.
#include "runtime/compare/fault_search.h"

#include <fmt/format.h>

#include "runtime/report/checks.h"
#include "runtime/report/findings.h"
#include "runtime/report/interrupts.h"
#include "sim/debug/announce_memory.h"
#include "sim/debug/ptx_run.h"

namespace warpscope::compare {
namespace {

/// Orders of threads that are tried besides the first.
constexpr std::uint64_t kSeeds = 3;
/// Warp instructions of a launch that is run again without checkers.
constexpr std::uint64_t kLongLaunch = std::uint64_t{1} << 30;

class Search {
public:
    Search(const Capsule& before, report::SourceFiles& sources)
        : before_(before), sources_(sources) {}

    FaultSearch take(const std::vector<report::OwnedRule>& owned) {
        run_checked(owned);
        for (std::uint64_t n = 1; n <= kSeeds && goes_on(); ++n)
            run_in_order(before_.seed + n);
        if (search_.conclusion.empty()) search_.conclusion = what_was_tried();
        return std::move(search_);
    }

private:
    bool goes_on() const {
        return search_.conclusion.empty() && search_.faults.empty() &&
               warp_instructions_ < kLongLaunch;
    }

    bool prepare(PreparedLaunch& launch) {
        Result<PreparedLaunch> prepared = prepare_launch(before_);
        if (!prepared) {
            search_.conclusion = "the emulator cannot run the launch: " + prepared.error().message;
            return false;
        }
        launch = std::move(*prepared);
        launch.options.interrupt = &report::InterruptWatch::flag();
        for (const SourceText& text : launch.sources)
            sources_.provide(text.file, text.text);
        return true;
    }

    void note_end(const PreparedLaunch& launch, const LaunchResult& result) {
        warp_instructions_ = result.statistics.warp_instructions;
        if (result.outcome == LaunchOutcome::Interrupted)
            search_.conclusion = "the emulator was interrupted before it knew more";
        if (result.fault.kind != FaultKind::None)
            search_.faults.push_back(report::make_finding(
                result.fault, launch.request, *launch.memory, launch.options, sources_));
    }

    void run_checked(const std::vector<report::OwnedRule>& owned) {
        PreparedLaunch launch;
        if (!prepare(launch)) return;
        const Result<std::vector<std::string>> all = checkers_named("all");
        report::Checks checks(*all, report::CheckScope::Small, owned);
        const bool checked = checks.begin(launch.request);
        if (!checked) unchecked_ = checks.why_ended();
        const std::vector<Observer*> observers = checks.observers();
        announce_as_written(*launch.memory, observers);
        const PreparedResult ended = run_prepared(launch, observers);
        note_end(launch, ended.result);
        if (!search_.faults.empty())
            search_.conclusion = "so the launch goes wrong on the emulator, too";
        if (!checked) return;
        for (Finding& finding : checks.end(launch.request, ended.result, *launch.memory, sources_))
            if (finding.severity != Severity::Note) search_.noticed.push_back(std::move(finding));
        report::fold_findings(search_.noticed);
    }

    void run_in_order(std::uint64_t seed) {
        PreparedLaunch launch;
        if (!prepare(launch)) return;
        launch.options.seed = seed;
        const PreparedResult ended = run_prepared(launch);
        note_end(launch, ended.result);
        ++orders_;
        if (!search_.faults.empty())
            search_.conclusion = fmt::format(
                "the emulator does so only when its threads take turns in another order: --seed {}",
                seed);
    }

    std::string what_was_tried() const {
        std::string text = "the emulator finishes the launch from the same memory";
        if (orders_ != 0) text += fmt::format(", in {} other orders of its threads, too", orders_);
        if (!unchecked_.empty()) return text + "; its checkers did not look: " + unchecked_;
        return text + (search_.noticed.empty() ? "; its checkers find nothing" : "");
    }

    const Capsule& before_;
    report::SourceFiles& sources_;
    FaultSearch search_;
    std::string unchecked_;
    std::uint64_t warp_instructions_ = 0;
    unsigned orders_ = 0;
};

} // namespace

FaultSearch search_fault(const Capsule& before, const std::vector<report::OwnedRule>& owned,
                         report::SourceFiles& sources) {
    return Search(before, sources).take(owned);
}

} // namespace warpscope::compare
