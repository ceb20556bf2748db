// Memory and modules of the simulated GPU; launches are in emulator_launch.cpp.
#include "runtime/host/emulator_device.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include <unistd.h>

#include "runtime/host/host_machine.h"
#include "runtime/host/register_estimate.h"
#include "runtime/report/interrupts.h"
#include "sim/debug/announce_memory.h"
#include "sim/isa/row.h"
#include "sim/memory/allocation_events.h"

namespace warpscope::host {
namespace {

KernelFacts facts_of(const Executable& executable, const GpuSpec& gpu) {
    const Module& module = *executable.instance->module;
    const Function& kernel = executable.kernel_source();
    KernelFacts facts;
    facts.parameters = executable.parameters;
    facts.parameter_bytes = executable.parameter_bytes;
    facts.static_shared_bytes = executable.static_shared_bytes;
    for (const Variable& v : module.variables)
        if (v.space == StateSpace::Constant) facts.constant_bytes += v.size;
    for (const ExecutableFunction& f : executable.functions)
        facts.local_bytes += f.local_bytes;
    facts.uses_heap =
        calls(executable, SystemCall::Allocate) || calls(executable, SystemCall::Free);
    facts.registers = estimate_registers(executable, gpu);
    facts.max_threads = gpu.max_threads_per_block;
    if (kernel.max_threads != 0)
        facts.max_threads = std::min(facts.max_threads, kernel.max_threads);
    const std::uint32_t* required = kernel.required_threads;
    if (required[0] != 0)
        facts.max_threads = std::min<unsigned>(
            facts.max_threads, required[0] * std::max(required[1], 1u) * std::max(required[2], 1u));
    for (char c : module.target)
        if (c >= '0' && c <= '9')
            facts.ptx_target = facts.ptx_target * 10 + static_cast<unsigned>(c - '0');
    return facts;
}

} // namespace

EmulatorDevice::EmulatorDevice(const report::RunSettings& settings, LaunchLog& log,
                               EventCheck check)
    : gpu_(settings.gpu), log_(log),
      memory_(std::make_unique<DeviceMemory>(settings.gpu.memory_bytes)),
      checks_(settings.checks,
              settings.checks_small_only ? report::CheckScope::Small : report::CheckScope::All,
              settings.owned),
      keeper_(settings.keep_directory), check_(check) {
    keeps_addresses_ = reserve_device_addresses(gpu_.memory_bytes);
    options_.host_threads = report::host_threads(settings);
    options_.seed = settings.seed;
    options_.divergence = settings.divergence;
    options_.reference = settings.reference;
    level_ = settings.level;
    options_.max_instructions = settings.max_instructions;
    options_.interrupt = &report::InterruptWatch::flag();
    if (settings.progress == report::Progress::Shown)
        progress_ = std::make_unique<report::ProgressDisplay>(STDERR_FILENO);
    if (settings.counters) counting_ = std::make_unique<CounterObserver>();
    if (!settings.capture_directory.empty())
        capture_ = std::make_unique<CaptureWriter>(settings.capture_directory);
    attach_own_observers();
}

void EmulatorDevice::attach_own_observers() {
    if (capture_ != nullptr) observe(*capture_);
    for (Observer* checker : checks_.observers())
        observe(*checker);
    if (check_ == EventCheck::Off) return;
    rebuilder_ = std::make_unique<MemoryRebuilder>();
    observe(*rebuilder_);
}

Status EmulatorDevice::compare_with(std::unique_ptr<compare::GpuTwin> twin,
                                    compare::CompareOptions options) {
    if (keeps_addresses_) release_device_addresses(gpu_.memory_bytes);
    keeps_addresses_ = false;
    const Result<Address> base = twin->keep_addresses(gpu_.memory_bytes);
    if (!base) return base.error();
    memory_->set_cursor({*base, memory_->cursor().next_id});
    twin_ = std::move(twin);
    beside_ = std::make_unique<compare::SideBySide>(*twin_, std::move(options));
    return Done{};
}

/// Nobody listens for checkers any more once they do not look at a launch.
void EmulatorDevice::begin_checks(const LaunchRequest& request) {
    const std::vector<Observer*> checkers = checks_.observers();
    if (checkers.empty()) return;
    if (checks_.begin(request)) {
        if (checks_.looks_for("race")) keeper_.begin(*memory_);
        return;
    }
    std::erase_if(observers_, [&](Observer* o) {
        return std::find(checkers.begin(), checkers.end(), o) != checkers.end();
    });
}

// ---- memory
// ------------------------------------------------------------------------------------------------

void EmulatorDevice::announce_allocation(Allocation& a, const FilePosition& site) {
    a.allocated_at = site;
    for (Observer* o : observers_)
        o->on_allocation(allocation_event(a));
}

Address EmulatorDevice::allocate(std::uint64_t bytes, const FilePosition& site) {
    if (!host_can_hold(bytes, memory_->used())) return 0;
    Allocation* a = memory_->allocate(bytes, AllocationKind::Device);
    if (a == nullptr) return 0;
    announce_allocation(*a, site);
    return a->base;
}

bool EmulatorDevice::allocate_managed(Address at, std::uint64_t bytes, const FilePosition& site) {
    const std::uint64_t copies = shares_host_memory() ? 1 : 2;
    if (bytes == 0 || !host_can_hold(copies * bytes, memory_->used())) return false;
    Allocation* a = shares_host_memory()
                        ? memory_->share_at(at, reinterpret_cast<std::uint8_t*>(at), bytes,
                                            AllocationKind::Managed)
                        : memory_->allocate_at(at, bytes, AllocationKind::Managed);
    if (a == nullptr) return false;
    announce_allocation(*a, site);
    return true;
}

bool EmulatorDevice::release(Address base) {
    const Allocation* a = memory_->find(base);
    if (a == nullptr || a->base != base) return false;
    const FreeEvent event = free_event(*a);
    memory_->release(base);
    for (Observer* o : observers_)
        o->on_free(event);
    return true;
}

std::optional<AllocationInfo> EmulatorDevice::find(Address address) const {
    const Allocation* a = memory_->find(address);
    if (a == nullptr) return std::nullopt;
    return AllocationInfo{a->base, a->size, a->kind};
}

void EmulatorDevice::announce_copy(HostCopyEvent::Direction direction, Address to, Address from,
                                   std::uint64_t bytes, StreamId stream) {
    HostCopyEvent event;
    event.direction = direction;
    event.destination = to;
    event.source = from;
    event.size = bytes;
    event.stream = stream;
    if (to != 0)
        if (const Allocation* a = memory_->find(to))
            event.bytes = {a->bytes() + (to - a->base), bytes};
    for (Observer* o : observers_)
        o->on_host_copy(event);
    log_.copies(checks_, *memory_);
}

bool EmulatorDevice::write(Address to, const void* from, std::uint64_t bytes, StreamId stream) {
    if (!memory_->write(to, from, bytes)) return false;
    announce_copy(HostCopyEvent::Direction::ToDevice, to, 0, bytes, stream);
    return true;
}

bool EmulatorDevice::read(void* to, Address from, std::uint64_t bytes, StreamId stream) {
    if (!memory_->read(from, to, bytes)) return false;
    announce_copy(HostCopyEvent::Direction::FromDevice, 0, from, bytes, stream);
    return true;
}

bool EmulatorDevice::peek(void* to, Address from, std::uint64_t bytes) const {
    return memory_->read(from, to, bytes);
}

bool EmulatorDevice::copy(Address to, Address from, std::uint64_t bytes, StreamId stream) {
    const Allocation* source = memory_->find(from);
    const Allocation* target = memory_->find(to);
    if (source == nullptr || target == nullptr || !source->contains(from, bytes) ||
        !target->contains(to, bytes))
        return false;
    std::memmove(target->bytes() + (to - target->base), source->bytes() + (from - source->base),
                 bytes);
    announce_copy(HostCopyEvent::Direction::DeviceToDevice, to, from, bytes, stream);
    return true;
}

bool EmulatorDevice::fill(Address to, std::uint8_t value, std::uint64_t bytes, StreamId stream) {
    if (!memory_->fill(to, value, bytes)) return false;
    announce_copy(HostCopyEvent::Direction::Fill, to, 0, bytes, stream);
    return true;
}

void EmulatorDevice::order(const StreamEdgeEvent& edge) {
    for (Observer* o : observers_)
        o->on_stream_edge(edge);
}

void EmulatorDevice::reset() {
    for (const auto& [base, a] : memory_->allocations())
        for (Observer* o : observers_)
            o->on_free(free_event(a));
    kernels_.clear();
    modules_.clear();
    workspaces_.clear();
    arrays_.clear();
    memory_->objects().clear();
    // Addresses go on rising, so that a pointer from before the reset is known to be stale.
    std::vector<Address> bases;
    for (const auto& [base, a] : memory_->allocations())
        bases.push_back(base);
    for (Address base : bases)
        memory_->release(base);
}

// ---- modules and kernels
// -------------------------------------------------------------------------------------

int EmulatorDevice::load(std::shared_ptr<const Module> module) {
    std::uint32_t last_id = 0;
    for (const auto& [base, a] : memory_->allocations())
        last_id = std::max(last_id, a.id);
    Result<std::shared_ptr<const ModuleInstance>> instance =
        load_module(std::move(module), *memory_, places_);
    places_.clear();
    if (!instance) {
        log_.problem(instance.error(), "");
        return -1;
    }
    for (const auto& [base, a] : memory_->allocations())
        if (a.id > last_id) warpscope::announce_allocation(a, observers_);
    modules_.push_back(std::move(*instance));
    return static_cast<int>(modules_.size()) - 1;
}

Address EmulatorDevice::symbol(int module, const std::string& name) const {
    if (module < 0 || static_cast<std::size_t>(module) >= modules_.size()) return 0;
    const Address address = modules_[static_cast<std::size_t>(module)]->address_of(name);
    return memory_->find(address) == nullptr ? 0 : address;
}

EmulatorDevice::Kernel& EmulatorDevice::build(int module, const std::string& name) {
    const auto [place, fresh] = kernels_.try_emplace({module, name});
    Kernel& kernel = place->second;
    if (!fresh) return kernel;
    const std::shared_ptr<const ModuleInstance>& instance =
        modules_[static_cast<std::size_t>(module)];
    Result<std::shared_ptr<const Executable>> executable = build_executable(instance, name, level_);
    if (executable) {
        kernel.executable = std::move(*executable);
        kernel.facts = facts_of(*kernel.executable, gpu_);
        kernel.prints = calls(*kernel.executable, SystemCall::Print);
    } else {
        log_.problem(executable.error(), name);
        kernel.why_not = instance->module->find_function(name) == nullptr
                             ? cudaErrorInvalidDeviceFunction
                             : cudaErrorNoKernelImageForDevice;
    }
    return kernel;
}

const KernelFacts* EmulatorDevice::kernel(int module, const std::string& name, cudaError_t& why) {
    why = cudaErrorInvalidDeviceFunction;
    if (module < 0 || static_cast<std::size_t>(module) >= modules_.size()) return nullptr;
    const Kernel& kernel = build(module, name);
    why = kernel.why_not;
    return kernel.executable == nullptr ? nullptr : &kernel.facts;
}

} // namespace warpscope::host
