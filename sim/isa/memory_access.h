// Where the lanes of a memory instruction touch memory: checked places in the host's memory, the fault when there is
// none, and what observers and the dependence tracker get to know. Defined in memory_access.cpp, once per level.
#pragma once

#include <cstdint>

#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN

/// What an instruction wants to do at its addresses.
struct Request {
    AccessKind kind = AccessKind::Load;
    std::uint8_t width = 0;      ///< bytes a lane touches, vectors included: a power of two up to 32
    std::uint8_t element = 0;    ///< bytes of one element
    std::uint8_t reduction = 0;  ///< Reduction: the kind for DependenceTracker::reduce, 0 when it does not commute
};

/// Where each active lane's bytes are, as addresses in this process.
struct Places {
    bool regular = false;                      ///< lane l is at first + l * stride
    LaneMask shared = 0;                       ///< lanes that reached shared memory
    std::uint64_t first = 0, stride = 0;       ///< stride 0: all lanes at one place
    const AddressPattern* pattern = nullptr;   ///< when not regular: lane l is at first + offset[l] of it
    alignas(64) std::uint64_t host[kLanes];    ///< without either: its place; of inactive lanes meaningless
};

/// Finds the places for one state space. All lanes are checked before anything else happens: false means that
/// Context::fault is filled and nothing was touched. On success the tracker knows of the access, and the records
/// (when wanted) hold lanes, addresses and old values; stores and atomics then add the new ones.
bool locate_generic(Context& c, const DecodedInstruction& i, Request r, Places& out);
bool locate_global(Context& c, const DecodedInstruction& i, Request r, Places& out);
bool locate_constant(Context& c, const DecodedInstruction& i, Request r, Places& out);
bool locate_shared(Context& c, const DecodedInstruction& i, Request r, Places& out);
bool locate_local(Context& c, const DecodedInstruction& i, Request r, Places& out);
bool locate_parameter(Context& c, const DecodedInstruction& i, Request r, Places& out);

/// Records, only when wants_changes: the values that a store is about to write, taken from its operands ...
void record_stored_values(Context& c, const DecodedInstruction& i, Request r, const Places& at);
/// ... and what one lane's atomic update found and left.
void record_update(Context& c, unsigned lane, Request r, const void* before, const void* after);

namespace {

template <StateSpace space>
WARPSCOPE_INLINE bool locate(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    switch (space) {
        case StateSpace::Global: return locate_global(c, i, r, out);
        case StateSpace::Constant: return locate_constant(c, i, r, out);
        case StateSpace::Shared: return locate_shared(c, i, r, out);
        case StateSpace::Local: return locate_local(c, i, r, out);
        case StateSpace::Parameter: return locate_parameter(c, i, r, out);
        default: return locate_generic(c, i, r, out);
    }
}

/// Somebody wants to know what stores and atomics change.
WARPSCOPE_INLINE bool wants_changes(const Context& c) { return c.records != nullptr && c.records->unchanged; }
/// With wants_changes: the event of an access whose lanes all reached one space, when its bytes are not wanted; else
/// null. Then only AccessEvent::unchanged is left to fill.
WARPSCOPE_INLINE AccessEvent* event_to_compare(Context& c) {
    AccessRecords& records = *c.records;
    if (records.values || records.filled == 0 || (records.filled & (records.filled - 1)) != 0) return nullptr;
    return &records.in[__builtin_ctz(records.filled)].event;
}

WARPSCOPE_INLINE std::uint64_t place_of_lane(const Places& at, unsigned lane) {
    if (at.regular) return at.first + lane * at.stride;
    return at.pattern != nullptr ? at.first + at.pattern->offset[lane] : at.host[lane];
}

/// Bytes in host memory as a T; simulated addresses are aligned, host addresses need not be.
template <class T> WARPSCOPE_INLINE T load_bytes(std::uint64_t host) {
    T value;
    __builtin_memcpy(&value, reinterpret_cast<const void*>(host), sizeof(T));
    return value;
}
template <class T> WARPSCOPE_INLINE void store_bytes(std::uint64_t host, T value) {
    __builtin_memcpy(reinterpret_cast<void*>(host), &value, sizeof(T));
}

/// Calls body(lane) for the lanes of `mask` in rising order.
template <class Body> WARPSCOPE_INLINE void each_lane(LaneMask mask, Body body) {
    for (LaneMask rest = mask; rest != 0; rest &= rest - 1) body(static_cast<unsigned>(__builtin_ctz(rest)));
}

}  // namespace
WARPSCOPE_ISA_END
