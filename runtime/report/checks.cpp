// Runs checkers beside launches as long as that is wanted.
#include "runtime/report/checks.h"

#include <algorithm>

#include <fmt/format.h>

#include "runtime/report/compiler_copies.h"
#include "runtime/report/units.h"

namespace warpscope::report {
namespace {

// Checkers take about 0.1 microseconds a warp instruction: what is checked in passing stays within
// some seconds.
constexpr std::uint64_t kSmallThreads = std::uint64_t{1} << 22;
constexpr std::uint64_t kSmallInstructions = std::uint64_t{1} << 24;

} // namespace

Checks::Checks(const std::vector<std::string>& ids, CheckScope scope, std::vector<OwnedRule> owned)
    : owned_(std::move(owned)), scope_(scope) {
    for (const std::string& id : ids)
        for (std::unique_ptr<Checker>& checker : make_checkers({id}))
            checkers_.push_back({id, std::move(checker)});
}

std::vector<Observer*> Checks::observers() const {
    std::vector<Observer*> all;
    for (const Entry& entry : checkers_)
        all.push_back(entry.checker.get());
    return all;
}

bool Checks::looks_for(const std::string& id) const {
    return std::any_of(checkers_.begin(), checkers_.end(),
                       [&](const Entry& entry) { return entry.id == id; });
}

bool Checks::begin(const LaunchRequest& request) {
    if (checkers_.empty()) return false;
    const std::uint64_t threads = volume(request.grid) * volume(request.block);
    if (scope_ == CheckScope::Small && threads > kSmallThreads)
        why_ended_ = fmt::format("launch {} has {} threads", request.id, grouped(threads));
    else if (scope_ == CheckScope::Small && checked_ > kSmallInstructions)
        why_ended_ = fmt::format("the {} before launch {} were many",
                                 counted(checked_, "warp instruction"), request.id);
    if (!why_ended_.empty()) {
        why_ended_ += "; `--check all` checks them, too";
        checkers_.clear();
        launches_.clear();
        return false;
    }
    launches_[request.id] = {request.executable, request.grid, request.block};
    notes_ = apply_owned_rules(request);
    return true;
}

/// A rule that names no parameter of a kernel is told of once: it may be meant for another kernel.
std::vector<Finding> Checks::apply_owned_rules(const LaunchRequest& request) {
    std::vector<Finding> notes;
    if (owned_.empty()) return notes;
    std::vector<OwnedParameter> parameters;
    for (const OwnedRule& rule : owned_) {
        if (!names_kernel(rule, *request.executable)) continue;
        const Result<OwnedParameter> parameter = parameter_of(rule, *request.executable);
        if (parameter) parameters.push_back(*parameter);
        if (parameter || !told_.insert({rule.text, request.executable->kernel}).second) continue;
        Finding note;
        note.checker = "ownership";
        note.kind = "NoSuchParameter";
        note.severity = Severity::Note;
        note.message = parameter.error().message;
        note.advice = parameter.error().hint;
        note.has_thread = false;
        notes.push_back(std::move(note));
    }
    for (const Entry& entry : checkers_)
        entry.checker->declare_owned(parameters);
    return notes;
}

std::vector<Finding> Checks::end(const LaunchRequest& request, const LaunchResult& result,
                                 const DeviceMemory& memory, SourceFiles& sources) {
    checked_ += result.statistics.warp_instructions;
    std::vector<Finding> found = std::exchange(notes_, {});
    for (std::vector<Finding> more = findings(memory, sources); Finding & finding : more)
        found.push_back(std::move(finding));
    for (Finding& finding : found)
        if (finding.launch == 0) finding.launch = request.id;
    return found;
}

std::vector<Finding> Checks::findings(const DeviceMemory& memory, SourceFiles& sources) {
    std::vector<Finding> findings;
    const FindLaunch find = [&](LaunchId id) -> const LaunchFacts* {
        const auto launch = launches_.find(id);
        return launch == launches_.end() ? nullptr : &launch->second;
    };
    for (const Entry& entry : checkers_)
        for (const Violation& violation : entry.checker->take_violations()) {
            const LaunchFacts* launch = find(violation.here.launch);
            if (violation.kind == "Uninitialized" && launch != nullptr &&
                is_copy(*launch->executable, violation))
                continue;
            findings.push_back(make_finding(violation, entry.id, find, memory, sources));
        }
    return findings;
}

} // namespace warpscope::report
