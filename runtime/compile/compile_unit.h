// One source file → an object file, with the container of its PTX inside.
#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "runtime/compile/cache.h"
#include "runtime/compile/command_lines.h"

namespace warpscope::compile {

/// Why a compilation failed, and what the compilers printed.
struct UnitFailure {
    Diagnostic diagnostic;
    std::string compiler_text;
};

using UnitResult = std::variant<Unit, UnitFailure>;

/// Whether the source is CUDA, by its name.
bool is_cuda_source(const std::filesystem::path& source);

/// Compiles into `folder`, which must be empty; with headers precompiled in `headers`, if that is
/// not null.
UnitResult compile_unit(const Setting& setting, const std::filesystem::path& source,
                        const std::filesystem::path& folder, const Cache* headers,
                        ContentHashes& contents);

/// What distinguishes this compilation from any other, apart from the content of files: command
/// lines, tools, the folder it runs in and the environment that compilers heed.
Hash unit_recipe(const Setting& setting, const std::filesystem::path& source);

} // namespace warpscope::compile
