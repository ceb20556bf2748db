// Finds names, threads and source lines for what a violation gives as numbers.
#include "runtime/report/violations.h"

#include <fmt/format.h>

#include "runtime/report/allocation_text.h"
#include "runtime/report/statistics.h"
#include "runtime/report/units.h"
#include "sim/exec/layout.h"

namespace warpscope::report {
namespace {

/// `tile` of a block's shared memory, with the offset in it.
std::string shared_place(const Violation& v, const LaunchFacts* launch) {
    std::string text = fmt::format("shared memory, offset {}", grouped(v.address));
    if (launch == nullptr) return text;
    std::vector<const Function*> functions;
    for (const ExecutableFunction& f : launch->executable->functions)
        functions.push_back(f.source);
    const SharedLayout layout = lay_out_shared(*launch->executable->instance->module, functions);
    const OffsetsByName::value_type* best = nullptr;
    for (const auto& variable : layout.variables) // those without a size come last
        if (variable.second.offset <= v.address &&
            (best == nullptr || variable.second.offset > best->second.offset))
            best = &variable;
    if (best == nullptr) return text;
    return text + fmt::format(": byte {} of `{}`", grouped(v.address - best->second.offset),
                              demangle(best->first));
}

std::string global_place(const Violation& v, const DeviceMemory& memory) {
    const Allocation* a = memory.find(v.address);
    std::string text = fmt::format("global memory, address {}", hexadecimal(v.address));
    if (a == nullptr) return text;
    text +=
        fmt::format(": byte {} of {}", grouped(v.address - a->base), allocation_text(facts_of(*a)));
    if (v.width != 0 && (v.address - a->base) % v.width == 0)
        text += fmt::format(", element {} of {}", grouped((v.address - a->base) / v.width),
                            counted(v.width, "byte"));
    return text;
}

std::string place(const Violation& v, const LaunchFacts* launch, const DeviceMemory& memory) {
    switch (v.space) {
    case Space::Shared: return shared_place(v, launch);
    case Space::Local: return fmt::format("local memory, offset {}", grouped(v.address));
    default: return global_place(v, memory);
    }
}

} // namespace

FindingParty describe(const Party& party, const FindLaunch& launches, SourceFiles& sources) {
    FindingParty p;
    p.does = party.does;
    p.launch = party.launch;
    p.warp = party.warp.warp;
    p.lane = party.lane;
    const LaunchFacts* launch = launches(party.launch);
    if (launch == nullptr) return p;
    const Executable& executable = *launch->executable;
    p.kernel = demangle(executable.kernel.substr(0, executable.kernel.find("$m")));
    p.block = from_linear_index(party.warp.block, launch->grid);
    p.thread =
        from_linear_index(std::uint64_t{party.warp.warp} * kLanes + party.lane, launch->block);
    p.source = source_chain(executable, party.at, sources);
    if (const Instruction* instruction = instruction_at(executable, party.at)) {
        p.ptx_line = instruction->line;
        p.ptx_text = ptx_line_text(executable, instruction->line);
    }
    return p;
}

Finding make_finding(const Violation& violation, const std::string& checker,
                     const FindLaunch& launches, const DeviceMemory& memory, SourceFiles& sources) {
    const FindingParty here = describe(violation.here, launches, sources);
    Finding f;
    f.checker = checker;
    f.kind = violation.kind;
    f.classes = violation.classes;
    f.severity = violation.severity;
    f.message = violation.message;
    f.advice = violation.advice;
    f.launch = here.launch;
    f.kernel = here.kernel;
    f.block = here.block;
    f.thread = here.thread;
    f.has_thread = !violation.whole_launch;
    f.warp = here.warp;
    f.lane = here.lane;
    f.lanes = violation.here.lanes;
    f.source = here.source;
    f.ptx_line = here.ptx_line;
    f.ptx_text = here.ptx_text;
    for (const Party& other : violation.others)
        f.parties.push_back(describe(other, launches, sources));
    f.has_address = violation.has_address;
    f.address = violation.address;
    if (f.has_address)
        f.details.push_back("in " + place(violation, launches(violation.here.launch), memory));
    if (f.has_address && violation.space == Space::Global)
        if (const Allocation* a = memory.find(f.address)) f.memory = reference_to(*a);
    f.details.insert(f.details.end(), violation.details.begin(), violation.details.end());
    f.times = violation.times;
    return f;
}

} // namespace warpscope::report
