// Loads contract PTX and finds the kernels in it that have contracts.
#include "runtime/host/contracts.h"

#include "sim/isa/row.h"
#include "sim/ptx/parser.h"

namespace warpscope::host {

Result<std::unique_ptr<Contracts>> Contracts::load(std::string_view ptx, std::string name,
                                                   const GpuSpec& gpu) {
    Result<Module> module = ptx::parse(ptx, std::move(name));
    if (!module) return module.error();
    std::unique_ptr<Contracts> contracts(new Contracts(gpu));
    Result<std::shared_ptr<const ModuleInstance>> instance =
        load_module(std::make_shared<const Module>(std::move(*module)), contracts->memory_);
    if (!instance) return instance.error();
    contracts->instance_ = std::move(*instance);
    return contracts;
}

Result<std::shared_ptr<const Executable>> Contracts::of(const std::string& kernel) {
    const auto known = known_.find(kernel);
    if (known != known_.end()) return known->second;
    Result<std::shared_ptr<const Executable>> variant = std::shared_ptr<const Executable>();
    const Module& module = *instance_->module;
    const Function* function = module.find_function(kernel);
    if (function != nullptr && function->is_entry && has_contract(module, *function))
        variant = build_executable(instance_, kernel, isa::best_level());
    return known_.emplace(kernel, std::move(variant)).first->second;
}

} // namespace warpscope::host
