// From an element that differs back to the first instruction whose result differs.
#pragma once

#include "runtime/compare/trace.h"
#include "runtime/compare/twin.h"
#include "runtime/report/source_files.h"
#include "sim/report/comparison.h"

namespace warpscope::compare {

/// Traces the thread that last wrote `element` on the emulator, on both devices; where its first
/// differing result is something it read, goes on with the thread that wrote that.
Bisection bisect(Twin& twin, const Capsule& before, const ElementDifference& element,
                 report::SourceFiles& sources);

} // namespace warpscope::compare
