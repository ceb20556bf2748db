// Commands: what keys do, one row each.
#pragma once

#include <span>

#include "gui/backend/input.h"

namespace warpscope::gui {

class App;

struct CommandRow {
    const char* keys; ///< "Shift+F10"
    const char* name;
    void (*run)(App& app);
    bool always = false; ///< also when nothing is open
};

std::span<const CommandRow> command_rows();
/// Null when the key means nothing.
const CommandRow* command_for(const KeyPress& key);

} // namespace warpscope::gui
