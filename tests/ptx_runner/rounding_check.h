// Checks the reprint with explicit rounding over every case that Warpscope can read.
#pragma once

#include <string>
#include <vector>

#include "tests/ptx_runner/case_file.h"

namespace warpscope::cases {

/// Why the text that never fuses is not the case's own but for `.rn`, one line each. `changed`
/// counts the instructions that got one.
std::vector<std::string> check_rounding(const Case& c, unsigned& changed);

} // namespace warpscope::cases
