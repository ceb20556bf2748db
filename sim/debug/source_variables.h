// SourceVariables: the variables of the source by name, where the program was built with debug
// information.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/debug/snapshot.h"
#include "sim/events/ids.h"
#include "sim/exec/executable.h"
#include "sim/ptx/dwarf_variables.h"

namespace warpscope {

/// One variable in the lanes of one split.
struct VariableValue {
    const ptx::SourceVariable* variable = nullptr;
    const ptx::SourceType* type = nullptr; ///< null: not told
    unsigned bytes = 0;                    ///< of one lane
    /// `bytes` a lane, 32 lanes; of lanes outside the split what was there last. Empty when it is
    /// nowhere now (a compiler may keep a value only as long as it is used), or in global memory.
    std::vector<std::uint8_t> values;
    /// Where it lies: the same offset in each lane's local memory, an offset into shared memory, or
    /// a global address; not of registers.
    bool in_memory = false;
    Space space = Space::Local;
    Address address = 0;
};

class SourceVariables {
public:
    /// Reads the debug information of the executable's module.
    explicit SourceVariables(std::shared_ptr<const Executable> executable);
    ~SourceVariables();

    /// False for an ordinary build: only registers and parameters have names then.
    bool any() const;
    const ptx::VariableTable& table() const;

    /// The variables that the split's place is in scope of, those of inner blocks first; a name
    /// that an inner block hides is left out. Indices as in registers(). `parameters`: the bytes
    /// that the kernel was given.
    std::vector<VariableValue> values(const Snapshot& snapshot, std::size_t block, std::size_t warp,
                                      std::size_t split,
                                      const std::vector<std::uint8_t>& parameters) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The first `bytes` of a lane's value as the type shows them: 3.5, -1, true, 'a', 0x7f00, or
/// {1, 2, …} for arrays and records of at most a few elements.
std::string value_text(const ptx::VariableTable& table, const ptx::SourceType* type,
                       const std::uint8_t* value, std::size_t bytes);

} // namespace warpscope
