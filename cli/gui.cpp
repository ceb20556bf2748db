// `warpscope gui`: starts the desktop program, which is apart so that this one loads no window
// system.
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/installation.h"

namespace warpscope::cli {
namespace {

int start_gui(const std::vector<std::string>& words) {
    const std::filesystem::path program = own_executable().parent_path() / "warpscope-gui";
    std::error_code error;
    if (!std::filesystem::exists(program, error)) {
        return refuse(Diagnostic{{program.string()},
                                 "the desktop program is not there: this build left it out",
                                 "run scripts/install_packages.sh --gui and build again"});
    }
    std::vector<std::string> line = {program.string()};
    line.insert(line.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    for (std::string& word : line)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execv(program.c_str(), arguments.data());
    return refuse(Diagnostic{{program.string()},
                             fmt::format("cannot be started: {}", std::strerror(errno)),
                             "build or install it again"});
}

} // namespace

Action define_gui(CLI::App& app, const CommandLine& line) {
    // Its options are its own: all words go there, --help too.
    app.set_help_flag();
    app.allow_extras();
    return [&app, &line] {
        std::vector<std::string> handed = app.remaining();
        if (line.separated) handed.push_back("--");
        handed.insert(handed.end(), line.program_arguments.begin(), line.program_arguments.end());
        return start_gui(handed);
    };
}

} // namespace warpscope::cli
