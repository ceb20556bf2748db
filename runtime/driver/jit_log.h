// What the driver's PTX compiler says, as a Diagnostic.
#pragma once

#include <string>

#include "sim/base/diagnostic.h"

namespace warpscope::driver {

/// `failure` with the place and the words of the first error of `log`; `name` is the PTX file.
/// Lines read "ptxas application ptx input, line 12; error   : Unknown symbol 'x'".
Diagnostic diagnostic_of_jit(const Diagnostic& failure, const std::string& log,
                             const std::string& name);

} // namespace warpscope::driver
