// The instructions that the emulator executes, as rows of text for listings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/isa/row.h"

namespace warpscope {

struct InstructionEntry {
    std::string name;   ///< unique: "mad.lo.int"
    std::string syntax; ///< in the PTX ISA's notation
    std::string types;  ///< "u32 s32"; empty when there is no choice
    std::string source_types;
    std::string instruction_class;
    std::string meaning, section;
    unsigned version = 10; ///< PTX version that brought it, times ten
    unsigned target = 0;   ///< least sm_ number
    std::string bound;     ///< declared error; empty: exact
};

/// All of them, in table order.
std::vector<InstructionEntry> instruction_table();

/// "x86-64-v3": what the emulator runs on here.
std::string execution_level_name();
std::string level_name(isa::Level level);
/// "v3" or "x86-64-v3"; empty: the best one. Refuses what this build or this processor has not.
Result<isa::Level> execution_level(std::string_view name);
/// What this build has and this processor can run, the best last.
std::vector<isa::Level> execution_levels();

} // namespace warpscope
