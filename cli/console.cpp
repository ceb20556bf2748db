// Errors and notes on standard error, reports on standard output or in files.
#include "cli/console.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

namespace warpscope::cli {

int refuse(const Diagnostic& diagnostic) {
    std::string text = to_string(diagnostic);
    // A diagnostic without a place starts with "error:" already.
    std::fputs(fmt::format("warpscope: {}{}", text, text.ends_with('\n') ? "" : "\n").c_str(),
               stderr);
    return kBadInput;
}

int refuse(const std::string& message, const std::string& hint) {
    return refuse(Diagnostic{{}, message, hint});
}

void note(const std::string& message) {
    std::fputs(fmt::format("warpscope: {}\n", message).c_str(), stderr);
}

Status write_report(const std::string& path, const std::string& text) {
    std::FILE* file = path.empty() ? stdout : std::fopen(path.c_str(), "wb");
    if (!file) {
        return Diagnostic{{path},
                          fmt::format("cannot be written: {}", std::strerror(errno)),
                          "check that its folder exists and is writable"};
    }
    bool good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    good = std::fflush(file) == 0 && good;
    const int error = errno;
    if (!path.empty()) good = std::fclose(file) == 0 && good;
    if (good) return Done{};
    return Diagnostic{{path.empty() ? "standard output" : path},
                      fmt::format("cannot be written: {}", std::strerror(error)),
                      "check the free space of its disk"};
}

StatusLine::StatusLine(const std::string& what) {
    if (isatty(STDERR_FILENO) != 1) return;
    std::fputs(fmt::format("{} …", what).c_str(), stderr);
    shown_ = true;
}

void StatusLine::clear() {
    if (shown_) std::fputs("\r\033[K", stderr);
    shown_ = false;
}

} // namespace warpscope::cli
