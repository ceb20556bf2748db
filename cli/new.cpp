// `warpscope new`: a folder with a small program, its CMake file and a page that says how to run
// it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/installation.h"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

/// The name becomes a CMake target, a file and a word in C++ comments.
bool good_name(const std::string& name) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return !name.empty() && is_letter(name[0]) &&
           std::all_of(name.begin(), name.end(), [&](char c) {
               return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
           });
}

std::string with_name(std::string text, const std::string& name) {
    constexpr std::string_view placeholder = "@NAME@";
    for (std::size_t at = text.find(placeholder); at != std::string::npos;
         at = text.find(placeholder, at + name.size()))
        text.replace(at, placeholder.size(), name);
    return text;
}

Status copy_template(const fs::path& from, const fs::path& to, const std::string& name) {
    std::ifstream in(from);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in || text.empty())
        return Diagnostic{{from.string()},
                          "this part of Warpscope is missing",
                          "build or install Warpscope completely"};
    std::ofstream out(to);
    out << with_name(text, name);
    if (!out.flush()) return Diagnostic{{to.string()}, "cannot be written", "check the disk"};
    return Done{};
}

int make_program(const fs::path& folder) {
    const std::string name = folder.filename().string();
    if (!good_name(name))
        return refuse(fmt::format("\"{}\" is no name for a program", name),
                      "a letter first, then letters, digits, - and _");
    std::error_code error;
    if (fs::exists(folder, error))
        return refuse(fmt::format("{} is there already", folder.string()), "choose another name");
    fs::create_directories(folder, error);
    if (error)
        return refuse(fmt::format("{} cannot be made: {}", folder.string(), error.message()),
                      "choose a folder that can be written");
    const fs::path templates = template_folder() / "program";
    for (const char* file : {"program.cu", "CMakeLists.txt", "README.md"}) {
        const std::string target = file == std::string("program.cu") ? name + ".cu" : file;
        if (Status s = copy_template(templates / file, folder / target, name); !s)
            return refuse(s.error());
    }
    fmt::print("{0} holds {1}.cu, CMakeLists.txt and README.md; try\n"
               "    warpscope run {0}/{1}.cu\n",
               folder.string(), name);
    return kClean;
}

} // namespace

Action define_new(CLI::App& app, const CommandLine&) {
    auto folder = std::make_shared<std::string>();
    app.add_option("name", *folder, "name of the program, and of the folder to make")
        ->type_name("NAME")
        ->required();
    return [folder] {
        const fs::path path = fs::path(*folder).lexically_normal();
        return make_program(path.has_filename() ? path : path.parent_path());
    };
}

} // namespace warpscope::cli
