// Reads the error log of the driver's PTX compiler.
#include "runtime/driver/jit_log.h"

#include <cstdlib>
#include <sstream>

namespace warpscope::driver {
namespace {

/// Where the words of an error line begin: after "error   : " or "fatal   : ".
std::size_t words_at(const std::string& line) {
    for (const char* kind : {"error", "fatal"}) {
        const std::size_t at = line.find(kind);
        const std::size_t colon = at == std::string::npos ? at : line.find(':', at);
        if (colon != std::string::npos) return line.find_first_not_of(' ', colon + 1);
    }
    return std::string::npos;
}

} // namespace

Diagnostic diagnostic_of_jit(const Diagnostic& failure, const std::string& log,
                             const std::string& name) {
    Diagnostic diagnostic = failure;
    diagnostic.where.file = name;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t words = words_at(line);
        if (words == std::string::npos) continue;
        diagnostic.message = "the driver's compiler refuses this PTX: " + line.substr(words);
        const std::size_t place = line.find("line ");
        if (place != std::string::npos && place < words)
            diagnostic.where.line =
                static_cast<std::uint32_t>(std::strtoul(line.c_str() + place + 5, nullptr, 10));
        diagnostic.hint = failure.message;
        return diagnostic;
    }
    if (!log.empty()) diagnostic.message += ": " + log;
    return diagnostic;
}

} // namespace warpscope::driver
