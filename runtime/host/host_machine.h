// What the simulated device needs of the machine it runs on.
#pragma once

#include <cstdint>

namespace warpscope::host {

/// Whether this machine has memory left for so many bytes; asking for more would end the program
/// later.
bool host_can_hold(std::uint64_t bytes);

/// Keeps host memory away from the addresses that device allocations will get, as on a real system:
/// a device pointer used by the host then faults, and no host pointer looks like device memory.
/// Does what is possible.
void reserve_device_addresses(std::uint64_t bytes);

} // namespace warpscope::host
