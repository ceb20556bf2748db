// `--owned`: pointer parameters that a user declares owned, and the launches that have them.
//
//     [KERNEL:]PARAMETER=element       each element is written by one thread
//     [KERNEL:]PARAMETER=block         ... by one block
//     [KERNEL:]PARAMETER=tile:RxC[xW]  block (x, y) owns the tile of R x C elements in row y and
//                                      column x of tiles; W elements a row, else the grid's tiles
//
// PARAMETER is its number, from 0, or its name in the PTX.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/checkers/owned_buffers.h"
#include "sim/exec/executable.h"

namespace warpscope::report {

struct OwnedRule {
    std::string text;              ///< as given
    std::string kernel, parameter; ///< kernel empty: any
    OwnedParameter owned;          ///< its offset is for parameter_of to find
};

Result<OwnedRule> parse_owned_rule(std::string_view text);

/// Whether the rule speaks of this kernel, by its name without
/// template arguments, with or without namespaces.
bool names_kernel(const OwnedRule& rule, const Executable& kernel);
/// The parameter that it names, or why there is none.
Result<OwnedParameter> parameter_of(const OwnedRule& rule, const Executable& kernel);
/// Those of all rules that fit the kernel.
std::vector<OwnedParameter> parameters_of(const std::vector<OwnedRule>& rules,
                                          const Executable& kernel);

} // namespace warpscope::report
