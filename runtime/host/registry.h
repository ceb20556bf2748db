// Registry: what compiled programs announced before main: their device code, kernels and variables.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/gpu/gpu_spec.h"
#include "sim/program/module.h"

namespace warpscope::host {

class Contracts;

/// One container that a translation unit registered.
struct RegisteredBinary {
    const void* data = nullptr;
    bool live = true;    ///< not unregistered yet
    int module = -1;     ///< the device's number for what it was linked into; -1 before
    bool failed = false; ///< it could not be linked; the user was told
    bool contracts_loaded = false;
    std::shared_ptr<Contracts> contracts; ///< null: it has none
    /// Where linking gave a symbol of this binary another name.
    std::map<std::string, std::string> renamed;

    const std::string& name_of(const std::string& symbol) const {
        const auto found = renamed.find(symbol);
        return found == renamed.end() ? symbol : found->second;
    }
};

struct RegisteredFunction {
    RegisteredBinary* binary = nullptr;
    std::string name; ///< in the binary's PTX
};

struct RegisteredVariable {
    RegisteredBinary* binary = nullptr;
    std::string name;
    std::uint64_t size = 0;
    bool constant = false;
    bool managed = false;
};

/// The handles that programs hold are RegisteredBinary pointers. Anything else is refused.
class Registry {
public:
    RegisteredBinary* add_binary(const void* container);
    /// The binary that a handle names, or null.
    RegisteredBinary* find_binary(const void* handle) const;
    void remove_binary(RegisteredBinary* binary);
    void add_function(const void* stub, RegisteredFunction function) {
        functions_[stub] = std::move(function);
    }
    void add_variable(const void* host, RegisteredVariable variable) {
        variables_[host] = std::move(variable);
    }

    /// Gives the host copies of the binary's managed variables their first values; the compiler
    /// leaves them zero.
    void start_managed_variables(const RegisteredBinary& binary);

    const RegisteredFunction* find_function(const void* stub) const;
    const RegisteredVariable* find_variable(const void* host) const;
    const std::map<const void*, RegisteredVariable>& variables() const { return variables_; }

    /// Parses and links every live binary that was not linked yet into one module, and fills their
    /// `renamed`. Null when there is none left; `linked` receives the binaries that went into it.
    Result<std::shared_ptr<const Module>> link_new(std::vector<RegisteredBinary*>& linked);
    /// Loads the binary's launch contracts, if it has any and they are not loaded yet.
    Status load_contracts(RegisteredBinary& binary, const GpuSpec& gpu) const;
    /// Every binary has to be linked again (after a reset of the device).
    void forget_modules();

private:
    std::vector<std::unique_ptr<RegisteredBinary>> binaries_;
    std::map<const void*, RegisteredFunction> functions_;
    std::map<const void*, RegisteredVariable> variables_;
};

} // namespace warpscope::host
