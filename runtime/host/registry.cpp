// The tables of registered device code, and its way from containers to modules.
#include "runtime/host/registry.h"

#include <algorithm>
#include <cstring>

#include "runtime/compile/container.h"
#include "runtime/host/contracts.h"
#include "runtime/host/program_link.h"
#include "sim/ptx/parser.h"

namespace warpscope::host {
namespace {

Result<std::vector<compile::ImageView>> images_of(const RegisteredBinary& binary) {
    if (binary.data == nullptr || !compile::starts_container(binary.data))
        return Diagnostic{{},
                          "the program registers device code that is not Warpscope's",
                          "compile it with `warpscope build` or `warpscope run`"};
    return compile::read_embedded_container(binary.data);
}

/// Parses each image of the binary's container.
Status read_binary(const RegisteredBinary& binary, std::vector<Module>& parts) {
    const Result<std::vector<compile::ImageView>> images = images_of(binary);
    if (!images) return images.error();
    for (const compile::ImageView& image : *images) {
        Result<Module> module = ptx::parse(image.ptx, std::string(image.source_path));
        if (!module) return module.error();
        parts.push_back(std::move(*module));
    }
    return Done{};
}

} // namespace

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

void Registry::start_managed_variables(const RegisteredBinary& binary) {
    std::vector<Module> parts;
    for (const auto& [host, variable] : variables_) {
        if (variable.binary != &binary || !variable.managed) continue;
        // Only programs with managed variables pay for parsing so early. Errors are told when the
        // code is used.
        if (parts.empty() && !read_binary(binary, parts)) return;
        for (const Module& part : parts) {
            const Variable* v = part.find_variable(variable.name);
            if (v == nullptr || v->initializer.empty()) continue;
            std::memcpy(const_cast<void*>(host), v->initializer.data(),
                        std::min<std::uint64_t>(v->initializer.size(), variable.size));
        }
    }
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
    std::vector<Module> parts;
    std::vector<RegisteredBinary*> owners; // of each part
    for (const auto& binary : binaries_)
        if (binary->live && !binary->failed && binary->module < 0) linked.push_back(binary.get());
    if (linked.empty()) return std::shared_ptr<const Module>();
    for (RegisteredBinary* binary : linked) {
        if (Status read = read_binary(*binary, parts); !read) return read.error();
        owners.resize(parts.size(), binary);
    }
    if (parts.empty()) return std::make_shared<const Module>(); // host code alone
    Result<LinkedProgram> program = link_program(std::move(parts));
    if (!program) return program.error();
    for (std::size_t i = 0; i < owners.size() && i < program->renames.size(); ++i)
        owners[i]->renamed.insert(program->renames[i].begin(), program->renames[i].end());
    return std::move(program->module);
}

// The compiler writes one image a container.
Status Registry::load_contracts(RegisteredBinary& binary, const GpuSpec& gpu) const {
    if (binary.contracts_loaded) return Done{};
    binary.contracts_loaded = true;
    const Result<std::vector<compile::ImageView>> images = images_of(binary);
    if (!images) return images.error();
    for (const compile::ImageView& image : *images) {
        if (image.contract_ptx.empty()) continue;
        Result<std::unique_ptr<Contracts>> contracts = Contracts::load(
            image.contract_ptx, "the launch contracts of " + std::string(image.source_path), gpu);
        if (!contracts) return contracts.error();
        binary.contracts = std::move(*contracts);
    }
    return Done{};
}

void Registry::forget_modules() {
    for (const auto& binary : binaries_) {
        binary->module = -1;
        binary->failed = false;
        binary->renamed.clear();
    }
}

} // namespace warpscope::host
