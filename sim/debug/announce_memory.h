// Telling an observer of memory that was there before it listened.
#pragma once

#include <vector>

#include "sim/events/observer.h"
#include "sim/memory/device_memory.h"

namespace warpscope {

/// An AllocationEvent, then the content as host copies. Stretches of poison count as never written,
/// and are left out.
void announce_allocation(const Allocation& allocation, const std::vector<Observer*>& observers);

/// The same for every allocation.
void announce_memory(const DeviceMemory& memory, const std::vector<Observer*>& observers);

/// The same for checkers of a launch that is prepared or was captured: all that memory holds counts
/// as written, because nobody knows how it got there.
void announce_as_written(const DeviceMemory& memory, const std::vector<Observer*>& observers);

} // namespace warpscope
