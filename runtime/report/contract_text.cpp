// The words of contract findings.
#include "runtime/report/contract_text.h"

#include <bit>

#include <fmt/format.h>

#include "runtime/report/statistics.h"
#include "runtime/report/units.h"
#include "sim/exec/reachable.h"

namespace warpscope::report {
namespace {

Finding start(const RefusedLaunch& launch, std::string_view kind) {
    Finding finding;
    finding.checker = "contract";
    finding.kind = kind;
    finding.launch = launch.id;
    finding.kernel = demangle(launch.kernel);
    finding.has_thread = false;
    return finding;
}

void add_shape(Finding& finding, const RefusedLaunch& launch) {
    std::string shape = fmt::format(
        "launched with a grid of {} x {} x {} blocks of {} x {} x {} threads", launch.grid.x,
        launch.grid.y, launch.grid.z, launch.block.x, launch.block.y, launch.block.z);
    if (launch.dynamic_shared_bytes != 0)
        shape += fmt::format(" and {} bytes of dynamic shared memory", launch.dynamic_shared_bytes);
    finding.details.push_back(std::move(shape));
    finding.details.emplace_back("nothing of the launch has run");
}

/// Of a contract of several lines clang names the last and nvcc the first: the line nearest to it
/// that has the clause.
std::uint32_t line_of_clause(const ClauseResult& clause, SourceFiles& sources) {
    constexpr std::uint32_t kLines = 40;
    const auto has_clause = [&](std::uint32_t line) {
        return sources.line(clause.file, line).find(clause.text) != std::string::npos;
    };
    for (std::uint32_t away = 0; away < kLines; ++away) {
        if (away < clause.line && has_clause(clause.line - away)) return clause.line - away;
        if (has_clause(clause.line + away)) return clause.line + away;
    }
    return clause.line;
}

} // namespace

std::string value_text(const ClauseValue& value) {
    switch (value.kind) {
    case ClauseValue::Kind::None: return "";
    case ClauseValue::Kind::Boolean: return value.bits != 0 ? "true" : "false";
    case ClauseValue::Kind::SignedInteger:
        return fmt::format("{}", static_cast<std::int64_t>(value.bits));
    case ClauseValue::Kind::UnsignedInteger: return fmt::format("{}", value.bits);
    case ClauseValue::Kind::Floating: return fmt::format("{}", std::bit_cast<double>(value.bits));
    case ClauseValue::Kind::Pointer: return hexadecimal(value.bits);
    case ClauseValue::Kind::Extents:
        return fmt::format("{} x {} x {}", value.bits >> 32, value.bits >> 16 & 0xFFFF,
                           value.bits & 0xFFFF);
    case ClauseValue::Kind::Overflow: return "(negative or more than 64 bits)";
    }
    return "";
}

Finding failed_clause(const RefusedLaunch& launch, const ClauseResult& clause,
                      SourceFiles& sources) {
    Finding finding = start(launch, "ClauseFailed");
    finding.message = fmt::format("the launch breaks the contract of its kernel: {}", clause.text);
    if (!clause.comparison.empty())
        finding.message += fmt::format(", but {} {} {} is false", value_text(clause.left),
                                       clause.comparison, value_text(clause.right));
    SourceLine line;
    line.file = clause.file;
    line.line = line_of_clause(clause, sources);
    line.function = finding.kernel;
    line.text = sources.line(line.file, line.line);
    finding.source.push_back(std::move(line));
    add_shape(finding, launch);
    finding.advice = "change the launch or its arguments so that the clause holds";
    return finding;
}

Finding bad_contract(const RefusedLaunch& launch, const ContractOffence& offence,
                     const Executable& variant, SourceFiles& sources) {
    Finding finding = start(launch, "BadContract");
    finding.message = fmt::format("the contract {}: clauses may use parameters and the launch's "
                                  "extents alone",
                                  offence.what);
    finding.source = source_chain(variant, offence.at, sources);
    add_shape(finding, launch);
    finding.advice =
        "write WS_REQUIRES at the top of the kernel, outside of branches, and pass what "
        "it needs as parameters";
    return finding;
}

Finding unusable_contract(const RefusedLaunch& launch, const Diagnostic& why) {
    Finding finding = start(launch, "BadContract");
    finding.message = "the contract cannot be evaluated: " + why.message;
    add_shape(finding, launch);
    finding.advice = why.hint;
    return finding;
}

Finding broken_demand(const RefusedLaunch& launch, const BrokenDemand& broken, const Module& module,
                      SourceFiles& sources) {
    Finding finding = start(launch, name_of(broken.kind));
    finding.message = broken.message;
    finding.details.emplace_back("nothing of the launch has run");
    finding.advice = broken.advice;
    if (const Function* kernel = module.find_function(launch.kernel)) {
        const auto functions = reachable_functions(module, *kernel);
        const CodePosition at = broken.demand.at;
        if (at.function < functions.size())
            finding.source = source_chain(module, *functions[at.function], at.instruction, sources);
    }
    return finding;
}

} // namespace warpscope::report
