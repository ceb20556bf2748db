// From CUDA C++ sources to an executable whose device code is PTX text: the door to the compiler.
//
// clang alone does both halves of every .cu file; nvcc can make the PTX on request. The executable
// carries the PTX in a container (container.h) and the runtime that answers its CUDA calls.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"

namespace warpscope::compile {

/// Which compiler makes the PTX. The host half is clang's either way.
enum class FrontEnd { clang, nvcc };

/// Whether the PTX names the source line of every instruction. With `variables` it also says where
/// source variables are, and device code is not optimised, so that they are somewhere.
enum class LineInformation { none, tables, variables };

/// Whether compilers may make one fused multiply-add of a product and a sum, which rounds once.
/// They choose by themselves where, so two compilers give equal bits only without it.
enum class Contraction { allowed, off };

/// Whether compilers colour their messages.
enum class Colour { never, always };

/// Whether earlier results are taken from the cache. `refresh` compiles anew and stores the result.
enum class CachePolicy { use, refresh, off };

/// The files of Warpscope itself that a program is compiled with.
struct Installation {
    std::filesystem::path include_directory;         // holds cuda_runtime.h
    std::filesystem::path runtime_library;           // libwarpscope_runtime.a
    std::filesystem::path device_library;            // warpscope_device.bc; empty: no __nv_*
    std::vector<std::string> runtime_link_arguments; // what the runtime library itself needs
};

/// The installation the given executable belongs to: beside it when installed or in a build tree,
/// else the places this library was configured with.
Installation find_installation(const std::filesystem::path& executable);

struct CompileOptions {
    std::vector<std::filesystem::path> sources; // .cu, and .cpp .cc .cxx
    std::filesystem::path output;               // empty: the executable stays in the cache
    std::string architecture = "sm_80";
    std::string standard = "c++20";
    std::string optimization = "2";                         // the N of -ON
    std::vector<std::string> defines;                       // NAME or NAME=VALUE
    std::vector<std::filesystem::path> include_directories; // searched before the system's
    std::vector<std::string> extra_arguments;               // verbatim to clang, both halves
    std::vector<std::string> extra_device_arguments;        // verbatim to the device half
    std::vector<std::string> link_arguments;                // objects, -L, -l
    LineInformation line_information = LineInformation::tables;
    FrontEnd device_front_end = FrontEnd::clang;
    Contraction contraction = Contraction::allowed; // in device code
    /// PTX made before, one file for each .cu source in their order, instead of compiling the
    /// device half; empty: compile it. The host half is compiled as always.
    std::vector<std::filesystem::path> recorded_ptx;
    Colour colour = Colour::never;
    CachePolicy cache = CachePolicy::use;
    std::filesystem::path cache_directory;         // empty: default_cache_directory()
    std::filesystem::path intermediates_directory; // where to keep .ptx, .o; empty: nowhere
    int jobs = 0;                                  // compilers at a time; 0: one per processor

    /// Receives what the compilers print, verbatim, as soon as one ends. Empty: standard error.
    std::function<void(std::string_view)> on_compiler_text;
};

/// What became of one source file. Plain C++ files have no PTX.
struct CompiledSource {
    std::filesystem::path source;
    std::string ptx;
    std::string contract_ptx;
    std::string hash; // of the source and of everything it includes, as 32 hex digits
    std::vector<std::string> dependencies; // the source and everything it includes
};

/// Where the result came from.
enum class Origin { compiled, cache };

struct CompiledProgram {
    std::filesystem::path executable;
    std::vector<CompiledSource> sources;
    std::string compiler_text; // warnings; told again when the result comes from the cache
    Origin origin = Origin::compiled;
};

/// Compiles and links. Errors in the user's source have been printed by the compiler through
/// `on_compiler_text`; the Diagnostic then names the source and says which half failed.
Result<CompiledProgram> compile_program(const CompileOptions& options,
                                        const Installation& installation);

/// `$XDG_CACHE_HOME/warpscope`, else `~/.cache/warpscope`.
std::filesystem::path default_cache_directory();

} // namespace warpscope::compile
