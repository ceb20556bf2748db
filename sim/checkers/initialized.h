// The checker of reads of memory that nothing has written: global, shared and local.
#pragma once

#include <memory>

#include "sim/checkers/checker.h"

namespace warpscope {

/// Fresh allocations, a block's shared memory and a thread's local memory hold nothing. Host
/// copies, fills and stores write; loads and atomics read.
std::unique_ptr<Checker> make_initialized_checker();

} // namespace warpscope
