// The compilers on this machine, and what tells one version of a tool from another.
#pragma once

#include <filesystem>
#include <string>

#include "runtime/compile/compile.h"
#include "sim/base/result.h"

namespace warpscope::compile {

struct Toolchain {
    std::string clang; // path of clang++-19
    std::string nvcc;  // path of nvcc; empty unless asked for
};

/// Finds clang++-19, and nvcc when it is to make the PTX.
Result<Toolchain> find_toolchain(FrontEnd device_front_end);

/// Path, size and time of a file that is part of the tools: changes when the tool is replaced.
std::string file_identity(const std::filesystem::path& file);

/// An error when clang (or nvcc) cannot make code for this architecture; sm_80 and the like.
Status check_architecture(const std::string& architecture, FrontEnd front_end);

} // namespace warpscope::compile
