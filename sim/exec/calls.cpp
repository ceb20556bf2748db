// Device function calls: frames, and the values that cross between .param areas (PTX ISA, "call").
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "sim/exec/engine.h"

namespace warpscope {
namespace {

/// Deeper than any real recursion, shallow enough that a runaway one is reported at once.
constexpr std::size_t kMaximumFrames = 4096;

/// One side of a call: a frame and the function that runs in it.
struct Side {
    Side(Warp& warp, std::uint16_t frame, const ExecutableFunction& f)
        : registers(warp.registers.data() + warp.frames[frame].registers),
          area(registers + f.register_bytes), area_stride(f.parameter_bytes) {}

    /// A register's lane vector has slots that are at least 4 bytes wide.
    std::uint32_t stride(const CallValue& v) const {
        return v.lane_vector == isa::kNoOperand ? area_stride : std::max(v.size, 4u);
    }
    std::uint8_t* bytes(const CallValue& v) const {
        return v.lane_vector == isa::kNoOperand ? area + v.offset : registers + v.lane_vector;
    }

    std::uint8_t* registers;
    std::uint8_t* area; ///< the .param bytes, lane-major
    std::uint32_t area_stride;
};

/// Hands over values lane by lane. Both sides list them in one order and agree on their sizes.
void copy_values(LaneMask lanes, const Side& to, const std::vector<CallValue>& places,
                 const Side& from, const std::vector<CallValue>& values) {
    for (std::size_t k = 0; k < values.size(); ++k) {
        std::uint8_t* const target = to.bytes(places[k]);
        const std::uint8_t* const source = from.bytes(values[k]);
        const std::size_t target_stride = to.stride(places[k]);
        const std::size_t source_stride = from.stride(values[k]);
        for_each_lane(lanes, [&](unsigned lane) {
            std::memcpy(target + lane * target_stride, source + lane * source_stride,
                        values[k].size);
        });
    }
}

bool same_sizes(const std::vector<CallValue>& a, const std::vector<CallValue>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const CallValue& x, const CallValue& y) { return x.size == y.size; });
}

std::string hexadecimal(Address address) {
    char text[20];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
    return text;
}

} // namespace

bool Engine::call(const isa::DecodedInstruction& d) {
    Warp& warp = *context_.warp;
    const CallSite& site = function_->calls[d.target];
    if (context_.active != current().lanes) {
        const std::uint32_t pc = current().pc;
        warp.current = part(d, context_.active, pc, pc + 1).taken;
    }
    if (site.system != SystemCall::None) {
        if (!system_call(site)) return false;
        ++current().pc;
        settle(warp, warp.current);
        return true;
    }
    return site.target == isa::kNoOperand ? enter(site, site.callee) : call_indirect(d, site);
}

/// The frame of an invocation that other lanes of the warp, which came apart from these, are still
/// in: by the same call of the same frame. Lanes that make one call share its frame, so that they
/// are at one place when they come to one instruction. kNone16: there is none.
std::uint16_t Engine::shared_frame(std::uint32_t callee, const Frame& link) const {
    const Warp& warp = *context_.warp;
    if (warp.splits.size() == 1) return kNone16;
    for (std::size_t f = 0; f < warp.frames.size(); ++f) {
        const Frame& frame = warp.frames[f];
        if (frame.used && frame.function == callee && frame.parent == link.parent &&
            frame.return_to == link.return_to && (frame.lanes & link.lanes) == 0)
            return static_cast<std::uint16_t>(f);
    }
    return kNone16;
}

/// The current split calls `callee`, an index into the executable's functions.
bool Engine::enter(const CallSite& site, std::uint32_t callee_index) {
    Warp& warp = *context_.warp;
    const LaneMask calling = current().lanes;
    const std::uint16_t caller = current().frame;
    const ExecutableFunction& callee = plan_.executable->functions[callee_index];
    Frame link;
    link.return_to = current().pc + 1;
    link.parent = caller;
    link.lanes = calling;
    link.local_base = warp.frames[caller].local_base + function_->local_bytes;
    const std::uint64_t stack = std::uint64_t{link.local_base} + callee.local_bytes;
    const std::uint64_t limit =
        std::max(plan_.facts.stack_limit_bytes, plan_.executable->direct_call_bytes);
    if (warp.frames.size() > kMaximumFrames || stack > limit) {
        raise(FaultKind::StackOverflow, calling,
              "the call needs " + std::to_string(stack) + " bytes of stack per thread at depth " +
                  std::to_string(warp.frames.size()) + "; the limit is " + std::to_string(limit));
        return false;
    }
    std::uint16_t frame = shared_frame(callee_index, link);
    if (frame == kNone16)
        frame = push_frame(warp, *context_.block, plan_, callee_index, link);
    else
        warp.frames[frame].lanes |= calling;
    copy_values(calling, Side(warp, frame, callee), callee.parameters,
                Side(warp, caller, *function_), site.arguments);
    Split& split = current();
    split.frame = frame;
    split.pc = 0;
    refresh_rejoin_pc(warp, split);
    return true;
}

/// Where each calling lane's function pointer leads; a fault when one leads to no function that
/// this call may reach.
bool Engine::find_callees(const CallSite& site, std::uint32_t (&callees)[kLanes]) {
    const Executable& executable = *plan_.executable;
    const LaneMask calling = current().lanes;
    Address addresses[kLanes] = {};
    for_each_lane(calling, [&](unsigned lane) {
        const std::size_t bytes = site.target_is_wide ? 8 : 4;
        std::memcpy(&addresses[lane], context_.registers + site.target + lane * bytes, bytes);
        const std::uint32_t named = executable.function_at(addresses[lane]);
        callees[lane] = named == kNoFunction ? kNoFunction : executable.function_index[named];
        if (callees[lane] == kNoFunction) return;
        const ExecutableFunction& callee = executable.functions[callees[lane]];
        if (!same_sizes(callee.parameters, site.arguments) ||
            !same_sizes(callee.results, site.results))
            callees[lane] = kNoFunction;
    });
    LaneMask lost = 0;
    for_each_lane(calling, [&](unsigned lane) {
        const bool same = lost == 0 || addresses[lane] == addresses[first_lane(lost)];
        if (callees[lane] == kNoFunction && same) lost |= 1u << lane;
    });
    if (lost == 0) return true;
    const Address address = addresses[first_lane(lost)];
    const std::uint32_t named = executable.function_at(address);
    if (named == kNoFunction) {
        raise(FaultKind::NullFunction, lost, "the pointer is " + hexadecimal(address));
        return false;
    }
    const Module& module = *executable.instance->module;
    const Function* function = module.find_function(module.functions[named].name);
    const std::string detail =
        "the pointer is " + hexadecimal(address) + ", the address of " + function->name;
    // Functions with code that are not in the executable have no signature that it calls.
    if (function->is_declaration)
        raise(FaultKind::NullFunction, lost, detail + ", which has no code");
    else
        raise(FaultKind::WrongSignature, lost, detail);
    return false;
}

/// Lanes with equal targets call together; the groups meet behind the call.
bool Engine::call_indirect(const isa::DecodedInstruction& d, const CallSite& site) {
    Warp& warp = *context_.warp;
    std::uint32_t callees[kLanes];
    if (!find_callees(site, callees)) return false;
    const std::uint32_t pc = current().pc;
    while (true) {
        const LaneMask rest = current().lanes;
        const std::uint32_t callee = callees[first_lane(rest)];
        LaneMask group = 0;
        for_each_lane(rest, [&](unsigned lane) {
            if (callees[lane] == callee) group |= 1u << lane;
        });
        if (group == rest) return enter(site, callee);
        const Parted parted = part(d, group, pc, pc);
        warp.current = parted.taken;
        if (!enter(site, callee)) return false;
        warp.current = parted.other;
    }
}

void Engine::return_from(Warp& warp, std::uint32_t s) {
    Split& split = warp.splits[s];
    const std::uint16_t frame = split.frame;
    Frame& returning = warp.frames[frame];
    const std::uint16_t caller = returning.parent;
    const ExecutableFunction& callee = plan_.executable->functions[returning.function];
    const ExecutableFunction& calling = plan_.executable->functions[warp.frames[caller].function];
    const CallSite& site = calling.calls[calling.code[returning.return_to - 1].target];
    copy_values(split.lanes, Side(warp, caller, calling), site.results, Side(warp, frame, callee),
                callee.results);
    split.pc = returning.return_to;
    split.frame = caller;
    // Back to the point that was innermost at the call.
    while (split.rejoin != kNone16 && warp.rejoins[split.rejoin].frame == frame)
        split.rejoin = warp.rejoins[split.rejoin].parent;
    returning.lanes &= ~split.lanes;
    if (returning.lanes == 0) pop_frame(warp, frame);
    refresh_rejoin_pc(warp, split);
    settle(warp, s);
}

} // namespace warpscope
