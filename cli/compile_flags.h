// The options of every command that compiles CUDA sources.
#pragma once

#include <string>
#include <vector>

#include "runtime/compile/compile.h"
#include "sim/gpu/gpu_spec.h"

namespace CLI {
class App;
}

namespace warpscope::cli {

struct CompileFlags {
    std::vector<std::string> include_directories, defines, recorded_ptx;
    std::string optimization = "2", standard = "c++20", architecture, compiler = "clang", fmad = "true";
    bool no_cache = false, debug = false;
};

void add_compile_flags(CLI::App& app, CompileFlags& flags);

/// Whether one of the options was given; they make no sense for PTX.
bool any_compile_flag(const CLI::App& app);

/// Compiles for the default architecture, or for that of `gpu` when it is older. Refuses files that
/// are missing or no sources.
Result<compile::CompiledProgram> compile_sources(const CompileFlags& flags,
                                                 const std::vector<std::string>& sources,
                                                 const GpuSpec& gpu, const std::string& output);

/// Whether a file name is a CUDA or C++ source's.
bool is_source(const std::string& file);

} // namespace warpscope::cli
