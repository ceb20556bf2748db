// The command lines that compile one source: one function per kind of compilation.
#pragma once

#include <cstdint>
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

/// The two compilations of a CUDA source.
enum class Half : std::uint8_t { device, host };

/// source.cu → PTX, by clang or nvcc as the options say. clang takes the headers from
/// `precompiled` when that is not empty.
Arguments device_arguments(const Setting& setting, const std::filesystem::path& source,
                           const Outputs& outputs, const std::filesystem::path& precompiled);

/// source.cu → PTX of the variants that evaluate launch contracts, which always are optimised: what
/// follows a contract has to vanish.
Arguments contract_arguments(const Setting& setting, const std::filesystem::path& source,
                             const Outputs& outputs, const std::filesystem::path& precompiled);

/// source.cu → object file. The container is read from standard input.
Arguments host_arguments(const Setting& setting, const std::filesystem::path& source,
                         const Outputs& outputs, const std::filesystem::path& precompiled);

/// A source that only includes → a precompiled header for one half by clang. It fits sources that
/// are compiled in the same setting.
Arguments precompile_arguments(const Setting& setting, Half half,
                               const std::filesystem::path& source, const Outputs& outputs);

/// source.cpp → object file.
Arguments plain_arguments(const Setting& setting, const std::filesystem::path& source,
                          const Outputs& outputs);

/// Object files → executable, by clang, which calls the toolchain's linker.
Arguments link_arguments(const Setting& setting, const std::vector<std::filesystem::path>& objects,
                         const std::filesystem::path& executable);

} // namespace warpscope::compile
