// Contexts, modules, memory and launches by way of the driver.
#include "runtime/driver/context.h"

#include <array>

#include "runtime/driver/faults.h"
#include "runtime/driver/jit_log.h"

namespace warpscope::driver {
namespace {

constexpr std::uint64_t kSharedWithoutOptIn = 48 * 1024;

// Markers of cuLaunchKernel's `extra` list.
void* const kParametersEnd = nullptr;
void* const kParametersBuffer = reinterpret_cast<void*>(1);
void* const kParametersBytes = reinterpret_cast<void*>(2);

Error allow_dynamic_shared(const DriverApi& api, const Launch& launch) {
    if (launch.dynamic_shared_bytes == 0) return Error::Success;
    int fixed = 0;
    if (const Error error =
            api.cuFuncGetAttribute(&fixed, FunctionAttribute::SharedBytes, launch.function);
        error != Error::Success)
        return error;
    if (static_cast<std::uint64_t>(fixed) + launch.dynamic_shared_bytes <= kSharedWithoutOptIn)
        return Error::Success;
    return api.cuFuncSetAttribute(launch.function, FunctionAttribute::MaxDynamicSharedBytes,
                                  static_cast<int>(launch.dynamic_shared_bytes));
}

/// Two events around a launch.
class Stopwatch {
public:
    explicit Stopwatch(const DriverApi& api) : api_(api) {
        if (api_.cuEventCreate(&start_, 0) != Error::Success) start_ = nullptr;
        if (api_.cuEventCreate(&end_, 0) != Error::Success) end_ = nullptr;
    }
    ~Stopwatch() {
        if (start_ != nullptr) api_.cuEventDestroy(start_);
        if (end_ != nullptr) api_.cuEventDestroy(end_);
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    void start(StreamHandle stream) {
        if (start_ != nullptr) api_.cuEventRecord(start_, stream);
    }
    void stop(StreamHandle stream) {
        if (end_ != nullptr) api_.cuEventRecord(end_, stream);
    }
    /// After both have happened.
    double microseconds() const {
        float milliseconds = 0;
        if (start_ == nullptr || end_ == nullptr ||
            api_.cuEventElapsedTime(&milliseconds, start_, end_) != Error::Success)
            return 0;
        return double{milliseconds} * 1e3;
    }

private:
    const DriverApi& api_;
    EventHandle start_ = nullptr, end_ = nullptr;
};

} // namespace

// ---- contexts -----------------------------------------------------------------------------------

Result<std::unique_ptr<Context>> Context::open(int gpu_index) {
    const Result<const DriverApi*> api = open_driver();
    if (!api) return api.error();
    Result<std::vector<GpuInfo>> gpus = list_gpus(**api);
    if (!gpus) return gpus.error();
    if (gpu_index < 0 || static_cast<std::size_t>(gpu_index) >= gpus->size())
        return Diagnostic{{},
                          "there is no GPU " + std::to_string(gpu_index) + ": the driver knows " +
                              std::to_string(gpus->size()) + ", counted from 0",
                          "`warpscope gpus` lists them"};
    Device device = 0;
    ContextHandle handle = nullptr;
    if (const Error error = (*api)->cuDeviceGet(&device, gpu_index); error != Error::Success)
        return (*api)->failure("cuDeviceGet", error);
    if (const Error error = (*api)->cuDevicePrimaryCtxRetain(&handle, device);
        error != Error::Success)
        return (*api)->failure("cuDevicePrimaryCtxRetain", error,
                               "another program may hold the GPU: see nvidia-smi");
    std::unique_ptr<Context> context(
        new Context(**api, (*gpus)[static_cast<std::size_t>(gpu_index)], device, handle));
    if (const Error error = context->make_current(); error != Error::Success)
        return (*api)->failure("cuCtxSetCurrent", error);
    return context;
}

Context::~Context() {
    api_.cuCtxSetCurrent(nullptr);
    api_.cuDevicePrimaryCtxRelease(device_);
}

// ---- modules ------------------------------------------------------------------------------------

Result<Module> Module::load(const Context& context, const std::string& ptx,
                            const std::string& name) {
    std::array<char, 16384> log{};
    JitOption options[] = {JitOption::ErrorLogBuffer, JitOption::ErrorLogBufferBytes};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    ModuleHandle handle = nullptr;
    const Error error = context.api().cuModuleLoadDataEx(&handle, ptx.c_str(), 2, options, values);
    if (error == Error::Success) return Module(context, handle);
    log.back() = '\0';
    return diagnostic_of_jit(context.api().failure("cuModuleLoadDataEx", error), log.data(), name);
}

void Module::unload() {
    if (handle_ != nullptr) context_->api().cuModuleUnload(handle_);
}

Result<FunctionHandle> Module::function(const std::string& kernel) const {
    FunctionHandle function = nullptr;
    const Error error = context_->api().cuModuleGetFunction(&function, handle_, kernel.c_str());
    if (error == Error::Success) return function;
    return context_->api().failure("cuModuleGetFunction", error, "look for kernel " + kernel);
}

std::pair<Address, std::uint64_t> Module::variable(const std::string& name) const {
    DevicePointer pointer = 0;
    std::size_t bytes = 0;
    if (context_->api().cuModuleGetGlobal(&pointer, &bytes, handle_, name.c_str()) !=
        Error::Success)
        return {0, 0};
    return {pointer, bytes};
}

// ---- memory -------------------------------------------------------------------------------------

Result<Buffer> Buffer::allocate(const Context& context, std::uint64_t bytes) {
    if (bytes == 0) return Buffer(context, 0, 0);
    DevicePointer pointer = 0;
    const Error error = context.api().cuMemAlloc(&pointer, bytes);
    if (error == Error::Success) return Buffer(context, pointer, bytes);
    return context.api().failure("cuMemAlloc", error,
                                 std::to_string(bytes) + " bytes were asked for");
}

void Buffer::release() {
    if (address_ != 0) context_->api().cuMemFree(address_);
}

Error Buffer::write(const void* from, std::uint64_t bytes, std::uint64_t offset) {
    if (bytes == 0) return Error::Success;
    if (offset > bytes_ || bytes > bytes_ - offset) return Error::InvalidValue;
    return context_->api().cuMemcpyHtoD(address_ + offset, from, bytes);
}

Error Buffer::read(void* to, std::uint64_t bytes, std::uint64_t offset) const {
    if (bytes == 0) return Error::Success;
    if (offset > bytes_ || bytes > bytes_ - offset) return Error::InvalidValue;
    return context_->api().cuMemcpyDtoH(to, address_ + offset, bytes);
}

Error Buffer::fill(std::uint8_t value) {
    if (bytes_ == 0) return Error::Success;
    return context_->api().cuMemsetD8(address_, value, bytes_);
}

// ---- launches -----------------------------------------------------------------------------------

Error start(const Context& context, const Launch& launch) {
    const DriverApi& api = context.api();
    if (const Error error = allow_dynamic_shared(api, launch); error != Error::Success)
        return error;
    LaunchConfig config;
    config.grid_x = launch.grid.x, config.grid_y = launch.grid.y, config.grid_z = launch.grid.z;
    config.block_x = launch.block.x, config.block_y = launch.block.y;
    config.block_z = launch.block.z;
    config.dynamic_shared_bytes = static_cast<unsigned>(launch.dynamic_shared_bytes);
    config.stream = launch.stream;
    std::array<LaunchAttribute, 2> attributes;
    config.attributes = attributes.data();
    if (launch.cooperative) {
        LaunchAttribute& a = attributes[config.attribute_count++];
        a.id = LaunchAttribute::Id::Cooperative;
        a.cooperative = 1;
    }
    if (launch.cluster.x != 0) {
        LaunchAttribute& a = attributes[config.attribute_count++];
        a.id = LaunchAttribute::Id::ClusterDimension;
        a.cluster[0] = launch.cluster.x, a.cluster[1] = launch.cluster.y;
        a.cluster[2] = launch.cluster.z;
    }
    std::vector<std::uint8_t> parameters = launch.parameters;
    std::size_t bytes = parameters.size();
    void* extra[] = {kParametersBuffer, parameters.data(), kParametersBytes, &bytes,
                     kParametersEnd};
    return api.cuLaunchKernelEx(&config, launch.function, nullptr,
                                bytes == 0 ? nullptr : static_cast<void**>(extra));
}

RunEnd run(const Context& context, const Launch& launch) {
    RunEnd end;
    Stopwatch watch(context.api());
    watch.start(launch.stream);
    end.error = start(context, launch);
    // A fault of earlier work, or of a kernel that was quick, may come with the launch itself.
    end.began = end.error == Error::Success || ends_context(end.error);
    if (end.error != Error::Success) return end;
    watch.stop(launch.stream);
    end.error = context.synchronize();
    if (end.error == Error::Success) end.microseconds = watch.microseconds();
    return end;
}

} // namespace warpscope::driver
