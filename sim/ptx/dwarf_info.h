// Reads from `.debug_info` which instructions were inlined from where.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/program/module.h"

namespace warpscope::ptx {

/// A function's code, or the code of a call that was inlined into it. [low, high) are labels of the
/// text.
struct InlineScope {
    std::string low, high;
    std::string name;         ///< of the function that the code belongs to
    std::uint64_t origin = 0; ///< the same for all copies of one function
    std::uint32_t parent =
        UINT32_MAX; ///< the scope that the call stands in; UINT32_MAX for a function
    std::uint32_t call_file = 0, call_line = 0, call_column = 0;
    std::uint32_t declared_file = 0, declared_line = 0; ///< 0 when not told
};

/// The scopes of a module, parents before children. Sections that make no sense give fewer of them.
std::vector<InlineScope> read_inline_scopes(const Module& module);

} // namespace warpscope::ptx
