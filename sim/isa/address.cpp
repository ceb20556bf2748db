// Addresses between spaces (PTX ISA, "cvta", "isspacep"; "Generic Addressing"). Global and constant addresses are
// generic as they stand; shared, local and kernel parameter memory lie in windows (sim/base/address.h).
#include "sim/isa/families.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

struct Same {
    template <class T> T operator()(T a) const { return a; }
};
template <Address window> struct IntoWindow {
    template <class T> T operator()(T a) const { return a + static_cast<T>(window); }
};
template <Address window> struct OutOfWindow {
    template <class T> T operator()(T a) const { return a - static_cast<T>(window); }
};

template <class Op> bool decode_sized(const Instruction& s, DecodedInstruction& d) {
    if (s.modifiers.type == Type::U64) d.run = unary<Op, std::uint64_t, std::uint64_t>;
    else d.run = unary<Op, std::uint32_t, std::uint32_t>;
    return true;
}

/// Kernel parameters are addressed through their window in every form, so they too stay as they are.
bool decode_to_generic(const Instruction& s, DecodedInstruction& d) {
    switch (s.modifiers.space) {
        case StateSpace::Global: case StateSpace::Constant: case StateSpace::Parameter: return decode_sized<Same>(s, d);
        case StateSpace::Shared: return decode_sized<IntoWindow<kSharedWindow>>(s, d);
        case StateSpace::Local: return decode_sized<IntoWindow<kLocalWindow>>(s, d);
        default: return false;
    }
}
bool decode_from_generic(const Instruction& s, DecodedInstruction& d) {
    switch (s.modifiers.space) {
        case StateSpace::Global: case StateSpace::Constant: case StateSpace::Parameter: return decode_sized<Same>(s, d);
        case StateSpace::Shared: return decode_sized<OutOfWindow<kSharedWindow>>(s, d);
        case StateSpace::Local: return decode_sized<OutOfWindow<kLocalWindow>>(s, d);
        default: return false;
    }
}

bool is_constant(const Context& c, Address address) {
    const Allocation* found = c.memory->find(address);
    return found != nullptr && found->kind == AllocationKind::Constant;
}

template <Address window> Outcome is_in_window(Context& c, const DecodedInstruction& i) {
    const std::uint64_t* a = lanes<std::uint64_t>(c, i.operand[1]);
    set_predicate(c, i, 0, mask_of([&](unsigned l) { return a[l] - window < kWindowSize; }));
    return Outcome::Next;
}
Outcome is_in_constant(Context& c, const DecodedInstruction& i) {
    const std::uint64_t* a = lanes<std::uint64_t>(c, i.operand[1]);
    set_predicate(c, i, 0, mask_of([&](unsigned l) { return (c.active >> l & 1) != 0 && is_constant(c, a[l]); }));
    return Outcome::Next;
}
/// "isspacep.global returns 1 for kernel function parameters, as the .global window contains the .param window":
/// whatever no other window holds is global.
Outcome is_in_global(Context& c, const DecodedInstruction& i) {
    const std::uint64_t* a = lanes<std::uint64_t>(c, i.operand[1]);
    set_predicate(c, i, 0, mask_of([&](unsigned l) {
        return a[l] - kSharedWindow >= kWindowSize && a[l] - kLocalWindow >= kWindowSize &&
               (c.active >> l & 1) != 0 && !is_constant(c, a[l]);
    }));
    return Outcome::Next;
}

bool decode_is_space(const Instruction& s, DecodedInstruction& d) {
    switch (s.modifiers.space) {
        case StateSpace::Global: d.run = is_in_global; return true;
        case StateSpace::Constant: d.run = is_in_constant; return true;
        case StateSpace::Shared: d.run = is_in_window<kSharedWindow>; return true;
        case StateSpace::Local: d.run = is_in_window<kLocalWindow>; return true;
        case StateSpace::Parameter: d.run = is_in_window<kParameterWindow>; return true;
        default: return false;
    }
}

constexpr TypeSet kSizes = {Type::U32, Type::U64};
constexpr Traits kConversion = {.instruction_class = InstructionClass::Integer, .uniform = true};

constexpr Row table[] = {
    {.name = "cvta", .syntax = "cvta.space.type d, a", .types = kSizes, .traits = kConversion,
     .decode = decode_to_generic, .meaning = "d = generic address of address a in the space", .section = "cvta",
     .version = 20, .target = 20},
    {.name = "cvta.to", .syntax = "cvta.to.space.type d, a", .types = kSizes, .traits = kConversion,
     .decode = decode_from_generic, .meaning = "d = address in the space of generic address a", .section = "cvta",
     .version = 20, .target = 20},
    {.name = "isspacep", .syntax = "isspacep.space p, a:u64", .traits = kConversion, .decode = decode_is_space,
     .meaning = "p = generic address a lies in the space's window", .section = "isspacep", .version = 20,
     .target = 20},
};

}  // namespace

std::span<const Row> address_rows() { return table; }

WARPSCOPE_ISA_END
