// ModuleInstance: a module whose variables have addresses in one device's memory.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "sim/base/result.h"
#include "sim/memory/device_memory.h"
#include "sim/program/module.h"

namespace warpscope {

/// Function pointers of device code: this base plus 16 times the function's index in the module.
inline constexpr Address kFunctionBase = 0x0400'0000;

struct ModuleInstance {
    std::shared_ptr<const Module> module;
    std::unordered_map<std::string, Address>
        symbols; ///< .global and .const variables, and functions

    /// The address of a variable, or 0.
    Address address_of(const std::string& name) const {
        const auto found = symbols.find(name);
        return found == symbols.end() ? 0 : found->second;
    }
};

/// Allocates and initialises the module's .global and .const variables.
/// Fails when an initialiser names an unknown symbol or the device's memory is too small.
/// `places` are addresses that .global variables should have, where the memory allows it.
Result<std::shared_ptr<const ModuleInstance>>
load_module(std::shared_ptr<const Module> module, DeviceMemory& memory,
            const std::map<std::string, Address>& places = {});

/// The same over memory that already holds the variables (a capsule): symbols are given, nothing is
/// written.
std::shared_ptr<const ModuleInstance> bind_module(std::shared_ptr<const Module> module,
                                                  std::unordered_map<std::string, Address> symbols);

} // namespace warpscope
