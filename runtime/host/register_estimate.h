// An estimate of how many registers of a GPU a thread of a kernel takes.
#pragma once

#include "sim/exec/executable.h"
#include "sim/gpu/gpu_spec.h"

namespace warpscope::host {

/// PTX has registers without end; what counts is how many values are alive at once, with some to
/// spare for addresses and what the hardware's compiler adds.
unsigned estimate_registers(const Executable& executable, const GpuSpec& gpu);

} // namespace warpscope::host
