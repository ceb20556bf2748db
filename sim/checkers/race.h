// The checker of data races in shared and global memory.
//
// Two accesses to a byte race when one of them is a write, nothing orders one before the other, and
// they are not both strong at scopes that include each other (PTX ISA, "Memory Consistency Model").
// Where order comes from barriers, warp synchronisation and launches, what is found does not depend
// on the order in which the emulator ran; where it comes from atomics and fences, it follows from
// the values that this run read.
#pragma once

#include <memory>

#include "sim/checkers/checker.h"

namespace warpscope {

std::unique_ptr<Checker> make_race_checker();

} // namespace warpscope
