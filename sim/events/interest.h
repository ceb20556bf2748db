// Putting interests together, and comparing them.
#pragma once

#include "sim/events/observer.h"

namespace warpscope {

inline constexpr Interest kEveryEvent = {.instructions = true,
                                         .accesses = true,
                                         .values = true,
                                         .unchanged = true,
                                         .synchronisation = true,
                                         .branches = true,
                                         .one_thread = true};

constexpr Interest operator|(const Interest& a, const Interest& b) {
    return {.instructions = a.instructions || b.instructions,
            .accesses = a.accesses || b.accesses,
            .values = a.values || b.values,
            .unchanged = a.unchanged || b.unchanged,
            .synchronisation = a.synchronisation || b.synchronisation,
            .branches = a.branches || b.branches,
            .one_thread = a.one_thread || b.one_thread};
}

constexpr bool operator==(const Interest& a, const Interest& b) {
    return a.instructions == b.instructions && a.accesses == b.accesses && a.values == b.values &&
           a.unchanged == b.unchanged && a.synchronisation == b.synchronisation &&
           a.branches == b.branches && a.one_thread == b.one_thread;
}

} // namespace warpscope
