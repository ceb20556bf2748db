// The device attributes that Warpscope asks for, by their numbers in the driver API.
#pragma once

#include <optional>

#include "runtime/driver/driver_api.h"

namespace warpscope::driver {

enum class DeviceAttribute : int {
    MaxThreadsPerBlock = 1,
    MaxBlockX = 2,
    MaxBlockY = 3,
    MaxBlockZ = 4,
    MaxGridX = 5,
    MaxGridY = 6,
    MaxGridZ = 7,
    SharedBytesPerBlock = 8,
    ConstantBytes = 9,
    WarpSize = 10,
    RegistersPerBlock = 12,
    ClockKhz = 13,
    SmCount = 16,
    KernelTimeout = 17,
    Integrated = 18,
    ComputeMode = 20,
    EccEnabled = 32,
    PciBus = 33,
    PciDevice = 34,
    MemoryClockKhz = 36,
    MemoryBusBits = 37,
    L2Bytes = 38,
    ThreadsPerSm = 39,
    CopyEngines = 40,
    PciDomain = 50,
    ComputeCapabilityMajor = 75,
    ComputeCapabilityMinor = 76,
    SharedBytesPerSm = 81,
    RegistersPerSm = 82,
    SingleToDoubleRatio = 87,
    CooperativeLaunch = 95,
    SharedBytesPerBlockOptIn = 97,
    BlocksPerSm = 106,
    ReservedSharedBytesPerBlock = 111,
    ClusterLaunch = 120,
};

/// Nothing when the driver does not know the attribute.
inline std::optional<int> attribute(const DriverApi& api, Device device, DeviceAttribute which) {
    int value = 0;
    if (api.cuDeviceGetAttribute(&value, static_cast<int>(which), device) != Error::Success)
        return std::nullopt;
    return value;
}

} // namespace warpscope::driver
