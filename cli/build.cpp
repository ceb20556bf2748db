// `warpscope build`: compiles a program to an executable that runs on the emulator by itself.
#include <fstream>
#include <memory>
#include <set>

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/console.h"
#include "sim/gpu/gpu_presets.h"

namespace warpscope::cli {
namespace {

struct BuildOptions {
    std::vector<std::string> files;
    std::string output, depfile;
    CompileFlags compile;
};

/// A file name as make reads it.
std::string escaped(const std::string& name) {
    std::string text;
    for (const char c : name) {
        if (c == ' ' || c == '#' || c == '\\') text += '\\';
        if (c == '$') text += '$';
        text += c;
    }
    return text;
}

/// Tells make and ninja which files the executable was made from.
Status write_depfile(const BuildOptions& options, const compile::CompiledProgram& program) {
    std::set<std::string> files;
    for (const compile::CompiledSource& source : program.sources)
        files.insert(source.dependencies.begin(), source.dependencies.end());
    std::ofstream out(options.depfile);
    out << escaped(options.output) << ':';
    for (const std::string& file : files)
        out << " \\\n  " << escaped(file);
    out << '\n';
    if (!out.flush())
        return Diagnostic{{options.depfile}, "cannot be written", "--depfile takes a file name"};
    return Done{};
}

int build(const BuildOptions& options) {
    const auto program =
        compile_sources(options.compile, options.files, default_gpu(), options.output);
    if (!program) return refuse(program.error());
    if (options.depfile.empty()) return kClean;
    const Status written = write_depfile(options, *program);
    return written ? kClean : refuse(written.error());
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
    app.add_option("--depfile", options->depfile,
                   "write the files it was made from, as make and ninja read them")
        ->type_name("FILE");
    add_compile_flags(app, options->compile);
    app.footer("The executable runs on the emulator with the H200's limits; faults are told on "
               "standard error.\nUnder `warpscope run` other GPUs and options can be chosen.");
    return [options] { return build(*options); };
}

} // namespace warpscope::cli
