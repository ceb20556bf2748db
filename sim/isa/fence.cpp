// Fences (PTX ISA, "membar/fence"). The emulator executes one warp instruction after the other, so every write is
// visible at once and a fence does nothing here; observers learn its order and scope.
#include "sim/isa/families.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

Outcome pass(Context& c, const DecodedInstruction&) {
    if (c.order_records != nullptr) c.order_records->fence = true;
    return Outcome::Next;
}

/// membar is fence.sc with its own names for the scopes.
bool decode_membar(const Instruction& s, DecodedInstruction& d) {
    d.order = Order::SequentiallyConsistent;
    d.scope = s.modifiers.scope;
    d.run = pass;
    return d.scope != Scope::None;
}
/// fence without .sem is fence.acq_rel.
bool decode_fence(const Instruction& s, DecodedInstruction& d) {
    d.order = s.modifiers.order == Order::Weak ? Order::AcquireRelease : s.modifiers.order;
    d.scope = s.modifiers.scope;
    d.run = pass;
    return true;
}
/// A proxy fence orders nothing between threads: order Weak, scope None.
bool decode_proxy(const Instruction&, DecodedInstruction& d) {
    d.order = Order::Weak;
    d.scope = Scope::None;
    d.run = pass;
    return true;
}

constexpr Traits kFence = {.instruction_class = InstructionClass::Fence};

constexpr Row table[] = {
    {.name = "membar", .syntax = "membar.cta|.gl|.sys", .traits = kFence, .decode = decode_membar,
     .meaning = "earlier accesses happen before later ones, seen from the scope", .section = "membar"},
    {.name = "fence", .syntax = "fence{.sc|.acq_rel|.acquire|.release}.scope", .traits = kFence, .decode = decode_fence,
     .meaning = "orders earlier accesses before later ones, as .sem says, seen from the scope",
     .section = "fence", .version = 60, .target = 70},
    {.name = "fence.proxy",
     .syntax = "fence.proxy.alias|.async{.global|.shared::cta|.shared::cluster}",
     .traits = kFence, .decode = decode_proxy, .meaning = "orders accesses through different proxies",
     .section = "fence.proxy", .version = 75, .target = 70},
};

}  // namespace

std::span<const Row> fence_rows() { return table; }

WARPSCOPE_ISA_END
