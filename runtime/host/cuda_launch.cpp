// Modules, kernels and launches of a GPU.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "runtime/driver/faults.h"
#include "runtime/host/cuda_device.h"
#include "runtime/host/cuda_gpu.h"
#include "runtime/host/launch_guard.h"
#include "runtime/report/native_launch.h"
#include "sim/exec/layout.h"
#include "sim/exec/reachable.h"
#include "sim/ptx/native_text.h"

namespace warpscope::host {
namespace {

using driver::Error;
using driver::FunctionAttribute;

bool addressable(const Variable& v) {
    return v.space == StateSpace::Global || v.space == StateSpace::Constant;
}

} // namespace

// ---- modules and kernels ------------------------------------------------------------------------

int CudaDevice::load(std::shared_ptr<const Module> module) {
    if (!ready()) return -1;
    if (!share_host_variables(*module)) places_.clear();
    ptx::PrintOptions options;
    options.places = places_;
    const Result<std::string> text = ptx::native_text(
        *module, explicit_rounding_ ? ptx::Fusing::Never : ptx::Fusing::AsWritten, options);
    if (!text) {
        log_.problem(text.error(), "");
        return -1;
    }
    // Host code alone: the driver takes no empty text.
    if (text->empty()) return -1;
    Result<driver::Module> loaded = driver::Module::load(*context_, *text, module->name);
    if (!loaded) {
        log_.problem(loaded.error(), "");
        return -1;
    }
    modules_.push_back({std::move(module), std::move(*loaded), {}});
    note_variables(modules_.back());
    places_.clear();
    return static_cast<int>(modules_.size()) - 1;
}

/// Lets kernels reach the pages where the host has the placed variables. False when one cannot be
/// where the host has it.
bool CudaDevice::share_host_variables(const Module& module) {
    constexpr Address kPage = 4096;
    for (const Variable& v : module.variables) {
        const auto place = places_.find(v.name);
        if (place == places_.end()) continue;
        if (place->second % std::max(v.align, 1u) != 0) return false;
        if (!share_pages(place->second / kPage * kPage,
                         (place->second + v.size + kPage - 1) / kPage * kPage))
            return false;
    }
    return true;
}

/// A page can be registered once only.
bool CudaDevice::share_pages(Address first, Address end) {
    for (const auto& [begin, past] : shared_pages_) {
        if (first >= begin && first < past) first = std::min(past, end);
        if (end > begin && end <= past) end = std::max(begin, first);
    }
    if (first >= end) return true;
    if (!done(api().cuMemHostRegister(reinterpret_cast<void*>(first), end - first,
                                      driver::kHostMemoryForAll),
              "cuMemHostRegister"))
        return false;
    shared_pages_[first] = end;
    return true;
}

/// Variables that the driver's compiler has dropped are known to nobody.
void CudaDevice::note_variables(Loaded& loaded) {
    for (const Variable& v : loaded.source->variables) {
        if (!addressable(v)) continue;
        if (const auto place = places_.find(v.name); place != places_.end()) {
            loaded.variables[v.name] = place->second;
            allocations_[place->second] = {place->second, v.size, AllocationKind::Managed};
            host_variables_.insert(place->second);
            continue;
        }
        const auto [address, bytes] = loaded.module.variable(v.name);
        if (address == 0) continue;
        loaded.variables[v.name] = address;
        allocations_[address] = {address, bytes,
                                 v.space == StateSpace::Constant ? AllocationKind::Constant
                                                                 : AllocationKind::ModuleVariable};
    }
}

Address CudaDevice::symbol(int module, const std::string& name) const {
    if (module < 0 || static_cast<std::size_t>(module) >= modules_.size()) return 0;
    const auto& variables = modules_[static_cast<std::size_t>(module)].variables;
    const auto found = variables.find(name);
    return found == variables.end() ? 0 : found->second;
}

Result<CudaDevice::Kernel> CudaDevice::make_kernel(const Loaded& loaded,
                                                   const std::string& name) const {
    const Result<driver::FunctionHandle> function = loaded.module.function(name);
    if (!function) return function.error();
    const auto number = [&](FunctionAttribute attribute) {
        int value = 0;
        const Error error = api().cuFuncGetAttribute(&value, attribute, *function);
        return error == Error::Success && value > 0 ? static_cast<unsigned>(value) : 0u;
    };
    Kernel kernel;
    kernel.function = *function;
    KernelFacts& facts = kernel.facts;
    const Function& source = *loaded.source->find_function(name);
    const std::vector<const Function*> functions = reachable_functions(*loaded.source, source);
    Result<std::vector<LaunchDemand>> demands = read_launch_demands(functions);
    if (!demands) return demands.error();
    kernel.demands = std::move(*demands);
    kernel.dynamic_shared_alignment = lay_out_shared(*loaded.source, functions).dynamic_alignment;
    const ParameterLayout layout = lay_out_parameters(source);
    for (const Variable& v : source.parameters)
        facts.parameters.push_back(
            {v.name, v.type, layout.formals.at(v.name).offset, static_cast<std::uint32_t>(v.size)});
    facts.parameter_bytes = layout.formal_bytes;
    facts.static_shared_bytes = number(FunctionAttribute::SharedBytes);
    facts.constant_bytes = number(FunctionAttribute::ConstantBytes);
    facts.local_bytes = number(FunctionAttribute::LocalBytes);
    facts.registers = number(FunctionAttribute::Registers);
    facts.max_threads = number(FunctionAttribute::MaxThreadsPerBlock);
    facts.ptx_target = number(FunctionAttribute::PtxVersion);
    return kernel;
}

CudaDevice::Kernel& CudaDevice::build(int module, const std::string& name) {
    const auto [place, fresh] = kernels_.try_emplace({module, name});
    Kernel& kernel = place->second;
    if (!fresh) return kernel;
    const Loaded& loaded = modules_[static_cast<std::size_t>(module)];
    const Function* source = loaded.source->find_function(name);
    if (source == nullptr || !source->is_entry || !ready()) {
        kernel.why_not = cudaErrorInvalidDeviceFunction;
        return kernel;
    }
    Result<Kernel> made = make_kernel(loaded, name);
    if (made) {
        kernel = std::move(*made);
    } else {
        log_.problem(made.error(), name);
        kernel.why_not = cudaErrorInvalidDeviceFunction;
    }
    return kernel;
}

const KernelFacts* CudaDevice::kernel(int module, const std::string& name, cudaError_t& why) {
    why = cudaErrorInvalidDeviceFunction;
    if (module < 0 || static_cast<std::size_t>(module) >= modules_.size()) return nullptr;
    const Kernel& kernel = build(module, name);
    why = kernel.why_not;
    return kernel.function == nullptr ? nullptr : &kernel.facts;
}

// ---- launches -----------------------------------------------------------------------------------

LaunchEnd CudaDevice::launch(const KernelLaunch& launch) {
    Kernel& kernel = build(launch.module, launch.kernel);
    if (kernel.function == nullptr) return {kernel.why_not, 0};
    if (!ready()) return {cudaErrorDevicesUnavailable, 0};
    const Loaded& loaded = modules_[static_cast<std::size_t>(launch.module)];
    if (!may_run(launch, launches_ + 1,
                 {*loaded.source, kernel.demands, kernel.dynamic_shared_alignment}, gpu_, log_))
        return {cudaSuccess, 0, cudaErrorInvalidConfiguration};
    driver::Launch request;
    request.function = kernel.function;
    request.grid = launch.grid;
    request.block = launch.block;
    request.dynamic_shared_bytes = launch.dynamic_shared_bytes;
    request.parameters = launch.parameters;
    request.cooperative = launch.cooperative;
    // What the host has printed so far comes before what the kernel prints, and that before what
    // follows.
    std::fflush(stdout);
    const auto start = std::chrono::steady_clock::now();
    const driver::RunEnd ended = driver::run(*context_, request);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::fflush(stdout);
    LaunchEnd end;
    end.microseconds = ended.microseconds;
    if (!ended.began) {
        end.refused = error_of(ended.error);
        return end;
    }
    end.fault = error_of(ended.error);
    ++launches_;
    tell(launch, kernel.facts, ended, seconds.count());
    return end;
}

void CudaDevice::tell(const KernelLaunch& launch, const KernelFacts& facts,
                      const driver::RunEnd& ended, double host_seconds) {
    report::NativeLaunch native;
    native.launch = launches_;
    native.stream = launch.stream;
    native.kernel = launch.kernel;
    native.grid = launch.grid;
    native.block = launch.block;
    native.static_shared_bytes = facts.static_shared_bytes;
    native.dynamic_shared_bytes = launch.dynamic_shared_bytes;
    native.device_seconds = ended.microseconds * 1e-6;
    native.host_seconds = host_seconds;
    if (ended.faulted()) {
        native.error = api().text(ended.error);
        native.causes = driver::causes_of(ended.error);
    }
    log_.launch(native);
}

} // namespace warpscope::host
