// Copies that the compiler made of an assignment of a structure: they move its padding, too.
#pragma once

#include "sim/exec/executable.h"
#include "sim/program/instruction.h"

namespace warpscope::report {

/// Whether the load at `at`, which no line of the source stands for, only feeds stores: nothing is
/// computed from what it reads, so it need not have been written.
bool is_compiler_copy(const Executable& executable, CodePosition at);

} // namespace warpscope::report
