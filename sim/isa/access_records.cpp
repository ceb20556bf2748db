// Fills Context::records, which the engine then announces to observers.
#include "sim/isa/access_records.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// The record that holds `lane`; lanes of a generic access may have reached several spaces.
AccessRecord& record_of(Context& c, unsigned lane) {
    unsigned s = 0;
    while (!c.records->has(s) || (c.records->in[s].event.lanes >> lane & 1) == 0)
        ++s;
    return c.records->in[s];
}

/// The record of `space` with all but lanes and places.
WARPSCOPE_INLINE AccessRecord& fresh_record(Context& c, const DecodedInstruction& i, Request r,
                                            Space space) {
    AccessRecords& records = *c.records;
    AccessRecord& record = records.in[static_cast<unsigned>(space)];
    records.filled = static_cast<std::uint8_t>(records.filled | 1u << static_cast<unsigned>(space));
    AccessEvent& event = record.event;
    event.unchanged = 0;
    event.space = space;
    event.kind = r.kind;
    event.width = r.width;
    event.element = r.element;
    event.order = static_cast<std::uint8_t>(i.order);
    event.scope = static_cast<std::uint8_t>(i.scope);
    event.is_volatile = i.order == Order::Volatile;
    event.addresses = nullptr;
    event.pattern = 0;
    if (records.values) {
        event.old_values = record.old_values;
        event.new_values = record.new_values;
    }
    return record;
}

/// Apart, so that who wants no bytes needs no registers for them.
[[gnu::noinline]] void record_all_bytes(Context& c, AccessRecord& record, unsigned width,
                                        const Places& at) {
    each_lane(c.active,
              [&](unsigned l) { record_bytes(c, record, l, width, place_of_lane(at, l)); });
}

/// Accesses that follow the one that found their group's pattern have its number.
WARPSCOPE_INLINE std::uint32_t number_of_pattern(Context& c, const DecodedInstruction& i,
                                                 const AddressPattern& p) {
    AccessRecords& records = *c.records;
    const std::uint32_t group = i.address_group & ~kLeadsGroup;
    AccessRecords::Announced& last = records.announced[group % AddressPatterns::kSlots];
    const bool follows = group != 0 && i.address_group == group;
    if (follows && last.owner == p.owner && last.active == p.active) return last.number;
    last = {p.owner, p.active, ++records.numbers};
    return last.number;
}

/// How the event's addresses lie.
WARPSCOPE_INLINE void place_event(Context& c, const DecodedInstruction& i, const AddressPattern& p,
                                  Address base, AccessEvent& event) {
    Address first = p.lowest + static_cast<Address>(i.displacement);
    if (i.address_is_32_bit) first &= UINT32_MAX;
    std::uint32_t stride = 0;
    const std::uint32_t* offset = nullptr;
    if (p.shape == AddressPattern::Shape::Offsets) {
        offset = p.offset;
        event.pattern = number_of_pattern(c, i, p);
    } else if (p.shape == AddressPattern::Shape::Run) {
        stride = p.stride;
        first -= std::uint64_t{stride} * static_cast<unsigned>(__builtin_ctz(p.active));
    }
    event.first = first - base;
    event.stride = stride;
    event.offset = offset;
}

} // namespace

AccessRecord& open_record(Context& c, const DecodedInstruction& i, Request r, Space space) {
    if (c.records->has(static_cast<unsigned>(space)))
        return c.records->in[static_cast<unsigned>(space)];
    AccessRecord& record = fresh_record(c, i, r, space);
    AccessEvent& event = record.event;
    event.lanes = 0;
    event.first = 0;
    event.stride = 0;
    event.offset = nullptr;
    return record;
}

void record_bytes(Context& c, AccessRecord& record, unsigned lane, unsigned width,
                  std::uint64_t host) {
    if (!c.records->values) return;
    const void* bytes = reinterpret_cast<const void*>(host);
    __builtin_memcpy(record.old_values + lane * width, bytes, width);
    __builtin_memcpy(record.new_values + lane * width, bytes, width);
}

void record_pattern(Context& c, const DecodedInstruction& i, Request r, Space space, Address base,
                    const Places& at) {
    AccessRecord& record = fresh_record(c, i, r, space);
    AccessEvent& event = record.event;
    event.lanes = c.active;
    if (i.address != kNoOperand) {
        // What was found out last is in its group's place, see pattern_of.
        const std::uint32_t group = i.address_group & ~kLeadsGroup;
        place_event(c, i, c.patterns->of_group[group % AddressPatterns::kSlots], base, event);
    } else {
        event.first = static_cast<Address>(i.displacement) - base;
        event.stride = 0;
        event.offset = nullptr;
    }
    if (c.records->values) [[unlikely]]
        record_all_bytes(c, record, r.width, at);
}

void record_shared_words(Context& c, const DecodedInstruction& i, const AddressPattern& p) {
    AccessRecord& record = fresh_record(c, i, {AccessKind::Load, 4, 4, 0}, Space::Shared);
    record.event.lanes = kAllLanes;
    place_event(c, i, p, 0, record.event);
}

void record_stored_values(Context& c, const DecodedInstruction& i, Request r, const Places& at) {
    const bool values = c.records->values;
    each_lane(c.active, [&](unsigned l) {
        AccessRecord& record = record_of(c, l);
        const std::uint64_t host = place_of_lane(at, l);
        bool unchanged = true;
        for (unsigned k = 0; k < i.vector; ++k) {
            const std::uint8_t* from = c.registers + i.operand[k] + l * i.slot_size;
            const void* there = reinterpret_cast<const void*>(host + k * r.element);
            unchanged = unchanged && __builtin_memcmp(from, there, r.element) == 0;
            if (values)
                __builtin_memcpy(record.new_values + l * r.width + k * r.element, from, r.element);
        }
        record.event.unchanged |= (unchanged ? 1u : 0u) << l;
    });
}

void record_update(Context& c, unsigned lane, Request r, const void* before, const void* after) {
    AccessRecord& record = record_of(c, lane);
    if (__builtin_memcmp(before, after, r.width) == 0) record.event.unchanged |= 1u << lane;
    if (!c.records->values) return;
    __builtin_memcpy(record.old_values + lane * r.width, before, r.width);
    __builtin_memcpy(record.new_values + lane * r.width, after, r.width);
}

WARPSCOPE_ISA_END
