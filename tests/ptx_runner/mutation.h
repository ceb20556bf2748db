// Mutations: breaks the semantics of one instruction row and asks whether its cases notice.
#pragma once

#include <string>
#include <vector>

#include "sim/exec/executable.h"
#include "tests/ptx_runner/case_file.h"

namespace warpscope::cases {

enum class Mutation : std::uint8_t {
    None,
    Skip,       ///< the instruction does nothing
    FlipFirst,  ///< the lowest bit of the first destination is wrong in the highest active lane
    FlipSecond, ///< the same for a second destination
};

/// Replaces the code of all instructions of `row` in the executable. False when the mutation does
/// not apply: none of them has such a destination.
bool break_row(Executable& executable, const std::string& row, Mutation mutation);

/// Rows whose instructions leave no trace in registers, memory or control flow, with the reason.
std::string reason_not_to_break(const std::string& row);

/// Breaks every row in turn. Prints what no case noticed; exit status 0 when every mutation was
/// noticed.
int check_mutations(const std::vector<Case>& all);

} // namespace warpscope::cases
