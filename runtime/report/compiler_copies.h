// Copies that the compiler made of an assignment of a structure: they move its padding, too.
#pragma once

#include "sim/checkers/violation.h"
#include "sim/exec/executable.h"

namespace warpscope::report {

/// Whether the read of what nothing wrote only feeds stores, and either no line of the source
/// stands for it or some bytes of what it reads were written: nothing is computed from it.
bool is_copy(const Executable& executable, const Violation& violation);

} // namespace warpscope::report
