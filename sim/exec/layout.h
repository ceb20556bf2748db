// Where everything of an executable lies: shared variables, .param areas, local variables, lane
// vectors.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/program/module.h"

namespace warpscope {

struct NamedOffset {
    std::uint32_t offset = 0;
    std::uint64_t size = 0;
};
using OffsetsByName = std::unordered_map<std::string, NamedOffset>;

/// Kernel parameters at their offsets in the parameter buffer; results, parameters and call areas
/// of a frame.
struct ParameterLayout {
    OffsetsByName formals; ///< kernels: offsets into the parameter buffer
    std::uint32_t formal_bytes = 0;
    OffsetsByName areas; ///< per lane: everything of a device function, call areas of a kernel
    std::uint32_t area_bytes = 0;
};
ParameterLayout lay_out_parameters(const Function& function);

/// .local variables of one function.
OffsetsByName lay_out_locals(const Function& function, std::uint32_t& bytes);

/// All .shared variables that the functions name; unsized ones (dynamic shared memory) follow at
/// the end.
struct SharedLayout {
    OffsetsByName variables;
    std::uint64_t static_bytes = 0;
    std::uint32_t dynamic_alignment = 16;
};
SharedLayout lay_out_shared(const Module& module, const std::vector<const Function*>& functions);

/// Bytes per lane of a register's lane vector slot: 4, 8 or 16.
unsigned slot_bytes(Type type);

} // namespace warpscope
