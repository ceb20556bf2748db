// Where a launch may have gone wrong that ended with a fault on a GPU: the driver names no place,
// so the emulator runs the launch again from the same memory, with all checkers, and if it ends
// well, in some other orders of its threads.
#pragma once

#include <vector>

#include "runtime/report/owned_rules.h"
#include "runtime/report/source_files.h"
#include "sim/debug/capsule.h"
#include "sim/report/comparison.h"

namespace warpscope::compare {

FaultSearch search_fault(const Capsule& before, const std::vector<report::OwnedRule>& owned,
                         report::SourceFiles& sources);

} // namespace warpscope::compare
