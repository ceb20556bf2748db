// Device function calls: frames, and the values that cross between .param areas (PTX ISA, "call").
#include <cstring>

#include "sim/exec/engine.h"

namespace warpscope {
namespace {

/// Deeper than any real recursion, shallow enough that a runaway one is reported at once.
constexpr std::size_t kMaximumFrames = 4096;

std::uint8_t* parameter_area(Warp& warp, std::uint16_t frame, const ExecutableFunction& function) {
    return warp.registers.data() + warp.frames[frame].registers + function.register_bytes;
}

/// Copies one value per lane; a register side is a lane vector whose slots are at least 4 bytes
/// wide.
void copy_value(LaneMask lanes, std::uint8_t* to, std::uint32_t to_stride, const std::uint8_t* from,
                std::uint32_t from_stride, std::uint32_t bytes) {
    for_each_lane(lanes, [&](unsigned lane) {
        std::memcpy(to + std::size_t{lane} * to_stride, from + std::size_t{lane} * from_stride,
                    bytes);
    });
}

std::uint32_t register_stride(std::uint32_t bytes) {
    return bytes <= 4 ? 4 : bytes;
}

} // namespace

bool Engine::call(const isa::DecodedInstruction& d) {
    Warp& warp = *context_.warp;
    const CallSite& site = function_->calls[d.target];
    const LaneMask calling = context_.active;
    if (const LaneMask staying = current().lanes & ~calling; staying != 0) {
        const std::uint32_t rest = split_off(warp, warp.current, staying);
        warp.splits[rest].pc += 1;
        settle(warp, rest);
        // The callers' split keeps its place: settling can only remove the one at the back.
    }
    if (site.system != SystemCall::None) {
        if (!system_call(site)) return false;
        ++current().pc;
        settle(warp, warp.current);
        return true;
    }
    const std::uint16_t caller = current().frame;
    const ExecutableFunction& callee = plan_.executable->functions[site.callee];
    Frame link;
    link.return_to = current().pc + 1;
    link.parent = caller;
    link.caller_rejoin = current().rejoin;
    link.lanes = calling;
    link.local_base = warp.frames[caller].local_base + function_->local_bytes;
    if (warp.frames.size() > kMaximumFrames ||
        link.local_base + callee.local_bytes > plan_.facts.stack_limit_bytes) {
        raise(FaultKind::StackOverflow, calling,
              "the call needs " + std::to_string(link.local_base + callee.local_bytes) +
                  " bytes of stack per thread at depth " + std::to_string(warp.frames.size()) +
                  "; the limit is " + std::to_string(plan_.facts.stack_limit_bytes));
        return false;
    }
    const std::uint16_t frame = push_frame(warp, *context_.block, plan_, site.callee, link);
    std::uint8_t* const caller_registers = warp.registers.data() + warp.frames[caller].registers;
    std::uint8_t* const from = parameter_area(warp, caller, *function_);
    std::uint8_t* const to = parameter_area(warp, frame, callee);
    for (const CallValue& v : site.arguments) {
        const bool in_register = v.caller_register != isa::kNoOperand;
        copy_value(calling, to + v.callee_offset, callee.parameter_bytes,
                   in_register ? caller_registers + v.caller_register : from + v.caller_offset,
                   in_register ? register_stride(v.size) : function_->parameter_bytes, v.size);
    }
    Split& split = current();
    split.frame = frame;
    split.pc = 0;
    refresh_rejoin_pc(warp, split);
    return true;
}

void Engine::return_from(Warp& warp, std::uint32_t s) {
    Split& split = warp.splits[s];
    const std::uint16_t frame = split.frame;
    Frame& returning = warp.frames[frame];
    const std::uint16_t caller = returning.parent;
    const ExecutableFunction& callee = plan_.executable->functions[returning.function];
    const ExecutableFunction& calling = plan_.executable->functions[warp.frames[caller].function];
    const CallSite& site = calling.calls[calling.code[returning.return_to - 1].target];
    std::uint8_t* const caller_registers = warp.registers.data() + warp.frames[caller].registers;
    std::uint8_t* const from = parameter_area(warp, frame, callee);
    std::uint8_t* const to = parameter_area(warp, caller, calling);
    for (const CallValue& v : site.results) {
        const bool in_register = v.caller_register != isa::kNoOperand;
        copy_value(split.lanes,
                   in_register ? caller_registers + v.caller_register : to + v.caller_offset,
                   in_register ? register_stride(v.size) : calling.parameter_bytes,
                   from + v.callee_offset, callee.parameter_bytes, v.size);
    }
    split.pc = returning.return_to;
    split.frame = caller;
    split.rejoin = returning.caller_rejoin;
    returning.lanes &= ~split.lanes;
    if (returning.lanes == 0) pop_frame(warp, frame);
    refresh_rejoin_pc(warp, split);
    settle(warp, s);
}

} // namespace warpscope
