// What every command does with the terminal: errors, notes, output files, a line that says what
// goes on.
#pragma once

#include <string>

#include "sim/base/diagnostic.h"
#include "sim/base/result.h"

namespace warpscope::cli {

/// The exit codes of every command.
inline constexpr int kClean = 0, kFindings = 1, kBadInput = 2, kProgramFailed = 3;

/// Prints `warpscope: error: …` and the hint on standard error; returns kBadInput.
int refuse(const Diagnostic& diagnostic);
int refuse(const std::string& message, const std::string& hint);

/// Prints `warpscope: …` on standard error.
void note(const std::string& message);

/// Writes a report: to the file, or to standard output when `path` is empty.
Status write_report(const std::string& path, const std::string& text);

/// While it lives, a terminal shows what is being done; a pipe shows nothing.
class StatusLine {
public:
    explicit StatusLine(const std::string& what);
    ~StatusLine() { clear(); }
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;
    void clear();

private:
    bool shown_ = false;
};

} // namespace warpscope::cli
