// From what a launch counted to the LaunchReport that is shown.
#pragma once

#include "runtime/report/source_files.h"
#include "sim/exec/launch.h"
#include "sim/report/launch_report.h"

namespace warpscope::report {

/// Everything but the findings and the capsule. `seconds` is the host time the launch took.
LaunchReport make_launch_report(const LaunchRequest& request, const LaunchResult& result,
                                double seconds, SourceFiles& sources);

/// The outcome as reports name it: "finished", "budget exhausted", …
std::string outcome_name(LaunchOutcome outcome);

/// `_Z3addPfi` is `add(float*, int)`; a name that is not mangled stays as it is.
std::string demangle(const std::string& name);

/// The source lines of an instruction, innermost first; empty when the PTX names none.
std::vector<SourceLine> source_chain(const Executable& executable, CodePosition at,
                                     SourceFiles& sources);
std::vector<SourceLine> source_chain(const Module& module, const Function& function,
                                     std::uint32_t instruction, SourceFiles& sources);

/// Null when `at` names none: the `ret` that the emulator adds has no source.
const Instruction* instruction_at(const Executable& executable, CodePosition at);
/// Line `number` of the kernel's PTX, without surrounding blanks.
std::string ptx_line_text(const Executable& executable, std::uint32_t number);

} // namespace warpscope::report
