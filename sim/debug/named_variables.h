// NamedVariables: what an executable's variables and parameters are called, and where they lie.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/exec/executable.h"

namespace warpscope {

struct NamedVariable {
    std::string name;       ///< as in the PTX
    std::string short_name; ///< "tile" of kernel()::tile; "param0" of a parameter
    Space space = Space::Global;
    Type element = Type::B8;
    Address address = 0;    ///< of a global variable; else an offset in the space
    std::uint64_t size = 0; ///< bytes; of dynamic shared memory 0: all that is left
    bool is_array = false;
    std::uint32_t function = kNoFunction; ///< of a local variable: whose frame it is in
    /// PTX of arrays often says bytes; then this is the one type with which the code accesses the
    /// space, when there is just one.
    Type accessed_as = Type::None;
};

struct NamedVariables {
    std::vector<NamedVariable> entries; ///< parameters first, in order
    /// By either name; of two with one name, that of `function` comes first. Null when none has it.
    const NamedVariable* find(const std::string& name, std::uint32_t function) const;
};

NamedVariables named_variables_of(const Executable& executable);

/// "tile" of "_ZZ4copyPfE4tile", demangled without its scopes.
std::string short_name(const std::string& symbol);

} // namespace warpscope
