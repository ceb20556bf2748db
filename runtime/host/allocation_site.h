// Where the program makes the allocating call that this host thread is in.
#pragma once

#include "sim/base/diagnostic.h"

namespace warpscope::host {

/// As the program's headers told (runtime/include/warpscope/allocation_sites.h); a line of 0 when
/// they did not.
FilePosition allocation_site();

} // namespace warpscope::host
