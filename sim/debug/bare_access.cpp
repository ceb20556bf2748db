// Bare loads, stores and additions in memory, for every element and slot size.
#include "sim/debug/bare_access.h"

#include <cstring>
#include <string_view>

#include "sim/state/context.h"

namespace warpscope {

using isa::DecodedInstruction;
using isa::Execute;
using isa::kNoOperand;
using isa::Outcome;

namespace {

struct Wide {
    std::uint64_t low, high;
};
template<unsigned Bytes>
struct WordOf;
template<>
struct WordOf<1> {
    using type = std::uint8_t;
};
template<>
struct WordOf<2> {
    using type = std::uint16_t;
};
template<>
struct WordOf<4> {
    using type = std::uint32_t;
};
template<>
struct WordOf<8> {
    using type = std::uint64_t;
};
template<>
struct WordOf<16> {
    using type = Wide;
};
template<unsigned Bytes>
using Word = typename WordOf<Bytes>::type;

BareMemory& memory_of(const DecodedInstruction& d) {
    return *reinterpret_cast<BareMemory*>(d.displacement);
}
template<class Slot>
Slot* vector_at(Context& c, std::uint32_t offset) {
    return static_cast<Slot*>(__builtin_assume_aligned(c.registers + offset, 64));
}
template<class T>
T load(const void* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}
template<class To, class From>
To resize(From value) {
    if constexpr (sizeof(To) == sizeof(From))
        return value;
    else
        return static_cast<To>(value);
}

/// Where the group of lanes number `group` begins.
template<LanePattern pattern>
std::uint8_t* group_place(BareMemory& m, unsigned group) {
    if constexpr (lanes_together(pattern) == kLanes) return m.bytes;
    return reinterpret_cast<std::uint8_t*>(m.place[group]);
}

template<LanePattern pattern, class T, class Slot>
void load_group(Slot* to, const std::uint8_t* from, unsigned stride) {
    constexpr unsigned kTogether = lanes_together(pattern);
    if constexpr (is_uniform(pattern)) {
        const Slot value = resize<Slot>(load<T>(from));
        for (unsigned l = 0; l < kTogether; ++l)
            to[l] = value;
    } else if (sizeof(T) == sizeof(Slot) && stride == sizeof(T)) {
        std::memcpy(to, from, kTogether * sizeof(T));
    } else {
        for (unsigned l = 0; l < kTogether; ++l)
            to[l] = resize<Slot>(load<T>(from + l * stride));
    }
}

template<LanePattern pattern, class T, class Slot>
Outcome bare_load(Context& c, const DecodedInstruction& d) {
    constexpr unsigned kTogether = lanes_together(pattern);
    BareMemory& m = memory_of(d);
    for (unsigned k = 0; k < d.vector; ++k) {
        if (d.operand[k] == kNoOperand) continue;
        Slot* const to = vector_at<Slot>(c, d.operand[k]);
        for (unsigned g = 0; g < kLanes / kTogether; ++g)
            load_group<pattern, T, Slot>(to + g * kTogether,
                                         group_place<pattern>(m, g) + k * sizeof(T),
                                         d.vector * unsigned{sizeof(T)});
    }
    return Outcome::Next;
}

template<LanePattern pattern, class T, class Slot>
void store_group(const Slot* from, std::uint8_t* to, unsigned stride) {
    constexpr unsigned kTogether = lanes_together(pattern);
    if constexpr (is_uniform(pattern)) { // the last lane wins
        const T value = resize<T>(from[kTogether - 1]);
        std::memcpy(to, &value, sizeof value);
    } else if (sizeof(T) == sizeof(Slot) && stride == sizeof(T)) {
        std::memcpy(to, from, kTogether * sizeof(T));
    } else {
        for (unsigned l = 0; l < kTogether; ++l) {
            const T value = resize<T>(from[l]);
            std::memcpy(to + l * stride, &value, sizeof value);
        }
    }
}

template<LanePattern pattern, class T, class Slot>
Outcome bare_store(Context& c, const DecodedInstruction& d) {
    constexpr unsigned kTogether = lanes_together(pattern);
    BareMemory& m = memory_of(d);
    for (unsigned k = 0; k < d.vector; ++k) {
        const Slot* const from = vector_at<Slot>(c, d.operand[k]);
        for (unsigned g = 0; g < kLanes / kTogether; ++g)
            store_group<pattern, T, Slot>(from + g * kTogether,
                                          group_place<pattern>(m, g) + k * sizeof(T),
                                          d.vector * unsigned{sizeof(T)});
    }
    return Outcome::Next;
}

/// `result` is null when nobody asks for the old values: then what goes to one place is added at
/// once.
template<LanePattern pattern, class T>
void update_group(const T* b, std::uint8_t* at, T* result) {
    constexpr unsigned kTogether = lanes_together(pattern);
    if (is_uniform(pattern) && result == nullptr) {
        T sum = load<T>(at);
        for (unsigned l = 0; l < kTogether; ++l)
            sum = static_cast<T>(sum + b[l]);
        std::memcpy(at, &sum, sizeof sum);
        return;
    }
    for (unsigned l = 0; l < kTogether; ++l, at += is_uniform(pattern) ? 0 : sizeof(T)) {
        const T old = load<T>(at), now = static_cast<T>(old + b[l]);
        std::memcpy(at, &now, sizeof now);
        if (result != nullptr) result[l] = old;
    }
}

/// Operands: atom d, b; red b.
template<LanePattern pattern, class T, bool HasResult>
Outcome bare_update(Context& c, const DecodedInstruction& d) {
    constexpr unsigned kTogether = lanes_together(pattern);
    BareMemory& m = memory_of(d);
    const T* const b = vector_at<T>(c, d.operand[HasResult ? 1 : 0]);
    T* result = nullptr;
    if (HasResult && d.operand[0] != kNoOperand) result = vector_at<T>(c, d.operand[0]);
    for (unsigned g = 0; g < kLanes / kTogether; ++g)
        update_group<pattern, T>(b + g * kTogether, group_place<pattern>(m, g),
                                 result == nullptr ? nullptr : result + g * kTogether);
    return Outcome::Next;
}

// ---- copies of whole lane vectors, as wide as the processor has them
// --------------------------------------------------------------------------------------------

// The build's baseline has vectors of 16 bytes, sim/isa's higher levels have longer ones.
using Vector256 = std::uint64_t __attribute__((vector_size(32), may_alias));

template<unsigned SlotBytes, bool IsLoad>
[[gnu::target("avx2")]] Outcome copy_256(Context& c, const DecodedInstruction& d) {
    auto* const in_registers = reinterpret_cast<Vector256*>(c.registers + d.operand[0]);
    auto* const in_memory = reinterpret_cast<Vector256*>(memory_of(d).bytes);
    Vector256* const to = IsLoad ? in_registers : in_memory;
    const Vector256* const from = IsLoad ? in_memory : in_registers;
    for (unsigned k = 0; k < SlotBytes * kLanes / sizeof(Vector256); ++k)
        to[k] = from[k];
    return Outcome::Next;
}

// ---- choosing
// --------------------------------------------------------------------------------------------

enum class Work : std::uint8_t { None, Load, Store, Atomic, Reduction };

template<LanePattern pattern, class T, class Slot>
Execute access_of(Work work) {
    if (work == Work::Load) return bare_load<pattern, T, Slot>;
    if (work == Work::Store) return bare_store<pattern, T, Slot>;
    if constexpr (sizeof(T) == sizeof(Slot) && sizeof(T) <= 8)
        return work == Work::Atomic ? bare_update<pattern, T, true>
                                    : bare_update<pattern, T, false>;
    return nullptr;
}

template<LanePattern pattern>
Execute access_of(Work work, unsigned element, unsigned slot) {
    using W1 = Word<1>;
    using W2 = Word<2>;
    using W4 = Word<4>;
    using W8 = Word<8>;
    switch (element * 100 + slot) {
    case 104: return access_of<pattern, W1, W4>(work);
    case 108: return access_of<pattern, W1, W8>(work);
    case 204: return access_of<pattern, W2, W4>(work);
    case 208: return access_of<pattern, W2, W8>(work);
    case 404: return access_of<pattern, W4, W4>(work);
    case 408: return access_of<pattern, W4, W8>(work);
    case 808: return access_of<pattern, W8, W8>(work);
    case 1616: return access_of<pattern, Word<16>, Word<16>>(work);
    default: return nullptr;
    }
}

Execute access_of(LanePattern pattern, Work work, unsigned element, unsigned slot) {
    switch (pattern) {
    case LanePattern::Uniform: return access_of<LanePattern::Uniform>(work, element, slot);
    case LanePattern::Contiguous: return access_of<LanePattern::Contiguous>(work, element, slot);
    case LanePattern::UniformHalves:
        return access_of<LanePattern::UniformHalves>(work, element, slot);
    case LanePattern::ContiguousHalves:
        return access_of<LanePattern::ContiguousHalves>(work, element, slot);
    case LanePattern::UniformQuarters:
        return access_of<LanePattern::UniformQuarters>(work, element, slot);
    case LanePattern::ContiguousQuarters:
        return access_of<LanePattern::ContiguousQuarters>(work, element, slot);
    case LanePattern::Scattered: return access_of<LanePattern::Scattered>(work, element, slot);
    }
    return nullptr;
}

Work work_of(const Instruction& source) {
    if (!source.traits.memory) return Work::None;
    const std::string_view mnemonic =
        std::string_view(source.form).substr(0, source.form.find('.'));
    if (mnemonic == "ld" || mnemonic == "ldu") return Work::Load;
    if (mnemonic == "st") return Work::Store;
    if (source.modifiers.vector != 1) return Work::None; // atomics of several values
    if (mnemonic == "atom") return Work::Atomic;
    return mnemonic == "red" ? Work::Reduction : Work::None;
}

Execute whole_copy(Work work, unsigned element, const DecodedInstruction& d) {
    if (d.vector != 1 || element != d.slot_size || d.operand[0] == kNoOperand) return nullptr;
    if (work == Work::Load && element == 4) return copy_256<4, true>;
    if (work == Work::Load && element == 8) return copy_256<8, true>;
    if (work == Work::Store && element == 4) return copy_256<4, false>;
    if (work == Work::Store && element == 8) return copy_256<8, false>;
    return nullptr;
}

} // namespace

const char* name_of(LanePattern pattern) {
    switch (pattern) {
    case LanePattern::Uniform: return "uniform";
    case LanePattern::Contiguous: return "contiguous";
    case LanePattern::UniformHalves: return "uniform halves";
    case LanePattern::ContiguousHalves: return "contiguous halves";
    case LanePattern::UniformQuarters: return "uniform quarters";
    case LanePattern::ContiguousQuarters: return "contiguous quarters";
    case LanePattern::Scattered: return "scattered";
    }
    return "";
}

BareMemory::BareMemory(LanePattern lanes, unsigned bytes_per_lane)
    : pattern(lanes), width(bytes_per_lane) {
    // Neither subnormal numbers nor NaNs, which some processors are slow with.
    constexpr std::uint32_t kOne = 0x3F80'0000;
    for (unsigned b = 0; b < sizeof bytes; b += sizeof kOne)
        std::memcpy(bytes + b, &kOne, sizeof kOne);
    const unsigned together = lanes_together(pattern), groups = kLanes / together;
    for (unsigned g = 0; g < groups; ++g)
        place[g] = reinterpret_cast<std::uint64_t>(bytes + (g * 5 + 1) % groups * together * width);
}

void BareMemory::fill(unsigned lane, const void* value) {
    const unsigned together = lanes_together(pattern), in_group = lane % together;
    if (is_uniform(pattern) && in_group != 0) return;
    std::memcpy(reinterpret_cast<std::uint8_t*>(place[lane / together]) + in_group * width, value,
                width);
}

DecodedInstruction bare_access(const Instruction& source, const DecodedInstruction& d,
                               BareMemory& memory, isa::Level level) {
    const Work work = work_of(source);
    if (work == Work::None || d.vector > 4) return d;
    const unsigned element = size_in_bytes(source.modifiers.type);
    const bool updates = work == Work::Atomic || work == Work::Reduction;
    Execute run = access_of(memory.pattern, work, element, updates ? element : d.slot_size);
    if (memory.pattern == LanePattern::Contiguous && level != isa::Level::V2)
        if (const Execute whole = whole_copy(work, element, d); whole != nullptr) run = whole;
    if (run == nullptr) return d;
    DecodedInstruction bare = d;
    bare.run = run;
    bare.displacement = static_cast<std::int64_t>(reinterpret_cast<std::uint64_t>(&memory));
    return bare;
}

} // namespace warpscope
