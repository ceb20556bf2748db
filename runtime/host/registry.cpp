// The tables of registered device code, and its way from containers to modules.
#include "runtime/host/registry.h"

#include "runtime/compile/container.h"
#include "sim/ptx/parser.h"

namespace warpscope::host {

RegisteredBinary* Registry::add_binary(const void* container) {
    auto binary = std::make_unique<RegisteredBinary>();
    binary->data = container;
    binaries_.push_back(std::move(binary));
    return binaries_.back().get();
}

RegisteredBinary* Registry::find_binary(const void* handle) const {
    for (const auto& binary : binaries_)
        if (binary.get() == handle && binary->live) return binary.get();
    return nullptr;
}

void Registry::remove_binary(RegisteredBinary* binary) {
    binary->live = false;
    std::erase_if(functions_, [&](const auto& entry) { return entry.second.binary == binary; });
    std::erase_if(variables_, [&](const auto& entry) { return entry.second.binary == binary; });
}

const RegisteredFunction* Registry::find_function(const void* stub) const {
    const auto found = functions_.find(stub);
    return found == functions_.end() ? nullptr : &found->second;
}

const RegisteredVariable* Registry::find_variable(const void* host) const {
    const auto found = variables_.find(host);
    return found == variables_.end() ? nullptr : &found->second;
}

Result<std::shared_ptr<const Module>> Registry::link_new(std::vector<RegisteredBinary*>& linked) {
    linked.clear();
    for (const auto& binary : binaries_) {
        if (!binary->live || binary->failed || binary->module >= 0) continue;
        linked.push_back(binary.get());
        const Result<std::vector<compile::ImageView>> images = compile::read_embedded_container(binary->data);
        if (!images) return images.error();
        for (const compile::ImageView& image : *images) {
            Result<Module> module = ptx::parse(image.ptx, std::string(image.source_path));
            if (!module) return module.error();
            return std::make_shared<const Module>(std::move(*module));
        }
        return Diagnostic{{}, "the program's device code holds no PTX", "compile it with warpscope"};
    }
    return std::shared_ptr<const Module>();
}

void Registry::forget_modules() {
    for (const auto& binary : binaries_) {
        binary->module = -1;
        binary->failed = false;
    }
}

}  // namespace warpscope::host
