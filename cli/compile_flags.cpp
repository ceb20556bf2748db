// Compiler options, and compiling with them.
#include "cli/compile_flags.h"

#include <algorithm>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/installation.h"

namespace warpscope::cli {
namespace {

constexpr const char* kGroup = "Compiling";

/// GPUs older than the default architecture get code of their own.
std::string architecture_for(const GpuSpec& gpu) {
    const unsigned capability = 10 * gpu.compute_major + gpu.compute_minor;
    return fmt::format("sm_{}", std::min(capability, 80u));
}

Status check_source(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
        return Diagnostic{{file}, "there is no such file", "check the path"};
    }
    if (!is_source(file)) {
        return Diagnostic{{file}, "is no CUDA source", "give .cu, .cpp, .cc or .cxx files"};
    }
    if (std::filesystem::is_directory(file, error)) {
        return Diagnostic{{file}, "is a folder", "give the .cu files in it"};
    }
    return Done{};
}

} // namespace

bool is_source(const std::string& file) {
    const std::string extension = std::filesystem::path(file).extension().string();
    return extension == ".cu" || extension == ".cpp" || extension == ".cc" || extension == ".cxx";
}

void add_compile_flags(CLI::App& app, CompileFlags& flags) {
    app.add_option("-I,--include", flags.include_directories, "folder to search for headers")
        ->type_name("DIR")
        ->allow_extra_args(false)
        ->group(kGroup);
    app.add_option("-D,--define", flags.defines, "macro to define")
        ->type_name("NAME[=VALUE]")
        ->allow_extra_args(false)
        ->group(kGroup);
    app.add_option("-O,--optimize", flags.optimization, "optimisation level")
        ->check(CLI::IsMember({"0", "1", "2", "3", "s", "z"}))
        ->type_name("N")
        ->capture_default_str()
        ->group(kGroup);
    app.add_option("--std", flags.standard, "C++ standard")
        ->type_name("NAME")
        ->capture_default_str()
        ->group(kGroup);
    app.add_option("--arch", flags.architecture,
                   "PTX target, as sm_80; the default is sm_80, or the GPU's if that is older")
        ->type_name("sm_NN")
        ->group(kGroup);
    app.add_option("--compiler", flags.compiler, "which compiler makes the PTX: clang or nvcc")
        ->check(CLI::IsMember({"clang", "nvcc"}))
        ->type_name("NAME")
        ->capture_default_str()
        ->group(kGroup);
    app.add_option("--fmad", flags.fmad,
                   "whether compilers may fuse a product and a sum of device code into one "
                   "operation, as nvcc's option of that name")
        ->check(CLI::IsMember({"true", "false"}))
        ->type_name("true|false")
        ->capture_default_str()
        ->group(kGroup);
    app.add_option("--ptx", flags.recorded_ptx,
                   "device code made before, instead of compiling it: a PTX file for each .cu "
                   "source, in their order")
        ->type_name("FILE")
        ->allow_extra_args(false)
        ->group(kGroup);
    app.add_flag("--debug", flags.debug,
                 "device code without optimisation, and with its variables by name for debuggers")
        ->group(kGroup);
    app.add_flag("--no-cache", flags.no_cache, "compile anew even if nothing has changed")
        ->group(kGroup);
}

bool any_compile_flag(const CLI::App& app) {
    const std::vector<const CLI::Option*> options = app.get_options();
    return std::any_of(options.begin(), options.end(), [](const CLI::Option* option) {
        return option->get_group() == kGroup && option->count() > 0;
    });
}

Result<compile::CompiledProgram> compile_sources(const CompileFlags& flags,
                                                 const std::vector<std::string>& sources,
                                                 const GpuSpec& gpu, const std::string& output) {
    compile::CompileOptions options;
    for (const std::string& source : sources) {
        if (Status good = check_source(source); !good) return good.error();
        options.sources.emplace_back(source);
    }
    if (!flags.recorded_ptx.empty() && flags.compiler != "clang")
        return Diagnostic{{},
                          "--ptx takes device code that was made before; --compiler has no part",
                          "drop one of the two"};
    for (const std::string& file : flags.recorded_ptx)
        options.recorded_ptx.emplace_back(file);
    options.output = output;
    options.architecture = flags.architecture.empty() ? architecture_for(gpu) : flags.architecture;
    options.standard = flags.standard;
    options.optimization = flags.optimization;
    options.defines = flags.defines;
    for (const std::string& folder : flags.include_directories) {
        options.include_directories.emplace_back(folder);
    }
    options.device_front_end =
        flags.compiler == "nvcc" ? compile::FrontEnd::nvcc : compile::FrontEnd::clang;
    if (flags.debug) options.line_information = compile::LineInformation::variables;
    if (flags.fmad == "false") options.contraction = compile::Contraction::off;
    options.colour = isatty(STDERR_FILENO) == 1 ? compile::Colour::always : compile::Colour::never;
    if (flags.no_cache) options.cache = compile::CachePolicy::refresh;

    StatusLine status(fmt::format("compiling {}", sources[0]));
    options.on_compiler_text = [&](std::string_view text) {
        status.clear();
        std::fwrite(text.data(), 1, text.size(), stderr);
    };
    return compile::compile_program(options, own_installation());
}

} // namespace warpscope::cli
