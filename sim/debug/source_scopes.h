// SourceScopes: where the variables of the source are in scope and where they lie, as instruction
// numbers, registers and offsets. Internal to sim/debug.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/base/address.h"
#include "sim/exec/executable.h"
#include "sim/exec/layout.h"
#include "sim/ptx/dwarf_variables.h"

namespace warpscope {

/// Instructions [first, last) of one function.
struct CodeRange {
    std::uint32_t first = 0, last = UINT32_MAX;
    bool contains(std::uint32_t instruction) const {
        return first <= instruction && instruction < last;
    }
};

/// Where a variable is while control is in `code`.
struct ScopedPlace {
    CodeRange code;
    bool in_register = false;
    std::uint32_t register_index = 0; ///< into Function::registers
    Space space = Space::Local;       ///< of memory
    Address address = 0; ///< a global address, else an offset; of local memory in the frame
};

struct ScopedVariable {
    const ptx::SourceVariable* source = nullptr;
    std::vector<CodeRange> scope; ///< empty: of no function, in scope everywhere
    std::vector<ScopedPlace> places;
    /// By instruction: whether something may have been stored in it, or its address been taken, on
    /// some way there. Empty: not known.
    std::vector<bool> assigned;
    bool in_scope(std::uint32_t instruction) const;
};

class SourceScopes {
public:
    explicit SourceScopes(std::shared_ptr<const Executable> executable);

    const ptx::VariableTable& table() const { return table_; }
    const Executable& executable() const { return *executable_; }
    /// Of a function of the executable, those of inner blocks after those around them; those of no
    /// function first.
    const std::vector<ScopedVariable>& variables(std::uint32_t function) const;
    /// The innermost variable of that name which the instruction is in scope of; null: there is
    /// none.
    const ScopedVariable* find(std::uint32_t function, std::uint32_t instruction,
                               const std::string& name) const;
    /// Any variable of that name, wherever it is in scope; null: there is none.
    const ptx::SourceVariable* known(const std::string& name) const;

private:
    struct FunctionScopes {
        std::vector<ScopedVariable> variables;
        std::unordered_map<std::string, std::vector<std::uint32_t>> by_name; ///< outermost first
    };
    FunctionScopes read_function(std::uint32_t function, const OffsetsByName& shared) const;

    std::shared_ptr<const Executable> executable_;
    ptx::VariableTable table_;
    std::vector<FunctionScopes> functions_;
};

} // namespace warpscope
