// Reads from `.debug_info` which variables the source has, and where they are kept.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/program/module.h"

namespace warpscope::ptx {

inline constexpr std::uint32_t kNoType = UINT32_MAX;

struct SourceMember {
    std::string name;
    std::uint32_t type = kNoType;
    std::uint64_t offset = 0; ///< bytes
};

/// A type of the source, without const, volatile and typedefs.
struct SourceType {
    enum class Kind : std::uint8_t {
        Unknown,
        Boolean,
        Signed,
        Unsigned,
        Character,
        Float,
        Pointer,
        Reference,
        Array,
        Record ///< struct, class, union
    };
    Kind kind = Kind::Unknown;
    std::string name;
    std::uint64_t size = 0;             ///< bytes; of arrays that of all elements
    std::uint32_t element = kNoType;    ///< Pointer, Reference, Array
    std::vector<std::uint64_t> extents; ///< Array, outermost first
    std::vector<SourceMember> members;  ///< Record; bases and unnamed unions have no name
};

/// Where a variable is while control is in [low, high), which are labels of the text.
struct VariablePlace {
    std::string low, high;    ///< empty: as long as the variable is in scope
    std::string reg;          ///< a register holds it ...
    std::string symbol;       ///< ... or it lies in a variable or parameter of the PTX,
    std::uint64_t offset = 0; ///< so many bytes from its start
};

struct SourceVariable {
    std::string name;
    std::uint32_t type = kNoType;
    std::uint32_t declared_line = 0;
    bool is_parameter = false;
    std::string function_low; ///< label at the start of the function's code; empty: of no function
    /// Labels around the code of the block that declares it; none of what lies in no function.
    std::vector<std::pair<std::string, std::string>> scope;
    std::vector<VariablePlace> places; ///< none: optimised out
};

struct VariableTable {
    std::vector<SourceType> types;
    std::vector<SourceVariable> variables; ///< of inner blocks after those around them
};

/// Empty for a module without debug information. Sections that make no sense give fewer of them.
/// Places are DW_OP_addr with an offset (clang), or registers spelt in the number of DW_OP_regx, as
/// nvcc does (CUDA's "PTX debug information", DWARF 2 with the name's letters as the number).
VariableTable read_source_variables(const Module& module);

} // namespace warpscope::ptx
