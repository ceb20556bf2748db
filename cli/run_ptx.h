// Running one kernel of a PTX file in this process, without a host program.
#pragma once

#include "cli/run_options.h"

namespace warpscope::cli {

int run_ptx(const RunOptions& options);

} // namespace warpscope::cli
