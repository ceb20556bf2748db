// Asks the CUDA driver, opened at run time, for its devices.
#include "cli/cuda_driver.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace warpscope::cli {
namespace {

template<class Function>
Function* symbol(void* library, const char* name) {
    return reinterpret_cast<Function*>(dlsym(library, name));
}

} // namespace

RealGpus find_real_gpus() {
    RealGpus found;
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver) {
        found.problem = "no CUDA driver";
        return found;
    }
    // The driver stays open: it does not support being closed.
    const auto init = symbol<int(unsigned)>(driver, "cuInit");
    const auto count_devices = symbol<int(int*)>(driver, "cuDeviceGetCount");
    const auto get_device = symbol<int(int*, int)>(driver, "cuDeviceGet");
    const auto get_name = symbol<int(char*, int, int)>(driver, "cuDeviceGetName");
    int count = 0;
    if (!init || !count_devices || !get_device || !get_name) {
        found.problem = "the CUDA driver library is not complete";
    } else if (const int error = init(0); error != 0) {
        found.problem = fmt::format("the CUDA driver does not start (error {})", error);
    } else if (count_devices(&count) != 0 || count == 0) {
        found.problem = "the CUDA driver knows no GPU";
    }
    for (int i = 0; i < count; ++i) {
        int device = 0;
        char name[256] = "";
        if (get_device(&device, i) == 0) get_name(name, sizeof name, device);
        found.names.emplace_back(name);
    }
    return found;
}

} // namespace warpscope::cli
