// What observers are told of an allocation.
#pragma once

#include "sim/events/host_events.h"
#include "sim/memory/allocation.h"

namespace warpscope {

inline AllocationEvent allocation_event(const Allocation& a) {
    return {a.base, a.size, a.id, kPoison, a.name, a.allocated_at};
}

inline FreeEvent free_event(const Allocation& a) {
    return {a.base, a.size, a.id, a.allocated_at};
}

}  // namespace warpscope
