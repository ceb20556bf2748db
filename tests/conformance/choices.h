// Choices: what remains open in a form once its suffixes are chosen.
#pragma once

#include <string>
#include <vector>

#include "sim/isa/syntax.h"

namespace warpscope::conformance {

struct Choice {
    std::vector<bool> present;      ///< per operand element: optional groups taken or not
    unsigned negated = 0;           ///< bit k: element k is written with `!` or `-`
    std::vector<std::string> parts; ///< per operand element: its selector of parts (`b1`); or empty
    unsigned brace_count = 0;       ///< of a brace list of any number
    std::size_t constant = SIZE_MAX; ///< the element that is written as `immediate`
    std::string immediate;           ///< also of an element that must be a constant
    std::size_t sink = SIZE_MAX;     ///< the element that is written as `_`
    Type destination_register = Type::None, source_register = Type::None; ///< None: as asked for
};

/// All choices of one suffix combination; `instruction` is the mnemonic with these suffixes.
std::vector<Choice> choices_of(const isa::Row& row, const isa::Pattern& pattern,
                               const Modifiers& modifiers, const std::string& instruction);

} // namespace warpscope::conformance
