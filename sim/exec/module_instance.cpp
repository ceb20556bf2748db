// Gives module variables their addresses and their initial bytes (PTX ISA, "Initializers").
#include "sim/exec/module_instance.h"

#include <algorithm>

namespace warpscope {
namespace {

bool lives_in_device_memory(const Variable& v) {
    return v.space == StateSpace::Global || v.space == StateSpace::Constant;
}

void name_functions(ModuleInstance& instance) {
    const std::vector<Function>& functions = instance.module->functions;
    for (std::size_t f = 0; f < functions.size(); ++f)
        instance.symbols.emplace(functions[f].name, kFunctionBase + 16 * f);
}

/// Module variables and those that functions declare in .global or .const.
std::vector<const Variable*> device_variables(const Module& module) {
    std::vector<const Variable*> all;
    for (const Variable& v : module.variables)
        if (lives_in_device_memory(v)) all.push_back(&v);
    for (const Function& f : module.functions)
        for (const Variable& v : f.variables)
            if (lives_in_device_memory(v)) all.push_back(&v);
    return all;
}

Status write_initializer(const ModuleInstance& instance, const Variable& v, DeviceMemory& memory) {
    const Address base = instance.address_of(v.name);
    std::vector<std::uint8_t> bytes = v.initializer;
    bytes.resize(std::max<std::uint64_t>(v.size, 1), 0); // uninitialised variables start as zero
    for (const Relocation& r : v.relocations) {
        const auto target = instance.symbols.find(r.symbol);
        if (target == instance.symbols.end())
            return Diagnostic{{instance.module->name, v.line, 0},
                              "the initialiser of '" + v.name + "' names '" + r.symbol +
                                  "', which is not defined",
                              "define the variable or function, or link the file that does"};
        const std::uint64_t value =
            (target->second + static_cast<std::uint64_t>(r.addend)) >> r.shift;
        for (unsigned b = 0; b < r.bytes && r.offset + b < bytes.size(); ++b)
            bytes[r.offset + b] = static_cast<std::uint8_t>(value >> (8 * b));
    }
    memory.write(base, bytes.data(), bytes.size());
    return Done{};
}

Allocation* allocate_variable(const Variable& v, DeviceMemory& memory,
                              const std::map<std::string, Address>& places) {
    const auto place = places.find(v.name);
    if (place != places.end() && place->second % std::max(v.align, 1u) == 0)
        if (Allocation* a =
                memory.allocate_at(place->second, v.size, AllocationKind::Managed, v.name))
            return a;
    const bool constant = v.space == StateSpace::Constant;
    const bool managed = v.attributes.find("managed") != std::string::npos;
    const AllocationKind kind = constant  ? AllocationKind::Constant
                                : managed ? AllocationKind::Managed
                                          : AllocationKind::ModuleVariable;
    return memory.allocate(v.size, kind, v.name,
                           std::max<std::uint64_t>(v.align, kAllocationAlignment));
}

} // namespace

Result<std::shared_ptr<const ModuleInstance>>
load_module(std::shared_ptr<const Module> module, DeviceMemory& memory,
            const std::map<std::string, Address>& places) {
    auto instance = std::make_shared<ModuleInstance>();
    instance->module = std::move(module);
    name_functions(*instance);
    const std::vector<const Variable*> variables = device_variables(*instance->module);
    for (const Variable* v : variables) {
        if (v->linkage == Linkage::Extern || instance->symbols.contains(v->name)) continue;
        Allocation* a = allocate_variable(*v, memory, places);
        if (a == nullptr)
            return Diagnostic{{instance->module->name, v->line, 0},
                              "the variable '" + v->name + "' (" + std::to_string(v->size) +
                                  " bytes) does not fit into the device's memory",
                              ""};
        instance->symbols.emplace(v->name, a->base);
    }
    for (const Variable* v : variables) {
        if (v->linkage == Linkage::Extern) continue;
        Status written = write_initializer(*instance, *v, memory);
        if (!written) return written.error();
        if (Allocation* a = memory.find(instance->address_of(v->name));
            a && v->space == StateSpace::Constant)
            a->read_only = true;
    }
    return std::shared_ptr<const ModuleInstance>(std::move(instance));
}

std::shared_ptr<const ModuleInstance>
bind_module(std::shared_ptr<const Module> module,
            std::unordered_map<std::string, Address> symbols) {
    auto instance = std::make_shared<ModuleInstance>();
    instance->module = std::move(module);
    instance->symbols = std::move(symbols);
    name_functions(*instance);
    return instance;
}

} // namespace warpscope
