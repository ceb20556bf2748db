// The command lines that compile one source: one function per kind of compilation.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runtime/compile/compile.h"
#include "runtime/compile/toolchain.h"

namespace warpscope::compile {

using Arguments = std::vector<std::string>;

/// Where one compilation leaves its results.
struct Outputs {
    std::filesystem::path file;
    std::filesystem::path dependencies; // as a make rule
};

/// What a command line is made from.
struct Setting {
    const CompileOptions& options;
    const Installation& installation;
    const Toolchain& toolchain;
};

/// source.cu → PTX, by clang or nvcc as the options say.
Arguments device_arguments(const Setting& setting, const std::filesystem::path& source,
                           const Outputs& outputs);

/// source.cu → object file. The container is read from standard input.
Arguments host_arguments(const Setting& setting, const std::filesystem::path& source,
                         const Outputs& outputs);

/// source.cpp → object file.
Arguments plain_arguments(const Setting& setting, const std::filesystem::path& source,
                          const Outputs& outputs);

/// Object files → executable.
Arguments link_arguments(const Setting& setting, const std::vector<std::filesystem::path>& objects,
                         const std::filesystem::path& executable);

} // namespace warpscope::compile
