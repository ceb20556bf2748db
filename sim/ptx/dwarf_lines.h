// Adds the chain of inlined calls to source locations from the module's DWARF sections.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "sim/program/module.h"

namespace warpscope::ptx {

/// Compilers that print plain `.loc file line column` say in `.debug_info` which instructions were
/// inlined from where (DW_TAG_inlined_subroutine). Locations that already have a chain stay as they
/// are. `files` maps .file numbers to dense indices.
void add_inlined_calls(Module& module,
                       const std::unordered_map<std::uint32_t, std::uint32_t>& files);

} // namespace warpscope::ptx
