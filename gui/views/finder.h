// Finding something by the words of its name: rows of the box that opens with Ctrl+P.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::views {

/// What can be chosen in a list; `index` is that of the command, launch or recent program.
struct FinderRow {
    enum class Kind : std::uint8_t { GoTo, Command, Launch, Recent, Open, Example, Folder, File };
    Kind kind = Kind::Command;
    std::string text;
    std::string detail; ///< at the right: keys, or why it cannot be chosen
    bool enabled = true;
    std::size_t index = 0;
};

/// How well what was typed names this: 0 not at all; else each typed word begins a word of the
/// name, and more when the name begins with the first of them. Letters are equal in either case.
unsigned match(std::string_view typed, std::string_view name);

} // namespace warpscope::views
