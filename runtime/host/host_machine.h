// What the simulated device needs of the machine it runs on.
#pragma once

#include <cstdint>

namespace warpscope::host {

/// Whether this machine has memory for so many bytes more, beside `promised` ones of which the
/// program may have touched only some; asking for more would end it later.
bool host_can_hold(std::uint64_t bytes, std::uint64_t promised);

/// Keeps host memory away from the addresses that device allocations will get, as on a real system:
/// a device pointer used by the host then faults, and no host pointer looks like device memory.
/// False when something lies there already.
bool reserve_device_addresses(std::uint64_t bytes);
/// Gives them back, for somebody else to keep.
void release_device_addresses(std::uint64_t bytes);

} // namespace warpscope::host
