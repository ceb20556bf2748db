// The compilers on this machine, and what tells one version of a tool from another.
#pragma once

#include <filesystem>
#include <string>

#include "runtime/compile/compile.h"
#include "sim/base/result.h"

namespace warpscope::compile {

struct Toolchain {
    std::string clang;  // path of clang++-19
    std::string nvcc;   // path of nvcc; empty unless asked for
    std::string linker; // path of lld, which takes half the time of ld; empty: clang's choice
};

/// Finds clang++-19, lld when there is one, and nvcc when it is to make the PTX.
Result<Toolchain> find_toolchain(FrontEnd device_front_end);

/// Path, size and time of a file that is part of the tools: changes when the tool is replaced.
std::string file_identity(const std::filesystem::path& file);

/// The identities of clang's executable and of the library that holds most of it. Starts nothing.
std::string clang_identity(const std::string& clang);

/// An error when clang (or nvcc) cannot make code for this architecture; sm_80 and the like.
Status check_architecture(const std::string& architecture, FrontEnd front_end);

} // namespace warpscope::compile
