// The checker of owned buffers: each element is written by the one thread or block that owns it.
#pragma once

#include <memory>

#include "sim/checkers/checker.h"

namespace warpscope {

/// Finds the owned spans among a launch's arguments, and takes further declarations. Reports
/// "ForeignOwner" (written by somebody it does not belong to), "TwoOwners" (of elements that belong
/// to whoever writes them: written by two) and "OverlappingSpans".
std::unique_ptr<Checker> make_ownership_checker();

} // namespace warpscope
