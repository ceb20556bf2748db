// What the host does to the device: allocations, copies, and the order its calls create.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sim/base/diagnostic.h"
#include "sim/events/ids.h"

namespace warpscope {

struct AllocationEvent {
    Address base = 0;
    std::uint64_t size = 0;
    std::uint32_t id = 0;
    std::uint8_t poison = 0;
    std::string name;
    FilePosition allocated_at = {}; ///< the program's call; a line of 0: not known
};
struct FreeEvent {
    Address base = 0;
    std::uint64_t size = 0;
    std::uint32_t id = 0;
    FilePosition allocated_at = {}; ///< as in AllocationEvent
};

/// Host bytes written to the device (`bytes`), read from it, or set.
struct HostCopyEvent {
    enum class Direction : std::uint8_t { ToDevice, FromDevice, DeviceToDevice, Fill };
    Direction direction = Direction::ToDevice;
    Address destination = 0, source = 0; ///< a host address is 0
    std::uint64_t size = 0;
    std::span<const std::uint8_t> bytes; ///< what the device bytes become; empty for FromDevice
    StreamId stream = 0;
};

/// Order that a host call or a stream event creates: everything before `from` happens before `to`.
struct StreamEdgeEvent {
    StreamId from = 0, to = 0;
    bool whole_device = false;
};

} // namespace warpscope
