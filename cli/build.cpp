// `warpscope build`: compiles a program to an executable that runs on the emulator by itself.
#include <memory>

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/console.h"
#include "sim/gpu/gpu_presets.h"

namespace warpscope::cli {
namespace {

struct BuildOptions {
    std::vector<std::string> files;
    std::string output;
    CompileFlags compile;
};

int build(const BuildOptions& options) {
    const auto program =
        compile_sources(options.compile, options.files, default_gpu(), options.output);
    return program ? kClean : refuse(program.error());
}

} // namespace

Action define_build(CLI::App& app, const CommandLine&) {
    auto options = std::make_shared<BuildOptions>();
    app.add_option("files", options->files, "CUDA sources of one program")
        ->type_name("PROGRAM.cu…")
        ->required();
    app.add_option("-o,--output", options->output, "the executable to make")
        ->type_name("EXE")
        ->required();
    add_compile_flags(app, options->compile);
    app.footer("The executable runs on the emulator with the H200's limits; faults are told on "
               "standard error.\nUnder `warpscope run` other GPUs and options can be chosen.");
    return [options] { return build(*options); };
}

} // namespace warpscope::cli
