// Findings about launches that did not begin, because their kernel's contract or indices forbid it.
#pragma once

#include "runtime/report/source_files.h"
#include "sim/exec/contract_run.h"
#include "sim/report/finding.h"

namespace warpscope::report {

struct RefusedLaunch {
    LaunchId id = 0;
    std::string kernel; ///< in the PTX
    Dim3 grid, block;
    std::uint64_t dynamic_shared_bytes = 0;
};

/// A clause that does not hold: its text, both sides' values, its place.
Finding failed_clause(const RefusedLaunch& launch, const ClauseResult& clause,
                      SourceFiles& sources);

/// A contract that does what a contract may not do. `variant` is what was run.
Finding bad_contract(const RefusedLaunch& launch, const ContractOffence& offence,
                     const Executable& variant, SourceFiles& sources);

/// A contract that cannot be run at all.
Finding unusable_contract(const RefusedLaunch& launch, const Diagnostic& why);

/// Indices that would not be unique. `module` has the kernel.
Finding broken_demand(const RefusedLaunch& launch, const BrokenDemand& broken, const Module& module,
                      SourceFiles& sources);

/// "64", "-3", "true", "16 x 16 x 1", "0x20000000", "more than 64 bits".
std::string value_text(const ClauseValue& value);

} // namespace warpscope::report
