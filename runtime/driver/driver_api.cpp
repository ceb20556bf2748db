// Opens the driver library and looks its functions up.
#include "runtime/driver/driver_api.h"

#include <dlfcn.h>

namespace warpscope::driver {
namespace {

constexpr const char* kLibrary = "libcuda.so.1";

Result<const DriverApi*> open_and_start() {
    static DriverApi api;
    void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return Diagnostic{{},
                          "no CUDA driver (libcuda.so.1) on this machine",
                          "run on a machine with an NVIDIA GPU and its driver, or on the emulator"};
    const char* missing = nullptr;
#define WARPSCOPE_DRIVER_BIND(member, symbol, parameters)                                          \
    api.member = reinterpret_cast<Error(*) parameters>(dlsym(library, symbol));                    \
    if (api.member == nullptr && missing == nullptr) missing = symbol;
    WARPSCOPE_DRIVER_FUNCTIONS(WARPSCOPE_DRIVER_BIND)
#undef WARPSCOPE_DRIVER_BIND
    if (missing != nullptr)
        return Diagnostic{{},
                          std::string("the CUDA driver (libcuda.so.1) has no function ") + missing,
                          "install a driver for CUDA 12.0 or later"};
    if (const Error error = api.cuInit(0); error != Error::Success)
        return api.failure("cuInit", error, "see what nvidia-smi says about this machine's GPUs");
    return &api;
}

} // namespace

std::string DriverApi::text(Error error) const {
    const char* name = nullptr;
    const char* words = nullptr;
    const bool known = cuGetErrorName(error, &name) == Error::Success && name != nullptr &&
                       cuGetErrorString(error, &words) == Error::Success && words != nullptr;
    if (!known) return "error " + std::to_string(static_cast<int>(error));
    return std::string(words) + " (" + name + ", error " + std::to_string(static_cast<int>(error)) +
           ")";
}

Diagnostic DriverApi::failure(const char* function, Error error, std::string hint) const {
    return {{}, std::string("the CUDA driver: ") + function + ": " + text(error), std::move(hint)};
}

Result<const DriverApi*> open_driver() {
    static const Result<const DriverApi*> opened = open_and_start();
    return opened;
}

} // namespace warpscope::driver
