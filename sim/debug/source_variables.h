// SourceVariables: the variables of the source by name, where the program was built with debug
// information.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/debug/expression.h"
#include "sim/exec/executable.h"
#include "sim/ptx/dwarf_variables.h"

namespace warpscope {

class SourceVariables final : public NamedValues {
public:
    /// Reads the debug information of the executable's module.
    explicit SourceVariables(std::shared_ptr<const Executable> executable);
    ~SourceVariables() override;

    /// False for an ordinary build: only registers and parameters have names then.
    bool any() const;
    const ptx::VariableTable& table() const;
    /// Whether a variable has this name anywhere in the launch.
    bool knows(const std::string& name) const;

    /// Each lane sees what its own place in the code is in scope of. The type is that of the first
    /// lane's variable; lanes that see a variable of another type have no value.
    std::optional<Evaluated> find(const std::string& name, const Session& session,
                                  const WarpView& warp, LaneMask lanes) const override;
    std::string hint(const std::string& name) const override;

    /// The variables that the lane's place is in scope of, those of inner blocks first; a name that
    /// an inner block hides is left out, and so are variables of no function.
    std::vector<const ptx::SourceVariable*> in_scope(const WarpView& warp, unsigned lane) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The variable's type, or none when the debug information does not tell it.
SourceTypeRef type_of(const ptx::SourceVariable& variable, const SourceVariables& variables);

/// An array or struct in one lane, as value_text() shows it; why there is none when there is none.
std::string object_text(const ObjectPlace& object, const Session& session, const WarpView& warp,
                        unsigned lane);

/// A member of a struct, or element `number` of an array, in these lanes.
Evaluated part_of(const ObjectPlace& object, const ptx::SourceMember& member,
                  const Session& session, const WarpView& warp, LaneMask lanes);
Evaluated part_of(const ObjectPlace& object, std::uint64_t number, const Session& session,
                  const WarpView& warp, LaneMask lanes);

} // namespace warpscope
