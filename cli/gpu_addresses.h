// Keeping this process away from the addresses that launches have on emulator and GPU.
#pragma once

#include "runtime/compare/gpu_twin.h"

namespace warpscope::cli {

/// The addresses of launches that run in this process have to be free in this process, which is
/// chance: Linux puts libraries anywhere. So the process starts over with its own command line
/// until they are.
Status keep_emulator_addresses(compare::GpuTwin& twin, std::uint64_t memory_bytes);

} // namespace warpscope::cli
