// The step loop: fetch, apply the guard, execute, announce.
#include "sim/exec/engine.h"

namespace warpscope {

using isa::DecodedInstruction;
using isa::kNoOperand;
using isa::Outcome;

Engine::Engine(const LaunchPlan& plan, IssuePolicy& policy) : plan_(plan), policy_(policy) {
    context_.launch = &plan.facts;
    context_.memory = plan.memory;
    context_.tracker = plan.tracker;
    if (plan.interest.accesses) {
        records_ = std::make_unique<AccessRecords>();
        context_.records = records_.get();
    }
    for (const ExecutableFunction& f : plan.executable->functions) {
        statistics.operations.emplace_back(f.code.size());
        statistics.divergence.emplace_back(f.code.size());
        translations_.emplace_back(f.code.size());
    }
}

/// Points the context at the frame of the split that runs now.
void Engine::bind_split(Warp& warp) {
    const Split& split = warp.splits[warp.current];
    const Frame& frame = warp.frames[split.frame];
    function_ = &plan_.executable->functions[frame.function];
    context_.registers = warp.registers.data() + frame.registers;
    context_.frame_parameters = context_.registers + function_->register_bytes;
    context_.frame_parameter_stride = function_->parameter_bytes;
    context_.more_operands = function_->more_operands.data();
    context_.local_base = frame.local_base;
    context_.split = split.lanes;
}

/// Runs one warp for at most `limit` instructions, or until none of its splits can go on.
template<bool Observed>
TurnEnd Engine::run_warp(Block& block, Warp& warp, std::uint64_t limit, std::uint64_t& executed) {
    context_.block = &block;
    context_.warp = &warp;
    const std::uint64_t start = executed;
    while (!warp.finished()) {
        if (!choose_split(warp, plan_.options.divergence, false) && !unstick(warp))
            return fault.kind != FaultKind::None ? TurnEnd::Fault : TurnEnd::Blocked;
        bind_split(warp);
        const std::uint32_t function = warp.frames[warp.splits[warp.current].frame].function;
        const DecodedInstruction* const code = function_->code.data();
        OperationCount* const counts = statistics.operations[function].data();
        CachedTranslation* const translations = translations_[function].data();
        const LaneMask lanes = context_.split;
        const std::uint32_t rejoin_pc = warp.splits[warp.current].rejoin_pc;
        std::uint32_t pc = warp.splits[warp.current].pc;
        Outcome outcome = Outcome::Next;
        while (true) {
            if (executed - start >= limit) {
                current().pc = pc;
                return TurnEnd::Limit;
            }
            const DecodedInstruction& d = code[pc];
            LaneMask active = lanes;
            if (d.guard != kNoOperand) {
                const LaneMask p = *reinterpret_cast<const LaneMask*>(context_.registers + d.guard);
                active &= d.guard_negated ? ~p : p;
            }
            ++executed;
            ++block.executed;
            counts[pc].executions += 1;
            counts[pc].threads += count_lanes(active);
            counts[pc].split_lanes += count_lanes(lanes);
            context_.active = active;
            context_.translation = &translations[pc];
            if (active != 0) [[likely]]
                outcome = d.run(context_, d);
            else
                outcome = Outcome::Next;
            if constexpr (Observed) {
                current().pc = pc;
                const bool waits =
                    outcome == Outcome::WaitForLanes || outcome == Outcome::PartByMask;
                if (!waits && outcome != Outcome::Fault) announce(d, pc);
            }
            if (outcome == Outcome::Next) [[likely]] {
                if (++pc != rejoin_pc) continue;
                current().pc = pc;
                arrive_at_rejoin(warp, warp.current);
                break;
            }
            current().pc = pc;
            if (!follow(d, outcome)) return TurnEnd::Fault;
            // A plain jump inside the function is the common case: stay in the loop.
            if (outcome != Outcome::Branch || active != lanes || current().lanes != lanes ||
                current().state != SplitState::Ready || current().rejoin_pc != rejoin_pc)
                break;
            pc = current().pc;
        }
    }
    return TurnEnd::Finished;
}

template TurnEnd Engine::run_warp<false>(Block&, Warp&, std::uint64_t, std::uint64_t&);
template TurnEnd Engine::run_warp<true>(Block&, Warp&, std::uint64_t, std::uint64_t&);

} // namespace warpscope
