// Meets breakpoints in the events of warp instructions.
#include "sim/debug/breakpoints.h"

#include <algorithm>

#include "sim/rules/bank_conflicts.h"
#include "sim/rules/coalescing.h"

namespace warpscope {
namespace {

SharedOperation shared_operation(AccessKind kind) {
    switch (kind) {
    case AccessKind::Load: return SharedOperation::Load;
    case AccessKind::Store: return SharedOperation::Store;
    default: return SharedOperation::Atomic;
    }
}

bool overlap(Address a, std::uint64_t a_size, Address b, std::uint64_t b_size) {
    return a < b ? b - a < a_size : a - b < b_size;
}

} // namespace

LaneMask WatchedRange::reached_by(const AccessEvent& access) const {
    const bool same_space =
        space == access.space || (space == Space::Global && access.space == Space::Constant);
    if (!same_space) return 0;
    if ((space == Space::Shared || space == Space::Local) && access.warp.block != block) return 0;
    if (space == Space::Local && access.warp.warp != warp) return 0;
    LaneMask reached = 0;
    for_each_lane(access.lanes, [&](unsigned l) {
        if (space == Space::Local && l != lane) return;
        if (overlap(access.address(l), access.width, first, size)) reached |= 1u << l;
    });
    return reached;
}

unsigned passes_of(const AccessEvent& access) {
    if (access.space != Space::Shared) return 0;
    Address places[kLanes] = {};
    for_each_lane(access.lanes, [&](unsigned lane) { places[lane] = access.address(lane); });
    return shared_cost({shared_operation(access.kind), access.width, access.lanes, places})
        .wavefronts;
}

unsigned sectors_of(const AccessEvent& access) {
    if (access.space != Space::Global) return 0;
    Address places[kLanes] = {};
    for_each_lane(access.lanes, [&](unsigned lane) { places[lane] = access.address(lane); });
    return global_cost({access.width, access.lanes, places}).sectors;
}

Breakpoint& BreakpointTable::add(Breakpoint breakpoint) {
    breakpoint.number = next_++;
    all_.push_back(std::move(breakpoint));
    return all_.back();
}

bool BreakpointTable::remove(unsigned number) {
    return std::erase_if(all_, [&](const Breakpoint& b) { return b.number == number; }) != 0;
}

Breakpoint* BreakpointTable::find(unsigned number) {
    for (Breakpoint& b : all_)
        if (b.number == number) return &b;
    return nullptr;
}

LaneMask satisfying(Breakpoint& breakpoint, const Session& session, const Focus& focus,
                    LaneMask lanes, const NamedValues* names) {
    const Result<Evaluated> value = breakpoint.condition->evaluate(session, focus, lanes, names);
    breakpoint.trouble.reset();
    if (!value) breakpoint.trouble = value.error();
    if (value.ok() && value->array)
        breakpoint.trouble = Diagnostic{{},
                                        "\"" + breakpoint.condition->text() + "\" is an array",
                                        "compare one of its elements"};
    if (breakpoint.trouble) return 0;
    LaneMask satisfied = 0;
    for_each_lane(value->values.valid, [&](unsigned lane) {
        if (is_true(value->values, lane)) satisfied |= 1u << lane;
    });
    return satisfied;
}

BreakpointMatcher::BreakpointMatcher(const Session& session, std::vector<Breakpoint*> breakpoints,
                                     std::optional<WarpId> warp, const NamedValues* names)
    : session_(session), breakpoints_(std::move(breakpoints)), only_(warp), names_(names) {
    std::erase_if(breakpoints_, [](const Breakpoint* b) { return !b->enabled; });
    for (const Breakpoint* b : breakpoints_)
        conditions_ |= b->condition.has_value();
}

Interest BreakpointMatcher::interest() const {
    const bool of_memory =
        std::any_of(breakpoints_.begin(), breakpoints_.end(), [](const Breakpoint* b) {
            return b->kind != BreakpointKind::Code && b->kind != BreakpointKind::Position;
        });
    return {.instructions = true, .accesses = of_memory};
}

void BreakpointMatcher::begin() {
    hits_.clear();
    heard_ = false;
    foreseen_.made = false;
    if (conditions_ && last_) foresee();
}

/// Most instructions are of the warp that ran before, so what its conditions come to is looked at
/// while its state is still that before the instruction.
void BreakpointMatcher::foresee() {
    const WarpView view = find_warp(session_, last_->block, last_->warp);
    if (!view || view.warp->finished()) return;
    const Split& split = view.warp->splits[view.warp->current];
    const CodePosition at = {view.warp->frames[split.frame].function, split.pc};
    foreseen_.lanes.assign(breakpoints_.size(), 0);
    for (std::size_t k = 0; k < breakpoints_.size(); ++k) {
        Breakpoint& b = *breakpoints_[k];
        if (!b.condition) continue;
        const bool here =
            b.kind != BreakpointKind::Code ||
            std::find(b.locations.at.begin(), b.locations.at.end(), at) != b.locations.at.end();
        // Other kinds meet memory instructions alone.
        if (!here) continue;
        foreseen_.lanes[k] =
            satisfying(b, session_, {last_->block, last_->warp, 0}, split.lanes, names_);
    }
    foreseen_.warp = *last_;
    foreseen_.at = at;
    foreseen_.active = split.lanes;
    foreseen_.made = true;
}

void BreakpointMatcher::on_instruction(const InstructionEvent& event) {
    if (heard_) return;
    heard_ = true;
    event_ = event;
}

void BreakpointMatcher::on_unfinished(const InstructionEvent& event) {
    on_instruction(event);
}

void BreakpointMatcher::meet(std::size_t index, LaneMask lanes) {
    if (lanes == 0) return;
    BreakpointHit hit;
    hit.breakpoint = breakpoints_[index];
    hit.lanes = lanes;
    if (hit.breakpoint->condition) {
        hit.unverified = !foreseen_.made || !(foreseen_.warp == event_.warp) ||
                         !(foreseen_.at == event_.at) || foreseen_.active != event_.active;
        if (!hit.unverified) hit.lanes &= foreseen_.lanes[index];
        if (hit.lanes == 0) return;
    }
    hits_.push_back(hit);
}

void BreakpointMatcher::on_access(const AccessEvent& event) {
    if (only_ && !(event.warp == *only_)) return;
    for (std::size_t k = 0; k < breakpoints_.size(); ++k) {
        const Breakpoint& b = *breakpoints_[k];
        const bool reads = event.kind == AccessKind::Load || event.kind == AccessKind::Atomic;
        const bool writes = event.kind != AccessKind::Load;
        switch (b.kind) {
        case BreakpointKind::Watch:
            if ((b.on_read && reads) || (b.on_write && writes))
                meet(k, b.watched.reached_by(event));
            break;
        case BreakpointKind::Conflict:
            if (event.space == Space::Shared && passes_of(event) >= b.least) meet(k, event.lanes);
            break;
        case BreakpointKind::Sectors:
            if (event.space == Space::Global && warpscope::sectors_of(event) >= b.least)
                meet(k, event.lanes);
            break;
        default: break;
        }
    }
}

void BreakpointMatcher::on_fault(const FaultEvent& event) {
    if (heard_) return;
    heard_ = true;
    event_.warp = event.warp;
    event_.at = event.at;
    event_.active = event_.executed = event.lanes;
}

bool BreakpointMatcher::matches(const Session& session) {
    if (!heard_) return false;
    last_ = event_.warp;
    if (only_ && !(event_.warp == *only_)) return false;
    for (std::size_t k = 0; k < breakpoints_.size(); ++k) {
        const Breakpoint& b = *breakpoints_[k];
        if (b.kind == BreakpointKind::Code) {
            if (std::find(b.locations.at.begin(), b.locations.at.end(), event_.at) !=
                b.locations.at.end())
                meet(k, event_.active);
        } else if (b.kind == BreakpointKind::Position) {
            if (std::binary_search(b.positions.begin(), b.positions.end(), session.position()))
                meet(k, event_.active != 0 ? event_.active : kAllLanes);
        }
    }
    return !hits_.empty();
}

} // namespace warpscope
