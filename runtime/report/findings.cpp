// Builds findings from faults and folds equal ones.
#include "runtime/report/findings.h"

#include <algorithm>
#include <string>

#include "runtime/report/fault_text.h"
#include "runtime/report/statistics.h"
#include "sim/events/names.h"

namespace warpscope::report {
namespace {

std::string checker_of(FaultKind kind) {
    switch (kind) {
    case FaultKind::OutOfBounds:
    case FaultKind::Misaligned:
    case FaultKind::UseAfterFree:
    case FaultKind::ReadOnly:
    case FaultKind::DoubleFree:
    case FaultKind::BadFree:
    case FaultKind::WrongSpace: return "memory";
    case FaultKind::DivergentBarrier:
    case FaultKind::BadBarrier:
    case FaultKind::BadMemberMask:
    case FaultKind::Deadlock: return "sync";
    default: return "execution";
    }
}

std::vector<SourceLine> whole_chain(const FaultEvent& fault, const Executable& executable,
                                    SourceFiles& sources) {
    std::vector<SourceLine> chain = source_chain(executable, fault.at, sources);
    for (const CodePosition& caller : fault.callers) {
        std::vector<SourceLine> outer = source_chain(executable, caller, sources);
        if (!outer.empty() && !chain.empty()) outer.front().relation = SourceRelation::CalledFrom;
        chain.insert(chain.end(), outer.begin(), outer.end());
    }
    return chain;
}

void set_thread(Finding& finding, const FaultEvent& fault, const LaunchRequest& request) {
    finding.warp = fault.warp.warp;
    finding.lane = fault.lane;
    finding.lanes = fault.lanes;
    if (volume(request.grid) != 0) {
        finding.block = from_linear_index(fault.warp.block, request.grid);
    }
    if (volume(request.block) != 0) {
        const std::uint64_t thread = std::uint64_t{fault.warp.warp} * kLanes + fault.lane;
        finding.thread = from_linear_index(thread, request.block);
    }
}

bool same_place(const SourceLine& a, const SourceLine& b) {
    return a.file == b.file && a.line == b.line && a.column == b.column && a.function == b.function;
}

/// Of what checkers find, instructions of one place in the source are one: loops are unrolled.
template<class Place>
bool same_instruction_or_place(const Place& a, const Place& b, bool by_place) {
    if (by_place && !a.source.empty() && a.source.front().line != 0) return true;
    return a.ptx_line == b.ptx_line && a.ptx_text == b.ptx_text;
}

bool same_party(const FindingParty& a, const FindingParty& b) {
    return a.kernel == b.kernel && same_instruction_or_place(a, b, true) &&
           std::equal(a.source.begin(), a.source.end(), b.source.begin(), b.source.end(),
                      same_place);
}

bool equal(const Finding& a, const Finding& b) {
    const bool by_place = a.checker == "race" || a.checker == "initialized";
    return a.checker == b.checker && a.kind == b.kind && a.severity == b.severity &&
           a.classes == b.classes && a.kernel == b.kernel &&
           same_instruction_or_place(a, b, by_place) &&
           std::equal(a.source.begin(), a.source.end(), b.source.begin(), b.source.end(),
                      same_place) &&
           std::equal(a.parties.begin(), a.parties.end(), b.parties.begin(), b.parties.end(),
                      same_party);
}

void fold_into(Finding& first, const Finding& finding) {
    first.times += finding.times;
    if (!first.explain.empty() || finding.explain.empty()) return;
    first.explain = finding.explain;
    first.not_kept.clear();
}

Finding* find_equal(std::vector<Finding>& findings, const Finding& finding) {
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [&](const Finding& other) { return equal(finding, other); });
    return found == findings.end() ? nullptr : &*found;
}

} // namespace

Finding make_finding(const FaultEvent& fault, const LaunchRequest& request,
                     const DeviceMemory& memory, const LaunchOptions& options,
                     SourceFiles& sources) {
    const Executable& executable = *request.executable;
    const Instruction* instruction = instruction_at(executable, fault.at);
    const FaultScene scene{fault, request, memory, options, instruction};
    Finding finding;
    finding.checker = checker_of(fault.kind);
    finding.kind = name_of(fault.kind);
    finding.message = fault_message(scene);
    finding.details = fault_details(scene);
    finding.advice = fault_advice(scene);
    finding.launch = request.id;
    finding.kernel = demangle(executable.kernel);
    set_thread(finding, fault, request);
    finding.source = whole_chain(fault, executable, sources);
    if (instruction) {
        finding.ptx_line = instruction->line;
        finding.ptx_text = ptx_line_text(executable, instruction->line);
    }
    finding.has_address = has_address(fault);
    finding.address = fault.address;
    finding.memory = fault_memory(scene);
    return finding;
}

void fold_findings(std::vector<Finding>& findings) {
    std::vector<Finding> folded;
    for (Finding& finding : findings) {
        Finding* first = find_equal(folded, finding);
        if (first) {
            fold_into(*first, finding);
        } else {
            folded.push_back(std::move(finding));
        }
    }
    findings = std::move(folded);
}

void fold_run(RunReport& run) {
    std::uint64_t number = 0;
    const auto name_all = [&](std::vector<Finding>& findings) {
        for (Finding& finding : findings)
            finding.id = "F" + std::to_string(++number);
    };
    for (std::size_t l = 0; l < run.launches.size(); ++l) {
        std::vector<Finding>& findings = run.launches[l].findings;
        fold_findings(findings);
        std::erase_if(findings, [&](const Finding& finding) {
            for (std::size_t earlier = 0; earlier < l; ++earlier) {
                if (Finding* first = find_equal(run.launches[earlier].findings, finding)) {
                    fold_into(*first, finding);
                    return true;
                }
            }
            return false;
        });
        name_all(findings);
    }
    fold_findings(run.findings);
    name_all(run.findings);
}

} // namespace warpscope::report
