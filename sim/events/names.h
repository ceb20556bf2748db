// The names of what events say: as reports, case files and capsules spell them.
#pragma once

#include <string_view>

#include "sim/events/events.h"

namespace warpscope {

/// "OutOfBounds" and so on: the enumerator's own name.
std::string_view name_of(FaultKind kind);
/// "global", "shared", "local", "constant", "parameter".
std::string_view name_of(Space space);

/// Sets FaultEvent::detail. For sim/isa, whose objects share no string code with others.
void set_detail(FaultEvent& fault, std::string_view text);

} // namespace warpscope
