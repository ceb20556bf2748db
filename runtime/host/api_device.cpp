// The one device of the process: choosing it, its properties and limits, waiting for it, starting
// it over.
#include <algorithm>
#include <optional>

#include "runtime/host/capture_calls.h"
#include "runtime/host/device_properties.h"
#include "sim/exec/launch.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

constexpr int kDevices = 1;
constexpr int kVersion = CUDART_VERSION;

bool is_device(int device) {
    return device >= 0 && device < kDevices;
}

/// A limit's value when nobody set it; 0 for limits that this device does not have.
std::uint64_t default_limit(int limit, const GpuSpec& gpu) {
    switch (limit) {
    case cudaLimitStackSize: return gpu.stack_bytes_per_thread;
    // As read on an H200.
    case cudaLimitPrintfFifoSize: return 8650752;
    case cudaLimitMallocHeapSize: return kDefaultHeapBytes;
    case cudaLimitDevRuntimePendingLaunchCount: return 2048;
    case cudaLimitMaxL2FetchGranularity: return 64;
    default: return 0;
    }
}

/// The heap that a program gets when it asks for `value` bytes: an H200 gives at least 4 MiB and at
/// most about an eighth of its memory.
std::uint64_t heap_size(std::uint64_t value, const GpuSpec& gpu) {
    constexpr std::uint64_t kSmallest = std::uint64_t{4} << 20;
    return std::clamp(value, kSmallest, std::max(kSmallest, gpu.memory_bytes / 8));
}

/// What the device itself knows of a limit. Its modules need not be loaded for that.
std::optional<std::uint64_t> limit_of_device(RuntimeState& state, int limit) {
    const Device* device = state.started_device();
    return device == nullptr ? std::nullopt : device->limit(limit);
}

bool is_limit(int limit) {
    return limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize;
}

cudaError_t write_number(int* to, int value) {
    if (to == nullptr) return cudaErrorInvalidValue;
    *to = value;
    return cudaSuccess;
}

cudaDeviceProp properties(RuntimeState& state) {
    cudaDeviceProp properties = properties_of(state.gpu());
    state.describe_device(properties);
    return properties;
}

cudaError_t synchronize() {
    return device_call([](RuntimeState& state) {
        if (const cudaError_t error = check_device_wait(state); error != cudaSuccess) return error;
        state.device();
        state.streams().host_waited_for_all();
        return cudaSuccess;
    });
}

cudaError_t reset() {
    return host_call([](RuntimeState& state) {
        state.reset();
        return cudaSuccess;
    });
}

} // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    return host_call([&](RuntimeState&) { return write_number(count, kDevices); });
}

cudaError_t cudaSetDevice(int device) {
    return host_call(
        [&](RuntimeState&) { return is_device(device) ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaGetDevice(int* device) {
    return host_call([&](RuntimeState&) { return write_number(device, 0); });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
    return host_call([&](RuntimeState& state) {
        constexpr unsigned known = cudaDeviceScheduleMask | cudaDeviceMapHost |
                                   cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;
        if ((flags & ~known) != 0) return cudaErrorInvalidValue;
        state.device_flags = flags;
        return cudaSuccess;
    });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
    return host_call([&](RuntimeState& state) {
        if (flags == nullptr) return cudaErrorInvalidValue;
        *flags = state.device_flags;
        return cudaSuccess;
    });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    return host_call([&](RuntimeState& state) {
        if (properties == nullptr) return cudaErrorInvalidValue;
        if (!is_device(device)) return cudaErrorInvalidDevice;
        *properties = ::properties(state);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return host_call([&](RuntimeState& state) {
        if (value == nullptr) return cudaErrorInvalidValue;
        if (!is_device(device)) return cudaErrorInvalidDevice;
        return attribute_of(properties(state), number_of(attribute), *value)
                   ? cudaSuccess
                   : cudaErrorInvalidValue;
    });
}

cudaError_t cudaDeviceSynchronize(void) {
    return synchronize();
}
cudaError_t cudaThreadSynchronize(void) {
    return synchronize();
}
cudaError_t cudaDeviceReset(void) {
    return reset();
}
cudaError_t cudaThreadExit(void) {
    return reset();
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit which) {
    return device_call([&](RuntimeState& state) {
        const int limit = number_of(which);
        if (value == nullptr || !is_limit(limit)) return cudaErrorInvalidValue;
        if (const std::optional<std::uint64_t> known = limit_of_device(state, limit)) {
            *value = *known;
            return cudaSuccess;
        }
        const std::uint64_t standard = default_limit(limit, state.gpu());
        if (standard == 0) return cudaErrorUnsupportedLimit;
        const auto chosen = state.limits.find(limit);
        *value = chosen == state.limits.end() ? standard : chosen->second;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSetLimit(cudaLimit which, std::size_t value) {
    return uncaptured_call([&](RuntimeState& state) {
        const int limit = number_of(which);
        if (!is_limit(limit)) return cudaErrorInvalidValue;
        if (default_limit(limit, state.gpu()) == 0 && !limit_of_device(state, limit))
            return cudaErrorUnsupportedLimit;
        // Local memory is reached through a window, which bounds a thread's stack.
        if (limit == cudaLimitStackSize && value >= kWindowSize) return cudaErrorInvalidValue;
        if (limit == cudaLimitMallocHeapSize) {
            if (state.heap_in_use) return cudaErrorInvalidValue;
            value = heap_size(value, state.gpu());
        }
        if (Device* device = state.started_device())
            if (const cudaError_t error = device->set_limit(limit, value); error != cudaSuccess)
                return error;
        state.limits[limit] = value;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return device_call([&](RuntimeState& state) {
        if (config == nullptr) return cudaErrorInvalidValue;
        *config = static_cast<cudaFuncCache>(state.cache_config);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache wanted) {
    return device_call([&](RuntimeState& state) {
        const int config = number_of(wanted);
        if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
            return cudaErrorInvalidValue;
        state.cache_config = config;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    return device_call([&](RuntimeState& state) {
        if (config == nullptr) return cudaErrorInvalidValue;
        *config = static_cast<cudaSharedMemConfig>(state.shared_config);
        return cudaSuccess;
    });
}

/// Banks of four bytes are all that GPUs of today have; asking for others has no effect.
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig wanted) {
    return device_call([&](RuntimeState&) {
        const int config = number_of(wanted);
        const bool known =
            config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte;
        return known ? cudaSuccess : cudaErrorInvalidValue;
    });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
    return device_call([&](RuntimeState&) {
        if (leastPriority != nullptr) *leastPriority = kLeastPriority;
        if (greatestPriority != nullptr) *greatestPriority = kGreatestPriority;
        return cudaSuccess;
    });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    return host_call([&](RuntimeState&) { return write_number(version, kVersion); });
}

cudaError_t cudaDriverGetVersion(int* version) {
    return host_call([&](RuntimeState&) { return write_number(version, kVersion); });
}

} // extern "C"
