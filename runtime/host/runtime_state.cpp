// The state of the process: settings, the device, and what was loaded onto it.
#include "runtime/host/runtime_state.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/host/cuda_device.h"
#include "runtime/host/emulator_device.h"
#include "runtime/host/launch_log.h"

namespace warpscope::host {
namespace {

report::RunSettings settings_of_process() {
    Result<report::RunSettings> settings = report::run_settings_of_process();
    if (settings) return std::move(*settings);
    std::fprintf(stderr, "%s\n", to_string(settings.error()).c_str());
    std::exit(2);
}

/// WARPSCOPE_VERIFY_EVENTS: a switch for our own tests; "1" speaks only of differences, "2" of
/// every launch.
EventCheck event_check_of_process() {
    const char* value = std::getenv("WARPSCOPE_VERIFY_EVENTS");
    if (value == nullptr || *value == '\0' || std::strcmp(value, "0") == 0) return EventCheck::Off;
    return std::strcmp(value, "2") == 0 ? EventCheck::Verbose : EventCheck::Silent;
}

/// Nothing is torn down: what would be calls this library, whose lock is held.
[[noreturn]] void refuse_to_start(const Diagnostic& why) {
    std::fprintf(stderr, "warpscope: %s\n", to_string(why).c_str());
    std::fflush(nullptr);
    std::_Exit(2);
}

void say_goodbye() {
    RuntimeState& state = RuntimeState::get();
    const std::lock_guard lock(state.mutex());
    state.log().program_ended();
}

} // namespace

RuntimeState& RuntimeState::get() {
    static RuntimeState* const state = new RuntimeState;
    return *state;
}

RuntimeState::RuntimeState()
    : settings_(settings_of_process()), log_(std::make_unique<LaunchLog>(settings_)),
      streams_([this](const StreamEdgeEvent& edge) {
          if (device_ != nullptr) device_->order(edge);
      }) {
    if (settings_.device == kNativeDevice) open_real_device();
}

/// A program that asked for a GPU must not run on anything else.
void RuntimeState::open_real_device() {
    Result<std::unique_ptr<CudaDevice>> device = CudaDevice::open(settings_, *log_);
    if (!device) refuse_to_start(device.error());
    device_ = std::move(*device);
    settings_.gpu = device_->gpu();
}

std::unique_ptr<Device> RuntimeState::make_emulator() {
    std::unique_ptr<compare::GpuTwin> twin;
    compare::CompareOptions options;
    if (settings_.device == kBothDevices) {
        Result<std::unique_ptr<compare::GpuTwin>> opened =
            compare::GpuTwin::open(settings_.gpu_index);
        if (!opened) refuse_to_start(opened.error());
        twin = std::move(*opened);
        Result<compare::CompareOptions> chosen = compare::compare_options(settings_);
        if (!chosen) refuse_to_start(chosen.error());
        options = std::move(*chosen);
    }
    auto device = std::make_unique<EmulatorDevice>(settings_, *log_, event_check_of_process());
    if (twin != nullptr)
        if (Status good = device->compare_with(std::move(twin), std::move(options)); !good)
            refuse_to_start(good.error());
    return device;
}

Device& RuntimeState::device() {
    if (device_ == nullptr) device_ = make_emulator();
    if (!started_) {
        started_ = true;
        log_->program_started();
        std::atexit(say_goodbye);
    }
    if (!device_->loads_late()) load_new_modules();
    return *device_;
}

/// One module for all code that was registered since the last time; a part that cannot be loaded is
/// told of once.
void RuntimeState::load_new_modules() {
    std::vector<RegisteredBinary*> linked;
    while (true) {
        Result<std::shared_ptr<const Module>> module = registry_.link_new(linked);
        if (linked.empty()) return;
        if (module) device_->place_next(managed_places(linked));
        const int number = module ? device_->load(std::move(*module)) : -1;
        if (!module) log_->problem(module.error(), "");
        for (RegisteredBinary* binary : linked) {
            binary->module = number;
            binary->failed = number < 0;
        }
        if (number >= 0) add_managed_variables(linked);
    }
}

void RuntimeState::add_managed_variables(const std::vector<RegisteredBinary*>& binaries) {
    for (const auto& [host, variable] : registry_.variables()) {
        if (!variable.managed) continue;
        for (const RegisteredBinary* binary : binaries) {
            if (variable.binary != binary) continue;
            const Address address = device_->symbol(binary->module, binary->name_of(variable.name));
            if (address != 0)
                managed_.add_variable(const_cast<void*>(host), address, variable.size,
                                      device_->is_host_variable(address));
        }
    }
}

cudaError_t RuntimeState::find_kernel(const void* stub, FoundKernel& found) {
    const RegisteredFunction* function = registry_.find_function(stub);
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    Device& on = device();
    load_new_modules();
    if (function->binary->failed) return cudaErrorNoKernelImageForDevice;
    found.module = function->binary->module;
    found.name = function->binary->name_of(function->name);
    cudaError_t why = cudaSuccess;
    found.facts = on.kernel(found.module, found.name, why);
    found.choice = &choices_[{found.module, found.name}];
    if (!settings_.contracts) return found.facts == nullptr ? why : cudaSuccess;
    if (Status loaded = registry_.load_contracts(*function->binary, gpu()); !loaded) {
        log_->problem(loaded.error(), found.name);
        return cudaErrorInvalidKernelImage;
    }
    found.contracts = function->binary->contracts;
    found.contract = function->name;
    return found.facts == nullptr ? why : cudaSuccess;
}

cudaError_t RuntimeState::find_symbol(const void* host, const RegisteredVariable*& variable,
                                      Address& address) {
    variable = registry_.find_variable(host);
    if (variable == nullptr) return cudaErrorInvalidSymbol;
    Device& on = device();
    load_new_modules();
    if (variable->binary->failed) return cudaErrorNoKernelImageForDevice;
    address = on.symbol(variable->binary->module, variable->binary->name_of(variable->name));
    return address == 0 ? cudaErrorInvalidSymbol : cudaSuccess;
}

const PinnedMemory* RuntimeState::find_pinned(const void* pointer) const {
    auto above = pinned.upper_bound(const_cast<void*>(pointer));
    if (above == pinned.begin()) return nullptr;
    --above;
    const std::uint64_t offset = static_cast<std::uint64_t>(static_cast<const char*>(pointer) -
                                                            static_cast<const char*>(above->first));
    return offset < above->second.bytes ? &above->second : nullptr;
}

/// Where the host has the managed variables that a module of these binaries will define.
std::map<std::string, Address>
RuntimeState::managed_places(const std::vector<RegisteredBinary*>& binaries) const {
    std::map<std::string, Address> places;
    for (const auto& [host, variable] : registry_.variables())
        for (const RegisteredBinary* binary : binaries)
            if (variable.managed && variable.binary == binary)
                places[binary->name_of(variable.name)] = reinterpret_cast<Address>(host);
    return places;
}

void RuntimeState::reset() {
    captures.clear();
    graphs.clear();
    if (device_ != nullptr) device_->reset();
    managed_.clear();
    pinned.clear();
    hints.clear();
    pools.clear();
    images_.clear();
    streams_.clear();
    choices_.clear();
    limits.clear();
    heap_in_use = false;
    registry_.forget_modules();
    fault_ = visible_fault_ = cudaSuccess;
}

} // namespace warpscope::host
