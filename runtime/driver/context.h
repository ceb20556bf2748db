// Owners of what the driver gives out: a context, a module in it, memory, and a launch.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/driver/gpu_list.h"
#include "sim/base/address.h"
#include "sim/base/dim3.h"

namespace warpscope::driver {

/// The primary context of one GPU, current for the thread that opened it. Modules and buffers
/// must end before it. A fault of a kernel ends all work of the context; a new process is sure to
/// have a clean one.
class Context {
public:
    static Result<std::unique_ptr<Context>> open(int gpu_index = 0);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    const DriverApi& api() const { return api_; }
    Device device() const { return device_; }
    const GpuInfo& gpu() const { return gpu_; }
    /// Makes the context current for the calling thread.
    Error make_current() const { return api_.cuCtxSetCurrent(handle_); }
    Error synchronize() const { return api_.cuCtxSynchronize(); }
    /// What `function` returned, as a diagnostic that names it when it failed.
    Status done(Error error, const char* function) const {
        if (error == Error::Success) return Done{};
        return api_.failure(function, error);
    }

private:
    Context(const DriverApi& api, GpuInfo gpu, Device device, ContextHandle handle)
        : api_(api), gpu_(std::move(gpu)), device_(device), handle_(handle) {}

    const DriverApi& api_;
    GpuInfo gpu_;
    Device device_;
    ContextHandle handle_;
};

/// PTX that the driver has compiled and loaded.
class Module {
public:
    /// What the compiler refuses becomes a diagnostic at the line of the PTX; `name` is its file.
    static Result<Module> load(const Context& context, const std::string& ptx,
                               const std::string& name);
    ~Module() { unload(); }
    Module(Module&& other) noexcept
        : context_(other.context_), handle_(std::exchange(other.handle_, nullptr)) {}
    Module& operator=(Module&& other) noexcept {
        std::swap(context_, other.context_);
        std::swap(handle_, other.handle_);
        return *this;
    }

    Result<FunctionHandle> function(const std::string& kernel) const;
    /// Address and size of a variable; address 0 when there is none of that name.
    std::pair<Address, std::uint64_t> variable(const std::string& name) const;

private:
    Module(const Context& context, ModuleHandle handle) : context_(&context), handle_(handle) {}
    void unload();

    const Context* context_;
    ModuleHandle handle_;
};

/// Device memory. No bytes are no memory: address 0.
class Buffer {
public:
    static Result<Buffer> allocate(const Context& context, std::uint64_t bytes);
    ~Buffer() { release(); }
    Buffer(Buffer&& other) noexcept
        : context_(other.context_), address_(std::exchange(other.address_, 0)),
          bytes_(std::exchange(other.bytes_, 0)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(context_, other.context_);
        std::swap(address_, other.address_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }

    Address address() const { return address_; }
    std::uint64_t bytes() const { return bytes_; }
    Error write(const void* from, std::uint64_t bytes, std::uint64_t offset = 0);
    Error read(void* to, std::uint64_t bytes, std::uint64_t offset = 0) const;
    Error fill(std::uint8_t value);

private:
    Buffer(const Context& context, Address address, std::uint64_t bytes)
        : context_(&context), address_(address), bytes_(bytes) {}
    void release();

    const Context* context_;
    Address address_;
    std::uint64_t bytes_;
};

struct Launch {
    FunctionHandle function = nullptr;
    Dim3 grid, block;
    std::uint64_t dynamic_shared_bytes = 0;
    std::vector<std::uint8_t> parameters; ///< laid out as the kernel's .param space is
    bool cooperative = false;
    Dim3 cluster{0, 0, 0}; ///< {0,0,0}: as the kernel declares
    StreamHandle stream = nullptr;
};

/// Starts the launch; faults come with the next synchronisation. Dynamic shared memory beyond 48 KB
/// is asked for on the way.
Error start(const Context& context, const Launch& launch);

/// How a launch ended.
struct RunEnd {
    Error error = Error::Success;
    bool began = false;      ///< false: the driver refused it, and the context lives on
    double microseconds = 0; ///< by the device's clock, when it ended well
    bool faulted() const { return began && error != Error::Success; }
};

/// Starts the launch and waits.
RunEnd run(const Context& context, const Launch& launch);

} // namespace warpscope::driver
