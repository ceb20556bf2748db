// One device: choosing it, its name on the bus, and what would take a second device or process.
#include <cctype>
#include <cstdio>
#include <cstring>

#include "runtime/host/api.h"
#include "runtime/host/copies.h"
#include "runtime/host/launch_log.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

bool is_the_device(int device) {
    return device == 0;
}

/// domain:bus:device.function of the simulated device.
constexpr char kBusId[] = "0000:00:00.0";

cudaError_t refuse(const char* name) {
    return device_call([&](RuntimeState& state) {
        state.log().not_supported(name);
        return cudaErrorNotSupported;
    });
}

/// Reads domain:bus:device.function, all hexadecimal, the domain optional.
bool read_bus_id(const char* text, unsigned (&parts)[4]) {
    int end = 0;
    if (std::sscanf(text, "%x:%x:%x.%x%n", &parts[0], &parts[1], &parts[2], &parts[3], &end) == 4)
        return text[end] == '\0';
    parts[0] = 0;
    return std::sscanf(text, "%x:%x.%x%n", &parts[1], &parts[2], &parts[3], &end) == 3 &&
           text[end] == '\0';
}

cudaError_t copy_between(void* to, int to_device, const void* from, int from_device,
                         std::size_t bytes, cudaStream_t stream, Waiting waiting) {
    return device_call([&](RuntimeState& state) {
        if (!is_the_device(to_device) || !is_the_device(from_device)) return cudaErrorInvalidDevice;
        return copy(state, to, from, {bytes, 1, 0, 0}, cudaMemcpyDeviceToDevice, stream, waiting);
    });
}

} // namespace

extern "C" {

/// The one device is nearest to any properties.
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties) {
    return host_call([&](RuntimeState&) {
        if (any_null(device, properties)) return cudaErrorInvalidValue;
        *device = 0;
        return cudaSuccess;
    });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
    return host_call([&](RuntimeState&) {
        if (count < 0 || (devices == nullptr && count != 0)) return cudaErrorInvalidValue;
        for (int i = 0; i < count; ++i)
            if (!is_the_device(devices[i])) return cudaErrorInvalidDevice;
        return cudaSuccess;
    });
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
    return device_call([&](RuntimeState& state) {
        if (!is_the_device(device)) return cudaErrorInvalidDevice;
        if ((flags & cudaInitDeviceFlagsAreValid) != 0) {
            if ((deviceFlags & ~static_cast<unsigned>(cudaDeviceMask)) != 0)
                return cudaErrorInvalidValue;
            state.device_flags = deviceFlags;
        }
        state.device();
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
    return host_call([&](RuntimeState&) {
        if (id == nullptr || length < static_cast<int>(sizeof kBusId)) return cudaErrorInvalidValue;
        if (!is_the_device(device)) return cudaErrorInvalidDevice;
        std::memcpy(id, kBusId, sizeof kBusId);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
    return host_call([&](RuntimeState&) {
        unsigned asked[4] = {}, own[4] = {};
        if (any_null(device, id) || !read_bus_id(id, asked)) return cudaErrorInvalidValue;
        read_bus_id(kBusId, own);
        if (std::memcmp(asked, own, sizeof own) != 0) return cudaErrorInvalidDevice;
        *device = 0;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return host_call([&](RuntimeState&) {
        if (can == nullptr) return cudaErrorInvalidValue;
        if (!is_the_device(device) || !is_the_device(peer)) return cudaErrorInvalidDevice;
        *can = 0; // a device is no peer of its own
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
    return device_call([&](RuntimeState&) {
        if (flags != 0) return cudaErrorInvalidValue;
        return is_the_device(peer) ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice;
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return device_call([&](RuntimeState&) {
        return is_the_device(peer) ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice;
    });
}

cudaError_t cudaDeviceGetP2PAttribute(int*, cudaDeviceP2PAttr, int, int) {
    return host_call([](RuntimeState&) { return cudaErrorInvalidDevice; });
}

cudaError_t cudaMemcpyPeer(void* to, int toDevice, const void* from, int fromDevice,
                           std::size_t bytes) {
    return copy_between(to, toDevice, from, fromDevice, bytes, nullptr, Waiting::No);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice,
                                std::size_t bytes, cudaStream_t stream) {
    return copy_between(to, toDevice, from, fromDevice, bytes, stream, Waiting::No);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) {
    return refuse("cudaIpcGetEventHandle");
}
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) {
    return refuse("cudaIpcOpenEventHandle");
}
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) {
    return refuse("cudaIpcGetMemHandle");
}
cudaError_t cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned int) {
    return refuse("cudaIpcOpenMemHandle");
}
cudaError_t cudaIpcCloseMemHandle(void*) {
    return refuse("cudaIpcCloseMemHandle");
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long,
                                    cudaDriverEntryPointQueryResult* result) {
    if (any_null(symbol, function))
        return host_call([](RuntimeState&) { return cudaErrorInvalidValue; });
    *function = nullptr;
    if (result != nullptr) *result = cudaDriverEntryPointSymbolNotFound;
    return refuse("cudaGetDriverEntryPoint");
}

/// Reports are on all the time.
cudaError_t cudaProfilerStart(void) {
    return device_call([](RuntimeState&) { return cudaSuccess; });
}
cudaError_t cudaProfilerStop(void) {
    return device_call([](RuntimeState&) { return cudaSuccess; });
}

/// Lines of the cache are not told apart by who wants to keep them.
cudaError_t cudaCtxResetPersistingL2Cache(void) {
    return device_call([](RuntimeState&) { return cudaSuccess; });
}

} // extern "C"
