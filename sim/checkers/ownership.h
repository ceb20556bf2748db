// The checker of owned buffers: each element is written by the one thread or block that owns it.
#pragma once

#include <memory>

#include "sim/checkers/checker.h"
#include "sim/checkers/ownership_log.h"

namespace warpscope {

/// Finds the owned spans among a launch's arguments, and takes further declarations. Reports
/// "ForeignOwner" (written by somebody it does not belong to), "TwoOwners" (of elements that belong
/// to whoever writes them: written by two) and "OverlappingSpans".
std::unique_ptr<Checker> make_ownership_checker();
/// The same, which also fills `log` with what it sees of one launch.
std::unique_ptr<Checker> make_ownership_checker(OwnershipLog& log);

} // namespace warpscope
