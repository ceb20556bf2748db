// The driver API entry points that cases need, and one case's life on a GPU.
#include "tests/ptx_runner/gpu_run.h"

#include <dlfcn.h>

#include <cstring>

namespace warpscope::cases {
namespace {

using Handle = void*;
using DevicePointer = unsigned long long;

} // namespace

/// Function pointers with the signatures of the CUDA driver API, version 12 and later.
struct Gpu::Driver {
    void* library = nullptr;
    int (*init)(unsigned) = nullptr;
    int (*device_get)(int*, int) = nullptr;
    int (*device_name)(char*, int, int) = nullptr;
    int (*driver_version)(int*) = nullptr;
    int (*context_retain)(Handle*, int) = nullptr;
    int (*context_set)(Handle) = nullptr;
    int (*synchronize)() = nullptr;
    int (*module_load)(Handle*, const void*, unsigned, int*, void**) = nullptr;
    int (*module_unload)(Handle) = nullptr;
    int (*module_function)(Handle*, Handle, const char*) = nullptr;
    int (*allocate)(DevicePointer*, std::size_t) = nullptr;
    int (*release)(DevicePointer) = nullptr;
    int (*to_device)(DevicePointer, const void*, std::size_t) = nullptr;
    int (*from_device)(void*, DevicePointer, std::size_t) = nullptr;
    int (*launch)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  Handle, void**, void**) = nullptr;
    int (*error_string)(int, const char**) = nullptr;
    std::string name;

    bool bind();
    std::string text(int error) const {
        const char* message = nullptr;
        error_string(error, &message);
        return message != nullptr ? message : "error " + std::to_string(error);
    }
};

bool Gpu::Driver::bind() {
    const auto take = [&](auto& function, const char* symbol) {
        function =
            reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
        return function != nullptr;
    };
    return take(init, "cuInit") && take(device_get, "cuDeviceGet") &&
           take(device_name, "cuDeviceGetName") && take(driver_version, "cuDriverGetVersion") &&
           take(context_retain, "cuDevicePrimaryCtxRetain") &&
           take(context_set, "cuCtxSetCurrent") && take(synchronize, "cuCtxSynchronize") &&
           take(module_load, "cuModuleLoadDataEx") && take(module_unload, "cuModuleUnload") &&
           take(module_function, "cuModuleGetFunction") && take(allocate, "cuMemAlloc_v2") &&
           take(release, "cuMemFree_v2") && take(to_device, "cuMemcpyHtoD_v2") &&
           take(from_device, "cuMemcpyDtoH_v2") && take(launch, "cuLaunchKernel") &&
           take(error_string, "cuGetErrorString");
}

Gpu::Gpu(std::unique_ptr<Driver> driver) : driver_(std::move(driver)) {}
Gpu::~Gpu() = default;

Result<std::unique_ptr<Gpu>> Gpu::open() {
    auto d = std::make_unique<Driver>();
    const auto refuse = [](const std::string& what) {
        return Diagnostic{{}, what, "run on a machine with an NVIDIA GPU"};
    };
    d->library = dlopen("libcuda.so.1", RTLD_NOW);
    if (d->library == nullptr) return refuse("there is no CUDA driver here");
    if (!d->bind()) return refuse("the CUDA driver lacks a function");
    int device = 0, version = 0;
    Handle context = nullptr;
    char name[256] = {};
    if (int e = d->init(0); e != 0) return refuse(d->text(e));
    if (int e = d->device_get(&device, 0); e != 0) return refuse(d->text(e));
    d->device_name(name, sizeof name, device);
    d->driver_version(&version);
    if (int e = d->context_retain(&context, device); e != 0) return refuse(d->text(e));
    d->context_set(context);
    d->name = std::string(name) + ", driver API " + std::to_string(version / 1000) + "." +
              std::to_string(version % 1000 / 10);
    return std::unique_ptr<Gpu>(new Gpu(std::move(d)));
}

std::string Gpu::description() const {
    return driver_->name;
}

std::vector<std::string> Gpu::run(const Case& c, bool& ran) {
    Driver& d = *driver_;
    ran = c.fault.empty() && c.problem.empty() && !c.stack_model;
    if (!ran) return {};
    std::vector<std::string> failures;
    const auto fail = [&](std::uint32_t line, const std::string& what) {
        failures.push_back(c.path + ":" + std::to_string(line) + ": " + what);
    };
    Handle module = nullptr, function = nullptr;
    char log[4096] = {};
    int options[] = {5, 6}; // CU_JIT_ERROR_LOG_BUFFER and its size
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    if (int e = d.module_load(&module, c.ptx.c_str(), 2, options, values); e != 0) {
        fail(1, d.text(e) + ": " + log);
        return failures;
    }
    d.module_function(&function, module, c.kernel.c_str());
    std::vector<DevicePointer> buffers(c.arguments.size(), 0);
    std::vector<std::vector<std::uint8_t>> scalars(c.arguments.size());
    std::vector<void*> parameters;
    for (std::size_t k = 0; k < c.arguments.size(); ++k) {
        const Argument& a = c.arguments[k];
        scalars[k] = a.bytes;
        if (a.is_buffer) {
            d.allocate(&buffers[k], std::max<std::size_t>(a.bytes.size(), 16));
            d.to_device(buffers[k], a.bytes.data(), a.bytes.size());
        }
        parameters.push_back(a.is_buffer ? static_cast<void*>(&buffers[k]) : scalars[k].data());
    }
    int e = d.launch(function, c.grid.x, c.grid.y, c.grid.z, c.block.x, c.block.y, c.block.z,
                     static_cast<unsigned>(c.dynamic_shared_bytes), nullptr, parameters.data(),
                     nullptr);
    if (e == 0) e = d.synchronize();
    if (e != 0) fail(1, d.text(e));
    for (const Expectation& x : c.expectations)
        for (std::size_t k = 0; e == 0 && k < c.arguments.size(); ++k) {
            if (c.arguments[k].name != x.buffer) continue;
            const unsigned width = size_in_bytes(x.type);
            std::vector<std::uint8_t> bytes(x.values.size() * width);
            d.from_device(bytes.data(), buffers[k], bytes.size());
            for (std::size_t v = 0; v < x.values.size(); ++v) {
                const std::string difference =
                    compare(x.values[v], bytes.data() + v * width, x.type, c.tolerance_ulp);
                if (!difference.empty())
                    fail(x.lines[v], x.buffer + "[" + std::to_string(v) + "]: " + difference);
            }
        }
    for (DevicePointer p : buffers)
        if (p != 0) d.release(p);
    d.module_unload(module);
    return failures;
}

} // namespace warpscope::cases
