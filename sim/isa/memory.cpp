// Loads and stores (PTX ISA, "Data Movement and Conversion Instructions": ld, ld.global.nc, ldu, st, prefetch ...).
#include "sim/isa/access_records.h"
#include "sim/isa/families.h"
#include "sim/isa/decode_types.h"
#include "sim/isa/lane_vectors.h"
#include "sim/isa/memory_places.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// A loaded or stored value as it stands in a slot: sign-extended when its type is signed, else zero-extended
/// (PTX ISA, "Operand Size Exceeding Instruction-Type Size").
template <class T, class D> WARPSCOPE_INLINE D widen(T value) {
    if constexpr (sizeof(T) == sizeof(D)) return __builtin_bit_cast(D, value);
    else return static_cast<D>(value);
}
template <class T, class D> WARPSCOPE_INLINE T narrow(const D& slot) {
    if constexpr (sizeof(T) == sizeof(D)) return __builtin_bit_cast(T, slot);
    else return static_cast<T>(slot);
}

/// True when `mask` is the lanes first, first + 1, ... first + count - 1.
WARPSCOPE_INLINE bool is_run(LaneMask mask, unsigned& first, unsigned& count) {
    first = static_cast<unsigned>(__builtin_ctz(mask));
    count = static_cast<unsigned>(__builtin_popcount(mask));
    const LaneMask shifted = mask >> first;
    return (shifted & (shifted + 1)) == 0;
}

WARPSCOPE_INLINE const void* bytes_at(std::uint64_t host) { return reinterpret_cast<const void*>(host); }

/// One vector of lanes of 4 bytes, in their places.
WARPSCOPE_INLINE Offsets load_vector_of_lanes(const AddressPattern& p, std::uint64_t base, unsigned k) {
    const std::uint32_t* offset = p.offset + k * kWidth;
    if ((p.same >> k & 1) != 0) return Offsets{} + load_bytes<std::uint32_t>(base + offset[0]);
    if ((p.running >> k & 1) != 0 && p.stride == sizeof(std::uint32_t))
        return load_offsets(bytes_at(base + offset[0]));
    Offsets v;
    for (unsigned e = 0; e < kWidth; ++e) v[e] = load_bytes<std::uint32_t>(base + offset[e]);
    return v;
}

/// Places without a common step. Those of inactive lanes may be read too: they are an active lane's.
template <class T, class D> void load_scattered(Context& c, D* d, const Places& at, std::uint64_t skip) {
    const LaneMask active = c.active;
    if (at.pattern == nullptr) {
        each_lane(active, [&](unsigned l) { d[l] = widen<T, D>(load_bytes<T>(at.host[l] + skip)); });
        return;
    }
    const AddressPattern& p = *at.pattern;
    const std::uint64_t base = at.first + skip;
    if constexpr (sizeof(T) == 4 && sizeof(D) == 4) {
        for (unsigned k = 0; k < kVectors; ++k) {
            const Offsets v = load_vector_of_lanes(p, base, k);
            const Offsets old = load_offsets(d + k * kWidth);
            const Offsets wanted = active == kAllLanes ? ~Offsets{} : chosen(active, k * kWidth);
            store_offsets(d + k * kWidth, (v & wanted) | (old & ~wanted));
        }
    } else if (active == kAllLanes) {
        for (unsigned l = 0; l < kLanes; ++l) d[l] = widen<T, D>(load_bytes<T>(base + p.offset[l]));
    } else {
        each_lane(active, [&](unsigned l) { d[l] = widen<T, D>(load_bytes<T>(base + p.offset[l])); });
    }
}

/// Memory to a lane vector. `skip` is the element's offset from its lane's place.
template <class T, class D> void load_lanes(Context& c, std::uint32_t operand, const Places& at, std::uint64_t skip) {
    if (operand == kNoOperand) return;
    D* d = lanes<D>(c, operand);
    const LaneMask active = c.active;
    unsigned first = 0, count = 0;
    if (!at.regular) {
        load_scattered<T, D>(c, d, at, skip);
    } else if (at.stride == 0) {
        const D value = widen<T, D>(load_bytes<T>(at.first + skip));
        if (active == kAllLanes)
            for (unsigned l = 0; l < kLanes; ++l) d[l] = value;
        else each_lane(active, [&](unsigned l) { d[l] = value; });
    } else if (sizeof(T) == sizeof(D) && at.stride == sizeof(T) && active == kAllLanes) {
        __builtin_memcpy(d, bytes_at(at.first + skip), kLanes * sizeof(T));
    } else if (sizeof(T) == sizeof(D) && at.stride == sizeof(T) && is_run(active, first, count)) {
        __builtin_memcpy(d + first, bytes_at(at.first + skip + first * sizeof(T)), count * sizeof(T));
    } else if (active == kAllLanes) {
        std::uint64_t place = at.first + skip;
        for (unsigned l = 0; l < kLanes; ++l, place += at.stride) d[l] = widen<T, D>(load_bytes<T>(place));
    } else {
        each_lane(active, [&](unsigned l) { d[l] = widen<T, D>(load_bytes<T>(at.first + l * at.stride + skip)); });
    }
}

/// A lane vector to memory, in rising lane order: of lanes that store to one place the highest wins.
template <class T, class D>
void store_lanes(Context& c, std::uint32_t operand, const Places& at, std::uint64_t skip) {
    const D* b = lanes<D>(c, operand);
    const LaneMask active = c.active;
    unsigned first = 0, count = 0;
    if (!at.regular && at.pattern != nullptr) {
        const std::uint32_t* offset = at.pattern->offset;
        const std::uint64_t base = at.first + skip;
        if (active == kAllLanes)
            for (unsigned l = 0; l < kLanes; ++l) store_bytes<T>(base + offset[l], narrow<T, D>(b[l]));
        else each_lane(active, [&](unsigned l) { store_bytes<T>(base + offset[l], narrow<T, D>(b[l])); });
    } else if (!at.regular) {
        each_lane(active, [&](unsigned l) { store_bytes<T>(at.host[l] + skip, narrow<T, D>(b[l])); });
    } else if (at.stride == 0) {
        store_bytes<T>(at.first + skip, narrow<T, D>(b[31 - __builtin_clz(active)]));
    } else if (sizeof(T) == sizeof(D) && at.stride == sizeof(T) && active == kAllLanes) {
        __builtin_memcpy(reinterpret_cast<void*>(at.first + skip), b, kLanes * sizeof(T));
    } else if (sizeof(T) == sizeof(D) && at.stride == sizeof(T) && is_run(active, first, count)) {
        __builtin_memcpy(reinterpret_cast<void*>(at.first + skip + first * sizeof(T)), b + first, count * sizeof(T));
    } else if (active == kAllLanes) {
        std::uint64_t place = at.first + skip;
        for (unsigned l = 0; l < kLanes; ++l, place += at.stride) store_bytes<T>(place, narrow<T, D>(b[l]));
    } else {
        each_lane(active, [&](unsigned l) { store_bytes<T>(at.first + l * at.stride + skip, narrow<T, D>(b[l])); });
    }
}

constexpr unsigned kAllVectors = (1u << kVectors) - 1;

/// Memory to a lane vector for all 32 lanes; `host` is the place of the lowest address.
WARPSCOPE_INLINE void load_full(std::uint32_t* d, const AddressPattern& p, std::uint64_t host) {
    if (p.shape == AddressPattern::Shape::Uniform) {
        const Offsets v = Offsets{} + load_bytes<std::uint32_t>(host);
        WARPSCOPE_UNROLL
        for (unsigned k = 0; k < kVectors; ++k) store_offsets(d + k * kWidth, v);
    } else if (p.shape == AddressPattern::Shape::Run) {
        if (p.stride == 4) {
            WARPSCOPE_UNROLL
            for (unsigned k = 0; k < kVectors; ++k)
                store_offsets(d + k * kWidth, load_offsets(bytes_at(host + 4 * kWidth * k)));
            return;
        }
        for (unsigned l = 0; l < kLanes; ++l) d[l] = load_bytes<std::uint32_t>(host + l * p.stride);
    } else if (p.same == kAllVectors) {
        WARPSCOPE_UNROLL
        for (unsigned k = 0; k < kVectors; ++k) {
            const Offsets v = Offsets{} + load_bytes<std::uint32_t>(host + p.offset[k * kWidth]);
            store_offsets(d + k * kWidth, v);
        }
    } else if (p.running == kAllVectors && p.stride == 4) {
        WARPSCOPE_UNROLL
        for (unsigned k = 0; k < kVectors; ++k)
            store_offsets(d + k * kWidth, load_offsets(bytes_at(host + p.offset[k * kWidth])));
    } else {
        for (unsigned l = 0; l < kLanes; ++l) d[l] = load_bytes<std::uint32_t>(host + p.offset[l]);
    }
}

/// A full warp's load of words from shared memory, which is most of what tiled kernels do. False: not that simple.
WARPSCOPE_INLINE bool load_shared_words(Context& c, const DecodedInstruction& i) {
    const bool wants_bytes = c.records != nullptr && c.records->values;
    if (c.active != kAllLanes || c.patterns == nullptr || wants_bytes || i.address == kNoOperand ||
        i.operand[0] == kNoOperand)
        return false;
    const AddressPattern& p = pattern_of(c, i, 4);
    std::uint64_t host;
    if (!place_lowest(shared_extent(c, 0), p, i, 4, host)) return false;
    if (c.records != nullptr) [[unlikely]] record_shared_words(c, i, p);
    load_full(lanes<std::uint32_t>(c, i.operand[0]), p, host);
    return true;
}

template <class T> WARPSCOPE_INLINE Request request(AccessKind kind, unsigned elements) {
    return {kind, static_cast<std::uint8_t>(sizeof(T) * elements), sizeof(T), 0};
}

template <StateSpace space, class T, class D>
[[gnu::noinline]] Outcome load_any(Context& c, const DecodedInstruction& i) {
    Places at;
    if (!locate<space>(c, i, request<T>(AccessKind::Load, 1), at)) return Outcome::Fault;
    load_lanes<T, D>(c, i.operand[0], at, 0);
    return Outcome::Next;
}
template <StateSpace space, class T, class D> Outcome load(Context& c, const DecodedInstruction& i) {
    if constexpr (space == StateSpace::Shared && sizeof(T) == 4 && sizeof(D) == 4)
        if (load_shared_words(c, i)) [[likely]] return Outcome::Next;
    return load_any<space, T, D>(c, i);
}

template <StateSpace space, class T, class D> Outcome load_vector(Context& c, const DecodedInstruction& i) {
    Places at;
    if (!locate<space>(c, i, request<T>(AccessKind::Load, i.vector), at)) return Outcome::Fault;
    for (unsigned k = 0; k < i.vector; ++k) load_lanes<T, D>(c, i.operand[k], at, k * sizeof(T));
    return Outcome::Next;
}

/// With wants_changes, before the store: which lanes find in memory what they are about to write.
template <class T, class D>
void compare_with_stored(Context& c, const DecodedInstruction& i, Request r, const Places& at) {
    AccessEvent* const event = event_to_compare(c);
    if (event == nullptr) return record_stored_values(c, i, r, at);
    const D* b = lanes<D>(c, i.operand[0]);
    if constexpr (sizeof(T) == 4 && sizeof(D) == 4)
        if (c.active == kAllLanes && at.regular && at.stride == 4) { // mostly, none does
            Offsets same{};
            WARPSCOPE_UNROLL
            for (unsigned k = 0; k < kVectors; ++k)
                same |= Offsets(load_offsets(bytes_at(at.first + 4 * kWidth * k)) == load_offsets(b + k * kWidth));
            if (is_zero(same)) return;
        }
    LaneMask unchanged = 0;
    each_lane(c.active, [&](unsigned l) {
        const T now = narrow<T, D>(b[l]);
        unchanged |= (__builtin_memcmp(bytes_at(place_of_lane(at, l)), &now, sizeof(T)) == 0 ? 1u : 0u) << l;
    });
    event->unchanged = unchanged;
}

template <StateSpace space, class T, class D> Outcome store(Context& c, const DecodedInstruction& i) {
    Places at;
    const Request r = request<T>(AccessKind::Store, 1);
    if (!locate<space>(c, i, r, at)) return Outcome::Fault;
    if (wants_changes(c)) compare_with_stored<T, D>(c, i, r, at);
    store_lanes<T, D>(c, i.operand[0], at, 0);
    return Outcome::Next;
}

template <StateSpace space, class T, class D> Outcome store_vector(Context& c, const DecodedInstruction& i) {
    Places at;
    const Request r = request<T>(AccessKind::Store, i.vector);
    if (!locate<space>(c, i, r, at)) return Outcome::Fault;
    if (wants_changes(c)) record_stored_values(c, i, r, at);
    for (unsigned k = 0; k < i.vector; ++k) store_lanes<T, D>(c, i.operand[k], at, k * sizeof(T));
    return Outcome::Next;
}

Outcome pass(Context&, const DecodedInstruction&) { return Outcome::Next; }

/// Bytes per lane of the slots that hold the data operands; 0 when they differ, which one access cannot have.
unsigned data_slot_size(const Instruction& s, std::size_t position) {
    const unsigned of_type = size_in_bytes(s.modifiers.type);
    unsigned size = 0;
    const auto take = [&](const Operand& o) {
        if (o.kind == Operand::Kind::Sink) return true;
        const unsigned bytes = o.kind == Operand::Kind::Register ? size_in_bytes(o.type) : of_type;
        const unsigned slot = bytes <= 4 ? 4 : bytes;
        if (bytes < of_type || (size != 0 && size != slot)) return false;
        size = slot;
        return true;
    };
    const Operand& data = *(s.operands.data() + position);
    if (data.kind != Operand::Kind::Vector) return take(data) ? (size != 0 ? size : (of_type <= 4 ? 4 : of_type)) : 0;
    for (const Operand *o = data.elements.data(), *end = o + data.elements.size(); o != end; ++o)
        if (!take(*o)) return 0;
    return size != 0 ? size : (of_type <= 4 ? 4 : of_type);
}

/// Calls use(T, D): the type in memory and the unsigned type of the slot.
template <class Use> WARPSCOPE_INLINE bool with_memory_types(Type type, unsigned slot, Use use) {
    const auto narrow_type = [&]<class T>(Tag<T> t) {
        if (slot == 4) use(t, Tag<std::uint32_t>{});
        else if (slot == 8) use(t, Tag<std::uint64_t>{});
        return slot == 4 || slot == 8;
    };
    switch (type) {
        case Type::B8: case Type::U8: return narrow_type(Tag<std::uint8_t>{});
        case Type::S8: return narrow_type(Tag<std::int8_t>{});
        case Type::B16: case Type::U16: return narrow_type(Tag<std::uint16_t>{});
        case Type::S16: return narrow_type(Tag<std::int16_t>{});
        case Type::B32: case Type::U32: case Type::F32: return narrow_type(Tag<std::uint32_t>{});
        case Type::S32: return narrow_type(Tag<std::int32_t>{});
        case Type::B64: case Type::U64: case Type::S64: case Type::F64:
            if (slot == 8) use(Tag<std::uint64_t>{}, Tag<std::uint64_t>{});
            return slot == 8;
        case Type::B128:
            if (slot == 16) use(Tag<U128>{}, Tag<U128>{});
            return slot == 16;
        default: return false;
    }
}

/// `.relaxed`, `.acquire` and `.release` need a scope, the others have none (PTX ISA, "ld", "st").
bool has_valid_order(const Modifiers& m, Order strong) {
    const bool scoped = m.order == Order::Relaxed || m.order == strong;
    if (!scoped && m.order != Order::Weak && m.order != Order::Volatile) return false;
    return scoped == (m.scope != Scope::None);
}

/// At most 32 bytes a lane, in at most four registers.
bool has_valid_shape(const Modifiers& m) { return m.vector <= 4 && m.vector * size_in_bytes(m.type) <= 32; }

template <StateSpace space> bool decode_load(const Instruction& s, DecodedInstruction& d) {
    const unsigned slot = data_slot_size(s, 0);
    if (!has_valid_order(s.modifiers, Order::Acquire) || !has_valid_shape(s.modifiers)) return false;
    d.slot_size = static_cast<std::uint8_t>(slot);
    d.vector = s.modifiers.vector;
    d.order = s.modifiers.order;
    d.scope = s.modifiers.scope;
    return with_memory_types(s.modifiers.type, slot, [&]<class T, class D>(Tag<T>, Tag<D>) {
        d.run = s.modifiers.vector == 1 ? load<space, T, D> : load_vector<space, T, D>;
    });
}
template <StateSpace space> bool decode_store(const Instruction& s, DecodedInstruction& d) {
    const unsigned slot = data_slot_size(s, 1);
    if (!has_valid_order(s.modifiers, Order::Release) || !has_valid_shape(s.modifiers)) return false;
    for (unsigned k = 0; k < s.modifiers.vector; ++k)
        if (*(&d.operand[0] + k) == kNoOperand) return false;
    d.slot_size = static_cast<std::uint8_t>(slot);
    d.vector = s.modifiers.vector;
    d.order = s.modifiers.order;
    d.scope = s.modifiers.scope;
    return with_memory_types(s.modifiers.type, slot, [&]<class T, class D>(Tag<T>, Tag<D>) {
        // Signs make no difference to what a store keeps.
        using U = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                  std::conditional_t<sizeof(T) == 2, std::uint16_t,
                  std::conditional_t<sizeof(T) == 4, std::uint32_t, T>>>;
        d.run = s.modifiers.vector == 1 ? store<space, U, D> : store_vector<space, U, D>;
    });
}
bool decode_hint(const Instruction&, DecodedInstruction& d) {
    d.run = pass;
    return true;
}

constexpr TypeSet kMemoryTypes = {Type::B8,  Type::B16, Type::B32, Type::B64, Type::B128, Type::U8,  Type::U16,
                                  Type::U32, Type::U64, Type::S8,  Type::S16, Type::S32,  Type::S64, Type::F32,
                                  Type::F64};
constexpr Traits kLoad = {.instruction_class = InstructionClass::Load, .memory = true, .load = true};
constexpr Traits kStore = {.instruction_class = InstructionClass::Store, .memory = true, .store = true};
constexpr Traits kHint = {.instruction_class = InstructionClass::Special};

constexpr Row table[] = {
    {.name = "ld.global.nc", .syntax = "ld.global{.cache}.nc{.cache}{.vec}.type d:vec, [a]{, b:b64}",
     .types = kMemoryTypes, .traits = kLoad, .decode = decode_load<StateSpace::Global>,
     .meaning = "d = global memory at a, through a read-only cache", .section = "ld.global.nc", .version = 31,
     .target = 32},
    {.name = "ld.global", .syntax = "ld{.sem}{.scope}.global{.cache}{.vec}.type d:vec, [a]{, b:b64}",
     .types = kMemoryTypes, .traits = kLoad, .decode = decode_load<StateSpace::Global>,
     .meaning = "d = global memory at a", .section = "ld"},
    {.name = "ld.shared",
     .syntax = "ld{.sem}{.scope}.shared|.shared::cta{.cache}{.vec}.type d:vec, [a]{, b:b64}",
     .types = kMemoryTypes, .traits = kLoad, .decode = decode_load<StateSpace::Shared>,
     .meaning = "d = the block's shared memory at a", .section = "ld"},
    {.name = "ld.local", .syntax = "ld{.sem}{.scope}.local{.cache}{.vec}.type d:vec, [a]{, b:b64}",
     .types = kMemoryTypes, .traits = kLoad, .decode = decode_load<StateSpace::Local>,
     .meaning = "d = the thread's local memory at a", .section = "ld"},
    {.name = "ld.const", .syntax = "ld{.sem}{.scope}.const{.cache}{.vec}.type d:vec, [a]{, b:b64}",
     .types = kMemoryTypes, .traits = kLoad, .decode = decode_load<StateSpace::Constant>,
     .meaning = "d = constant memory at a", .section = "ld"},
    {.name = "ld.param",
     .syntax = "ld{.sem}{.scope}.param|.param::entry|.param::func{.cache}{.vec}.type d:vec, [a]{, b:b64}",
     .types = kMemoryTypes, .traits = kLoad, .decode = decode_load<StateSpace::Parameter>,
     .meaning = "d = parameter memory at a", .section = "ld"},
    {.name = "ld.generic", .syntax = "ld{.sem}{.scope}{.cache}{.vec}.type d:vec, [a]{, b:b64}",
     .types = kMemoryTypes, .traits = kLoad, .decode = decode_load<StateSpace::Generic>,
     .meaning = "d = memory at generic address a", .section = "ld", .version = 20, .target = 20},
    {.name = "ldu.global", .syntax = "ldu.global{.vec}.type d:vec, [a]", .types = kMemoryTypes, .traits = kLoad,
     .decode = decode_load<StateSpace::Global>, .meaning = "d = global memory at a, the same in all threads",
     .section = "ldu", .version = 20},
    {.name = "ldu.generic", .syntax = "ldu{.vec}.type d:vec, [a]", .types = kMemoryTypes, .traits = kLoad,
     .decode = decode_load<StateSpace::Generic>, .meaning = "d = memory at generic address a, the same in all threads",
     .section = "ldu", .version = 20, .target = 20},

    {.name = "st.global", .syntax = "st{.sem}{.scope}.global{.cache}{.vec}.type [a], b:vec{, c:b64}",
     .types = kMemoryTypes, .traits = kStore, .decode = decode_store<StateSpace::Global>,
     .meaning = "global memory at a = b", .section = "st"},
    {.name = "st.shared", .syntax = "st{.sem}{.scope}.shared|.shared::cta{.cache}{.vec}.type [a], b:vec{, c:b64}",
     .types = kMemoryTypes, .traits = kStore, .decode = decode_store<StateSpace::Shared>,
     .meaning = "the block's shared memory at a = b", .section = "st"},
    {.name = "st.local", .syntax = "st{.sem}{.scope}.local{.cache}{.vec}.type [a], b:vec{, c:b64}",
     .types = kMemoryTypes, .traits = kStore, .decode = decode_store<StateSpace::Local>,
     .meaning = "the thread's local memory at a = b", .section = "st"},
    {.name = "st.param", .syntax = "st{.sem}{.scope}.param|.param::func{.cache}{.vec}.type [a], b:vec{, c:b64}",
     .types = kMemoryTypes, .traits = kStore, .decode = decode_store<StateSpace::Parameter>,
     .meaning = "parameter memory at a = b", .section = "st", .version = 20, .target = 20},
    {.name = "st.generic", .syntax = "st{.sem}{.scope}{.cache}{.vec}.type [a], b:vec{, c:b64}", .types = kMemoryTypes,
     .traits = kStore, .decode = decode_store<StateSpace::Generic>, .meaning = "memory at generic address a = b",
     .section = "st", .version = 20, .target = 20},

    {.name = "prefetch.global", .syntax = "prefetch.global.L1|.L2|.L2::evict_last|.L2::evict_normal [a]",
     .traits = kHint, .decode = decode_hint, .meaning = "bring the line at a into a cache: no effect on values",
     .section = "prefetch", .version = 20, .target = 20},
    {.name = "prefetch.local", .syntax = "prefetch.local.L1|.L2 [a]", .traits = kHint, .decode = decode_hint,
     .meaning = "bring the line at a into a cache: no effect on values", .section = "prefetch", .version = 20,
     .target = 20},
    {.name = "prefetch.generic", .syntax = "prefetch.L1|.L2 [a]", .traits = kHint, .decode = decode_hint,
     .meaning = "bring the line at a into a cache: no effect on values", .section = "prefetch", .version = 20,
     .target = 20},
    {.name = "prefetchu", .syntax = "prefetchu.L1 [a]", .traits = kHint, .decode = decode_hint,
     .meaning = "bring the line at a into the uniform cache: no effect on values", .section = "prefetchu",
     .version = 20, .target = 20},
    {.name = "applypriority", .syntax = "applypriority{.global}.L2::evict_normal [a], b:u32", .traits = kHint,
     .decode = decode_hint, .meaning = "change a line's eviction priority: no effect on values",
     .section = "applypriority", .version = 74, .target = 80},
    {.name = "discard", .syntax = "discard{.global}.L2 [a], b:u32", .traits = kHint, .decode = decode_hint,
     .meaning = "the bytes at a are not needed any more: they stay as they are here", .section = "discard",
     .version = 74, .target = 80},
};

}  // namespace

std::span<const Row> memory_rows() { return table; }

WARPSCOPE_ISA_END
