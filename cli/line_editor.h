// LineEditor: reads lines, on a terminal with editing and a history.
//
// libedit does that, opened when a terminal is there: neither the build nor the program needs it.
#pragma once

#include <optional>
#include <string>

namespace warpscope::cli {

class LineEditor {
public:
    LineEditor();
    ~LineEditor();
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;

    /// Whether somebody types; else there is no prompt.
    bool interactive() const { return interactive_; }
    /// A line without its end; nothing at the end of input. Ctrl-C does nothing while it waits.
    std::optional<std::string> read(const std::string& prompt);

private:
    using ReadLine = char* (*)(const char*);
    using AddHistory = int (*)(const char*);
    bool interactive_ = false;
    void* library_ = nullptr;
    ReadLine read_line_ = nullptr;
    AddHistory add_history_ = nullptr;
};

} // namespace warpscope::cli
