// Turns the instruction rows into text.
#include "sim/debug/instruction_table.h"

namespace warpscope {
namespace {

std::string type_list(const isa::TypeSet& types) {
    std::string list;
    for (unsigned t = 1; t <= static_cast<unsigned>(Type::F32x2); ++t) {
        const Type type = static_cast<Type>(t);
        if (!types.contains(type)) continue;
        if (!list.empty()) list += ' ';
        list += name_of(type);
    }
    return list;
}

} // namespace

std::vector<InstructionEntry> instruction_table() {
    std::vector<InstructionEntry> table;
    for (const isa::Row& row : isa::rows()) {
        InstructionEntry entry;
        entry.name = row.name;
        entry.syntax = row.syntax;
        entry.types = type_list(row.types);
        entry.source_types = type_list(row.source_types);
        entry.instruction_class = name_of(row.traits.instruction_class);
        entry.meaning = row.meaning;
        entry.section = row.section;
        entry.version = row.version;
        entry.target = row.target;
        entry.bound = row.bound;
        table.push_back(std::move(entry));
    }
    return table;
}

std::string level_name(isa::Level level) {
    switch (level) {
    case isa::Level::V2: return "x86-64-v2";
    case isa::Level::V3: return "x86-64-v3";
    case isa::Level::V4: return "x86-64-v4";
    }
    return "";
}

std::string execution_level_name() {
    return level_name(isa::best_level());
}

Result<isa::Level> execution_level(std::string_view name) {
    if (name.empty()) return isa::best_level();
    std::string known;
    for (const isa::Level level : execution_levels()) {
        const std::string full = level_name(level);
        if (name == full || name == full.substr(full.rfind('-') + 1)) return level;
        known += (known.empty() ? "" : ", ") + full.substr(full.rfind('-') + 1);
    }
    return Diagnostic{{},
                      "there is no code for the level '" + std::string(name) +
                          "' that this processor can run",
                      "there is " + known};
}

std::vector<isa::Level> execution_levels() {
    std::vector<isa::Level> levels = {isa::Level::V2};
    for (const isa::Level level : {isa::Level::V3, isa::Level::V4}) {
        // A level that was not built gives the rows of the lowest one.
        const bool built = isa::rows(level).data() != isa::rows(isa::Level::V2).data();
        if (built && level <= isa::best_level()) levels.push_back(level);
    }
    return levels;
}

} // namespace warpscope
