// Opens libedit (BSD licence), which has readline's functions.
#include "cli/line_editor.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>

#include <dlfcn.h>
#include <unistd.h>

namespace warpscope::cli {

LineEditor::LineEditor() : interactive_(isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) {
    if (!interactive_) return;
    for (const char* name : {"libedit.so.2", "libedit.so.0", "libedit.so"}) {
        library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library_ != nullptr) break;
    }
    if (library_ == nullptr) return;
    read_line_ = reinterpret_cast<ReadLine>(dlsym(library_, "readline"));
    add_history_ = reinterpret_cast<AddHistory>(dlsym(library_, "add_history"));
}

LineEditor::~LineEditor() {
    if (library_ != nullptr) dlclose(library_);
}

std::optional<std::string> LineEditor::read(const std::string& prompt) {
    struct sigaction ignore{}, before{};
    ignore.sa_handler = SIG_IGN;
    if (interactive_) sigaction(SIGINT, &ignore, &before);
    std::optional<std::string> line;
    if (read_line_ != nullptr) {
        std::fflush(stdout);
        const std::unique_ptr<char, decltype(&std::free)> text(read_line_(prompt.c_str()),
                                                               std::free);
        if (text != nullptr) line = text.get();
        if (line && !line->empty() && add_history_ != nullptr) add_history_(line->c_str());
    } else {
        if (interactive_) {
            std::fputs(prompt.c_str(), stdout);
            std::fflush(stdout);
        }
        std::string text;
        if (std::getline(std::cin, text)) line = std::move(text);
    }
    if (interactive_) sigaction(SIGINT, &before, nullptr);
    return line;
}

} // namespace warpscope::cli
