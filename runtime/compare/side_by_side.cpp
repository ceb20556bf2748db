// Runs, and compares memory; what differs is described in describe.cpp.
#include "runtime/compare/side_by_side.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "runtime/compare/bisect.h"
#include "runtime/compare/describe.h"
#include "runtime/compare/executions.h"
#include "runtime/compare/fault_search.h"
#include "runtime/compare/gpu_images.h"
#include "runtime/compare/owners.h"
#include "runtime/driver/faults.h"
#include "runtime/report/gpu_fault.h"
#include "runtime/report/units.h"

namespace warpscope::compare {
namespace {

using report::counted;

/// Offsets of the words in which the two differ.
std::vector<std::uint64_t> differing_words(const std::uint8_t* a, const std::uint8_t* b,
                                           std::uint64_t bytes) {
    constexpr std::uint64_t kStep = 4096;
    std::vector<std::uint64_t> words;
    for (std::uint64_t at = 0; at < bytes; at += kStep) {
        const std::uint64_t end = std::min(bytes, at + kStep);
        if (std::memcmp(a + at, b + at, end - at) == 0) continue;
        for (std::uint64_t word = at; word < end; word += kWordBytes)
            if (std::memcmp(a + word, b + word, std::min(kWordBytes, end - word)) != 0)
                words.push_back(word);
    }
    return words;
}

std::map<std::string, std::uint64_t> lines_of(const std::string& text) {
    std::map<std::string, std::uint64_t> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        ++lines[line];
    return lines;
}

/// Lines of `a` that `b` does not have as often.
std::vector<std::string> lines_without(const std::map<std::string, std::uint64_t>& a,
                                       const std::map<std::string, std::uint64_t>& b) {
    std::vector<std::string> lines;
    for (const auto& [line, times] : a) {
        const auto other = b.find(line);
        if (times > (other == b.end() ? 0 : other->second)) lines.push_back(line);
    }
    return lines;
}

/// What a diagnostic says, for the middle of a sentence.
std::string words_of(const Diagnostic& diagnostic) {
    if (diagnostic.where.file.empty()) return diagnostic.message;
    return fmt::format("{}:{}: {}", diagnostic.where.file, diagnostic.where.line,
                       diagnostic.message);
}

std::string why_emulator_stopped(const LaunchResult& result) {
    switch (result.outcome) {
    case LaunchOutcome::Fault: return "the launch ended with a fault on the emulator";
    case LaunchOutcome::Deadlock: return "the launch ended in a deadlock on the emulator";
    case LaunchOutcome::BudgetExhausted:
        return "the launch did not end within the emulator's budget of instructions";
    case LaunchOutcome::Interrupted: return "the launch was interrupted";
    default: return {};
    }
}

} // namespace

Diagnostic cannot_compare(const std::string& what) {
    return {{}, "a launch with " + what + " cannot be compared", ""};
}

Result<CompareOptions> compare_options(const report::RunSettings& settings) {
    Result<std::vector<ToleranceRule>> rules = parse_tolerances(settings.tolerances);
    if (!rules) return rules.error();
    CompareOptions options;
    options.owned = settings.owned;
    options.bisect = settings.bisect;
    options.executions = settings.executions;
    options.tolerances = std::move(*rules);
    return options;
}

bool is_comparable(const CapsuleAllocation& a, const Capsule& before) {
    if (a.kind == AllocationKind::Array) return shown_by_surface(before, a.base);
    return a.kind == AllocationKind::Device || a.kind == AllocationKind::Managed ||
           a.kind == AllocationKind::ModuleVariable;
}

void SideBySide::begin(Capsule before, const LaunchRequest& request) {
    before_ = std::move(before);
    why_not_.clear();
    declared_ = report::parameters_of(options_.owned, *request.executable);
    has_owned_ = !owned_in(before_, declared_).empty();
    const Watching watching = has_owned_ ? Watching::Owners : Watching::Nothing;
    if (Status loaded = twin_.load(before_, request, watching); !loaded)
        why_not_ = words_of(loaded.error());
}

LaunchComparison SideBySide::not_compared(const std::string& why) const {
    LaunchComparison comparison;
    comparison.verdict = LaunchComparison::Verdict::NotCompared;
    comparison.why = why;
    comparison.gpu = twin_.name();
    return comparison;
}

/// False when the twin cannot be read; `why` of the comparison says so then.
bool SideBySide::compare_memory(const DeviceMemory& memory, std::vector<DifferingBuffer>& differing,
                                LaunchComparison& comparison) {
    for (const CapsuleAllocation& a : before_.memory) {
        const Allocation* emulator = memory.find(a.base);
        if (!is_comparable(a, before_) || emulator == nullptr) continue;
        std::vector<std::uint8_t> bytes(a.size);
        if (Status read = twin_.read(a, {emulator->bytes(), a.size}, bytes); !read) {
            comparison.why = words_of(read.error());
            return false;
        }
        ++comparison.buffers;
        comparison.bytes += a.size;
        std::vector<std::uint64_t> words = differing_words(emulator->bytes(), bytes.data(), a.size);
        if (!words.empty()) differing.push_back({&a, emulator, std::move(bytes), std::move(words)});
    }
    return true;
}

void SideBySide::count_executions(LaunchComparison& comparison, report::SourceFiles& sources) {
    Result<std::vector<LineExecutions>> lines = compare::count_executions(twin_, before_, sources);
    if (lines)
        comparison.executions = std::move(*lines);
    else
        comparison.executions_why_not = words_of(lines.error());
}

/// Of what has no known reason, if there is any.
void SideBySide::find_beginning(LaunchComparison& comparison, report::SourceFiles& sources) {
    const BufferComparison* chosen = nullptr;
    for (const BufferComparison& buffer : comparison.differing)
        if (buffer.differing != 0 && (chosen == nullptr || chosen->unexplained == 0))
            if (chosen == nullptr || buffer.unexplained != 0) chosen = &buffer;
    if (chosen == nullptr) return;
    bisected_ = true;
    comparison.bisection = bisect(twin_, before_, chosen->first, sources);
}

void SideBySide::describe_error(const TwinEnd& end, LaunchComparison& comparison,
                                report::SourceFiles& sources) const {
    comparison.verdict = LaunchComparison::Verdict::Different;
    comparison.gpu_error = end.error;
    if (end.refused) return;
    comparison.gpu_error_causes = driver::causes_of(static_cast<driver::Error>(end.error_number));
    comparison.fault_search = search_fault(before_, options_.owned, sources);
}

LaunchComparison SideBySide::end(const LaunchRequest& request, const EmulatorEnd& emulator,
                                 report::SourceFiles& sources) {
    using Verdict = LaunchComparison::Verdict;
    if (!why_not_.empty()) return not_compared(why_not_);
    if (const std::string why = why_emulator_stopped(emulator.result); !why.empty())
        return not_compared(why + ", so it was not run on the GPU");
    OwnershipLog owners;
    if (has_owned_) owners = owners_on_emulator(before_, declared_);
    const Result<TwinEnd> twin = twin_.run(request, owners.buffers);
    if (!twin) return not_compared(words_of(twin.error()));
    LaunchComparison comparison;
    comparison.gpu = twin_.name();
    comparison.gpu_microseconds = twin->microseconds;
    if (!twin->error.empty()) {
        describe_error(*twin, comparison, sources);
        return comparison;
    }
    std::vector<DifferingBuffer> differing;
    if (!compare_memory(emulator.memory, differing, comparison))
        return not_compared(comparison.why);
    if (has_owned_)
        comparison.owners = compare_owners(
            owners, twin->owners, request,
            [&](Address a) { return named_buffer(before_, *request.executable, a); }, sources);
    comparison.stray = twin_.stray_writes();
    const auto here = lines_of(emulator.printed), there = lines_of(twin->printed);
    comparison.prints_differ = here != there;
    comparison.printed_on_emulator_only = lines_without(here, there);
    comparison.printed_on_gpu_only = lines_without(there, here);
    if (!differing.empty() || comparison.prints_differ || !comparison.stray.empty())
        describe_differences(before_, differing, options_, sources, comparison);
    if (comparison.owners.differing != 0) comparison.verdict = Verdict::Different;
    if (options_.bisect && !bisected_) find_beginning(comparison, sources);
    if (options_.executions) count_executions(comparison, sources);
    if (const ProfilerCounters counters = twin_.counters(); !counters.profiler.empty())
        comparison.counters = compare_counters(before_, counters);
    return comparison;
}

std::vector<Finding> findings_of(const LaunchComparison& comparison, const ComparedLaunch& launch) {
    std::vector<Finding> findings;
    if (comparison.verdict != LaunchComparison::Verdict::Different) return findings;
    Finding f;
    f.checker = "compare";
    f.launch = launch.number;
    f.kernel = launch.kernel;
    f.has_thread = false;
    if (!comparison.gpu_error.empty()) {
        Finding fault = f;
        fault.kind = report::kGpuFault;
        fault.message =
            "the GPU ended with an error where the emulator ended well: " + comparison.gpu_error;
        fault.details =
            report::gpu_fault_details(launch.grid, launch.block, comparison.gpu_error_causes);
        report::add_search(comparison.fault_search, fault);
        findings.push_back(std::move(fault));
    }
    for (const BufferComparison& buffer : comparison.differing) {
        if (buffer.unexplained == 0) continue;
        Finding one = f;
        one.kind = "OutputsDiffer";
        one.message =
            fmt::format("{} of {} without a known reason on emulator and GPU",
                        buffer.unexplained == 1 ? "one element"
                                                : report::grouped(buffer.unexplained) + " elements",
                        buffer.name + (buffer.unexplained == 1 ? " differs" : " differ"));
        one.source = buffer.first.writer.source;
        one.has_address = true;
        one.address = buffer.address + buffer.first.offset;
        one.memory = buffer.memory;
        findings.push_back(one);
    }
    for (const std::string& stray : comparison.stray) {
        Finding one = f;
        one.kind = "StrayWrite";
        one.message = stray;
        findings.push_back(one);
    }
    if (comparison.owners.differing != 0) {
        Finding one = f;
        one.kind = "OwnersDiffer";
        one.message =
            fmt::format("{} of owned buffers {} written by others on the GPU than on the emulator",
                        counted(comparison.owners.differing, "element"),
                        comparison.owners.differing == 1 ? "is" : "are");
        findings.push_back(one);
    }
    if (comparison.prints_differ) {
        Finding one = f;
        one.kind = "PrintsDiffer";
        one.message = "the kernel printed other lines on the GPU than on the emulator";
        for (const std::string& line : comparison.printed_on_emulator_only)
            one.details.push_back("on the emulator only: " + line);
        for (const std::string& line : comparison.printed_on_gpu_only)
            one.details.push_back("on the GPU only: " + line);
        findings.push_back(one);
    }
    return findings;
}

} // namespace warpscope::compare
