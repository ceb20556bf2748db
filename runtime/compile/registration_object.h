// Registering the PTX of sources that have device functions only.
#pragma once

#include <filesystem>
#include <string_view>

#include "runtime/compile/command_lines.h"

namespace warpscope::compile {

/// clang hands a container to the runtime only where there are kernels or variables to register.
/// Without them this adds to the object file what clang leaves out, so that other sources may call
/// the device functions of this one.
Status ensure_registration(const Setting& setting, const std::filesystem::path& object,
                           std::string_view container);

} // namespace warpscope::compile
