// The step loop: fetch, apply the guard, execute, announce.
#include <algorithm>
#include <bit>
#include <utility>

#include "sim/exec/engine.h"

namespace warpscope {

using isa::DecodedInstruction;
using isa::kNoOperand;
using isa::Outcome;

Engine::Engine(const LaunchPlan& plan, IssuePolicy& policy) : plan_(plan), policy_(policy) {
    context_.launch = &plan.facts;
    context_.memory = plan.memory;
    context_.tracker = plan.tracker;
    // Who checks the fast paths wants to look at every lane.
    if (!plan.options.reference) context_.patterns = &patterns_;
    if (plan.interest.accesses) {
        records_ = std::make_unique<AccessRecords>();
        records_->values = plan.interest.values;
        records_->unchanged = plan.interest.unchanged;
        context_.records = records_.get();
    }
    announces_each_ = plan.interest.instructions || plan.interest.synchronisation;
    if (plan.interest.synchronisation) {
        order_records_ = std::make_unique<OrderRecords>();
        context_.order_records = order_records_.get();
    }
    for (const ExecutableFunction& f : plan.executable->functions) {
        operations_.emplace_back(f.code.size());
        divergence_.emplace_back(f.code.size());
        translations_.emplace_back(f.code.size());
    }
}

void Engine::forget_translations() {
    for (std::vector<CachedTranslation>& of_function : translations_)
        std::fill(of_function.begin(), of_function.end(), CachedTranslation{});
}

void Engine::forget() {
    forget_translations();
    fault = {};
}

LaunchStatistics Engine::statistics() const {
    LaunchStatistics all;
    for (const OperationCounter& of_function : operations_)
        all.operations.push_back(of_function.counts());
    all.divergence = divergence_;
    all.barriers_completed = barriers_completed_;
    return all;
}

/// Points the context at the frame of the split that runs now.
void Engine::bind_split(Warp& warp) {
    const Split& split = warp.splits[warp.current];
    const Frame& frame = warp.frames[split.frame];
    function_ = &plan_.executable->functions[frame.function];
    context_.code = function_->code.data();
    context_.translations = translations_[frame.function].data();
    context_.registers = warp.registers.data() + frame.registers;
    context_.frame_parameters = context_.registers + function_->register_bytes;
    context_.frame_parameter_stride = function_->parameter_bytes;
    context_.more_operands = function_->more_operands.data();
    context_.local_base = frame.local_base;
    context_.split = split.lanes;
    patterns_.forget();
    if (records_ == nullptr) return;
    for (AccessRecord& record : records_->in) {
        record.event.warp = warp_id();
        record.event.at.function = frame.function;
    }
}

/// Executes a guarded instruction for the lanes whose guard is true.
Outcome Engine::run_guarded(const DecodedInstruction& d) {
    const LaneMask p = *reinterpret_cast<const LaneMask*>(context_.registers + d.guard);
    const LaneMask lanes = context_.split;
    context_.active = lanes & (d.guard_negated ? ~p : p);
    if (context_.active != lanes)
        counter_->guard_stopped(static_cast<std::uint32_t>(&d - context_.code),
                                lanes & ~context_.active);
    return context_.active != 0 ? d.run(context_, d) : Outcome::Next;
}

/// Executes up to `most` instructions one after another, until one asks for more than to go on with
/// the next. Context::active stays as the last one had it.
template<bool Observed>
Outcome Engine::run_straight(std::uint32_t pc, std::uint64_t most, std::uint32_t& next) {
    const DecodedInstruction *const first = context_.code + pc, *at = first;
    const DecodedInstruction* const stop = first + most;
    const LaneMask lanes = context_.split;
    Outcome outcome = Outcome::Next;
    context_.run_start = first;
    [[maybe_unused]] AccessRecords* const records = records_.get();
    [[maybe_unused]] const bool announces_each = announces_each_;
    [[maybe_unused]] BlockObserver* const only =
        Observed && observers.size() == 1 ? observers.front() : nullptr;
    do {
        const DecodedInstruction& d = *at++;
        context_.active = lanes;
        outcome = d.guard == kNoOperand ? d.run(context_, d) : run_guarded(d);
        if constexpr (Observed) {
            const auto here = [&] { return static_cast<std::uint32_t>(&d - context_.code); };
            if (announces_each) {
                const bool waits =
                    outcome == Outcome::WaitForLanes || outcome == Outcome::PartByMask;
                if (!waits && outcome != Outcome::Fault) announce(d, here());
            } else if (records->filled != 0 && outcome != Outcome::Fault) {
                // Most instructions leave nothing behind.
                const unsigned filled = std::exchange(records->filled, std::uint8_t{0});
                if (only != nullptr && std::has_single_bit(filled)) [[likely]] {
                    AccessEvent& event = records->in[std::countr_zero(filled)].event;
                    event.at.instruction = here(); // the rest is there since the split was bound
                    only->on_access(event);
                } else {
                    announce_accesses(filled, here());
                }
            }
        }
    } while (outcome == Outcome::Next && at != stop);
    next = static_cast<std::uint32_t>(at - context_.code);
    counter_->ran(pc, next, lanes);
    context_.block->executed += next - pc;
    return outcome;
}

/// Runs one warp for at most `limit` instructions, or until none of its splits can go on.
template<bool Observed>
TurnEnd Engine::run_warp(Block& block, Warp& warp, std::uint64_t limit, std::uint64_t& executed) {
    context_.block = &block;
    context_.warp = &warp;
    const std::uint64_t last = executed + limit;
    while (!warp.finished()) {
        if (!choose_split(warp, plan_.options.divergence, false) && !unstick(warp))
            return fault.kind != FaultKind::None ? TurnEnd::Fault : TurnEnd::Blocked;
        bind_split(warp);
        counter_ = &operations_[warp.frames[warp.splits[warp.current].frame].function];
        const LaneMask lanes = context_.split;
        const std::uint32_t rejoin_pc = warp.splits[warp.current].rejoin_pc;
        const std::uint32_t code_size = static_cast<std::uint32_t>(function_->code.size());
        std::uint32_t pc = warp.splits[warp.current].pc;
        while (true) {
            if (executed >= last) {
                current().pc = pc;
                return TurnEnd::Limit;
            }
            const std::uint32_t end = rejoin_pc > pc ? std::min(rejoin_pc, code_size) : code_size;
            const std::uint64_t most = std::min<std::uint64_t>(end - pc, last - executed);
            std::uint32_t next = pc;
            const Outcome outcome =
                run_straight<Observed>(pc, plan_.options.reference ? 1 : most, next);
            executed += next - pc;
            pc = next;
            if (outcome == Outcome::Next) {
                if (pc != rejoin_pc) continue;
                current().pc = pc;
                arrive_at_rejoin(warp, warp.current);
                break;
            }
            current().pc = pc - 1;
            if (!follow(context_.code[pc - 1], outcome)) return TurnEnd::Fault;
            // A plain jump inside the function is the common case: stay in the loop.
            if (outcome != Outcome::Branch || context_.active != lanes ||
                current().lanes != lanes || current().state != SplitState::Ready ||
                current().rejoin_pc != rejoin_pc)
                break;
            pc = current().pc;
        }
    }
    return TurnEnd::Finished;
}

template TurnEnd Engine::run_warp<false>(Block&, Warp&, std::uint64_t, std::uint64_t&);
template TurnEnd Engine::run_warp<true>(Block&, Warp&, std::uint64_t, std::uint64_t&);

} // namespace warpscope
