// Journal: what a window shows, as JSON lines, for scripts that drive one.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "sim/base/result.h"

namespace warpscope::gui {

class App;

class Journal {
public:
    Status open(const std::filesystem::path& file);
    /// Appends a line when something has changed since the last; nothing unless it is open.
    void note(const App& app);

private:
    std::ofstream out_;
    std::string last_;
};

/// One line: where the launch stands with the hash of all that its program can see, the selection,
/// and what is on the screen.
std::string journal_line(const App& app);

} // namespace warpscope::gui
