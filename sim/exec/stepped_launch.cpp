// SteppedLaunch: the canonical order on one host thread, stoppable after every warp instruction.
#include "sim/exec/stepped_launch.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "sim/exec/block_parts.h"
#include "sim/exec/engine.h"
#include "sim/exec/forced_order_policy.h"
#include "sim/exec/launch_plan.h"

namespace warpscope {
namespace {

/// Warp instructions after which the next resident block of an ordered launch has its turn.
constexpr std::uint64_t kBlockTurn = 512;
/// How often Ctrl-C is looked for, in warp instructions.
constexpr std::uint64_t kInterruptGrain = 1 << 16;

/// A place on the machine and the block that occupies it; storage is reused from block to block.
struct Slot {
    Block block;
    Parts parts;
    std::uint64_t assigned = UINT64_MAX; ///< the block that begins here at the slot's next turn
    bool occupied = false;
};

/// How far a launch has come, and whose turn it is.
struct Progress {
    std::uint64_t next_block = 0; ///< first that has no place yet
    std::uint64_t finished_blocks = 0;
    std::uint64_t turn = 0;
    std::uint64_t turn_left = 0;
    std::uint64_t executed = 0;
    std::uint64_t held_at = 0;    ///< `executed` when a block was held back last ...
    std::uint64_t held_turns = 0; ///< ... and how often in a row nothing ran but that
    bool ended = false;
};

struct SavedSlot {
    Block block; ///< of an empty place too: the next block finds its registers there
    std::uint64_t assigned = UINT64_MAX;
    bool occupied = false;
};

struct SavedState final : SteppedState {
    std::uint64_t bytes() const override;
    std::uint64_t position() const override { return progress.executed; }

    Progress progress;
    std::vector<SavedSlot> slots;
    LaunchResult result; ///< set when the launch has ended
};

std::uint64_t SavedState::bytes() const {
    std::uint64_t sum = sizeof *this;
    for (const SavedSlot& slot : slots) {
        sum += sizeof slot;
        sum += slot.block.shared.size();
        for (const Warp& warp : slot.block.warps)
            sum += sizeof warp + warp.registers.size() + warp.local.size();
    }
    return sum;
}

/// An engine that runs instead of the plain one while somebody listens; blocks belong to neither.
struct ProbedEngine {
    ProbedEngine(const LaunchPlan& plain, const Interest& interest, IssuePolicy& policy)
        : wanted(interest), plan(plain) {
        plan.interest = interest;
        plan.interest.one_thread = true;
        plan.interest.unchanged |= interest.values; // they come together
        engine.emplace(plan, policy);
    }
    Interest wanted;
    LaunchPlan plan;
    std::optional<Engine> engine;
};

} // namespace

struct SteppedLaunch::Impl {
    Impl(LaunchRequest r, const GpuSpec& gpu, DeviceMemory& memory, const LaunchOptions& options,
         std::vector<Observer*> o, bool ordered)
        : request(std::move(r)), observers(std::move(o)),
          plan(make_plan(request, gpu, memory, nullptr, options, observers)), turns(options.seed),
          engine(plan, choose_policy(options)), parts(request.id, observers),
          blocks(volume(request.grid)) {
        slots.resize(ordered ? resident_blocks(request, gpu) : 1);
        // The first blocks have their places from the start, so that a seeded order of turns is one
        // of blocks too.
        for (Slot& slot : slots)
            slot.assigned = now.next_block++;
        result.ordered = ordered;
    }

    IssuePolicy& choose_policy(const LaunchOptions& options);
    Engine& engine_now() { return probe != nullptr ? *probed->engine : engine; }
    ProbedEngine& probed_for(const Interest& interest);
    Engine& listen_to(Slot& slot);
    void fill(Slot& slot);
    void turn_ended();
    void block_held();
    void run_slot(Slot& slot, std::uint64_t limit);
    void stop(LaunchOutcome outcome);
    Slot& slot_of_turn();

    LaunchRequest request;
    std::vector<Observer*> observers;
    LaunchPlan plan;
    TurnPolicy turns;
    std::optional<ForcedOrderPolicy> forced;
    Engine engine;
    /// One for each set of events that somebody has listened to; they are few.
    std::vector<std::unique_ptr<ProbedEngine>> listening;
    ProbedEngine* probed = nullptr; ///< that runs while there is a probe
    BlockObserver* probe = nullptr;
    BlockParts parts;
    std::vector<Slot> slots;
    std::uint64_t blocks; ///< of the grid
    Progress now;
    LaunchResult result;
};

SteppedLaunch::SteppedLaunch(LaunchRequest request, const GpuSpec& gpu, DeviceMemory& memory,
                             const LaunchOptions& options, std::vector<Observer*> observers,
                             bool ordered)
    : impl_(std::make_unique<Impl>(std::move(request), gpu, memory, options, std::move(observers),
                                   ordered)) {}

SteppedLaunch::~SteppedLaunch() = default;

IssuePolicy& SteppedLaunch::Impl::choose_policy(const LaunchOptions& options) {
    if (options.forced == nullptr) return turns;
    return forced.emplace(options.seed, options.divergence, *options.forced);
}

/// The block's turn passes. When all blocks have had theirs and nothing ran, nothing else can.
void SteppedLaunch::Impl::block_held() {
    now.held_turns = now.held_at == now.executed ? now.held_turns + 1 : 0;
    now.held_at = now.executed;
    if (now.held_turns > 2 * slots.size()) forced->give_up();
    turn_ended();
}

/// The engine that runs the slot's block, with those who want to hear of it.
Engine& SteppedLaunch::Impl::listen_to(Slot& slot) {
    Engine& runs = engine_now();
    runs.observers = slot.parts.pointers();
    if (probe != nullptr) runs.observers.push_back(probe);
    return runs;
}

void SteppedLaunch::Impl::fill(Slot& slot) {
    slot.parts = parts.begin(slot.assigned);
    engine_now().start_block(slot.block, slot.assigned);
    slot.occupied = true;
}

/// The slot whose turn it is, natural or seeded; a slot that never fills is passed over.
Slot& SteppedLaunch::Impl::slot_of_turn() {
    const std::uint64_t count = slots.size();
    while (true) {
        Slot& slot = slots[permuted(plan.options.seed, now.turn / count, now.turn % count, count)];
        if (!slot.occupied && slot.assigned < blocks) fill(slot);
        if (slot.occupied) return slot;
        turn_ended();
    }
}

void SteppedLaunch::Impl::turn_ended() {
    ++now.turn;
    now.turn_left = 0;
}

void SteppedLaunch::Impl::stop(LaunchOutcome outcome) {
    now.ended = true;
    result.outcome = outcome;
    result.fault = engine_now().fault;
    if (forced) result.forced = forced->end();
    for (Slot& slot : slots)
        if (slot.occupied) parts.end(slot.block.linear, std::move(slot.parts));
    parts.finish();
    result.statistics = engine.statistics();
    for (const auto& other : listening)
        result.statistics.add(other->engine->statistics());
    result.statistics.warp_instructions = now.executed;
}

void SteppedLaunch::Impl::run_slot(Slot& slot, std::uint64_t limit) {
    Engine& runs = listen_to(slot);
    const TurnEnd end = runs.run_block(slot.block, limit, now.executed);
    if (end == TurnEnd::Fault) {
        stop(runs.fault.kind == FaultKind::Deadlock ||
                     runs.fault.kind == FaultKind::DivergentBarrier
                 ? LaunchOutcome::Deadlock
                 : LaunchOutcome::Fault);
        return;
    }
    if (end == TurnEnd::Held) block_held();
    if (end != TurnEnd::Finished) return;
    slot.occupied = false;
    slot.assigned = now.next_block < blocks ? now.next_block++ : UINT64_MAX;
    parts.end(slot.block.linear, std::move(slot.parts));
    turn_ended();
    if (++now.finished_blocks == blocks) stop(LaunchOutcome::Finished);
}

void SteppedLaunch::run(std::uint64_t steps) {
    Impl& m = *impl_;
    const std::uint64_t last =
        steps > UINT64_MAX - m.now.executed ? UINT64_MAX : m.now.executed + steps;
    while (!m.now.ended && m.now.executed < last) {
        if (m.plan.options.interrupt != nullptr &&
            m.plan.options.interrupt->load(std::memory_order_relaxed)) {
            m.stop(LaunchOutcome::Interrupted);
            return;
        }
        Slot& slot = m.slot_of_turn();
        const std::uint64_t budget = m.plan.options.max_instructions - m.now.executed;
        if (budget == 0) {
            m.listen_to(slot).stop_block(slot.block, FaultKind::BudgetExhausted,
                                         "the launch has executed " +
                                             std::to_string(m.now.executed) + " warp instructions");
            m.stop(LaunchOutcome::BudgetExhausted);
            return;
        }
        if (m.now.turn_left == 0)
            m.now.turn_left = m.slots.size() == 1 ? kInterruptGrain : kBlockTurn;
        const std::uint64_t before = m.now.executed;
        m.run_slot(slot, std::min({m.now.turn_left, last - m.now.executed, budget}));
        if (m.forced) m.forced->watch(m.now.executed);
        if (LaunchProgress* progress = m.plan.options.progress) {
            progress->warp_instructions.store(m.now.executed, std::memory_order_relaxed);
            progress->blocks_done.store(m.now.finished_blocks, std::memory_order_relaxed);
        }
        if (m.now.turn_left == 0) continue; // the block finished and its turn with it
        m.now.turn_left -= std::min(m.now.turn_left, m.now.executed - before);
        if (m.now.turn_left == 0) m.turn_ended();
    }
}

bool SteppedLaunch::ended() const {
    return impl_->now.ended;
}
std::uint64_t SteppedLaunch::position() const {
    return impl_->now.executed;
}
const LaunchResult& SteppedLaunch::result() const {
    return impl_->result;
}

std::shared_ptr<const SteppedState> SteppedLaunch::state() const {
    auto state = std::make_shared<SavedState>();
    state->progress = impl_->now;
    for (const Slot& slot : impl_->slots)
        state->slots.push_back({slot.block, slot.assigned, slot.occupied});
    if (impl_->now.ended) state->result = impl_->result;
    return state;
}

void SteppedLaunch::restore(const SteppedState& state) {
    assert(impl_->observers.empty() && !impl_->forced);
    const auto& saved = static_cast<const SavedState&>(state);
    assert(saved.slots.size() == impl_->slots.size());
    impl_->now = saved.progress;
    for (std::size_t k = 0; k < saved.slots.size(); ++k) {
        Slot& slot = impl_->slots[k];
        slot.block = saved.slots[k].block;
        slot.assigned = saved.slots[k].assigned;
        slot.occupied = saved.slots[k].occupied;
    }
    const bool ordered = impl_->result.ordered;
    impl_->result = saved.result;
    impl_->result.ordered = ordered;
    impl_->engine.forget();
    for (const auto& other : impl_->listening)
        other->engine->forget();
}

ProbedEngine& SteppedLaunch::Impl::probed_for(const Interest& interest) {
    for (const auto& other : listening)
        if (other->wanted == interest) return *other;
    listening.push_back(std::make_unique<ProbedEngine>(
        plan, interest, forced ? *forced : static_cast<IssuePolicy&>(turns)));
    return *listening.back();
}

void SteppedLaunch::set_probe(BlockObserver* probe, const Interest& interest) {
    Impl& m = *impl_;
    if (probe != nullptr) m.probed = &m.probed_for(interest);
    // What each engine remembers of memory may be out of date when it runs again.
    m.probe = probe;
    m.engine_now().forget_translations();
}

void SteppedLaunch::set_tracker(DependenceTracker* tracker) {
    impl_->plan.tracker = tracker; // for engines that are still to be made
    impl_->engine.set_tracker(tracker);
    for (const auto& other : impl_->listening)
        other->engine->set_tracker(tracker);
}

std::vector<const Block*> SteppedLaunch::resident() const {
    std::vector<const Block*> blocks;
    for (const Slot& slot : impl_->slots)
        if (slot.occupied) blocks.push_back(&slot.block);
    std::sort(blocks.begin(), blocks.end(),
              [](const Block* a, const Block* b) { return a->linear < b->linear; });
    return blocks;
}

namespace {

Hash fold(const Hash& seed, const void* data, std::size_t size) {
    return hash_bytes(data, size, seed);
}
template<class T>
Hash fold(const Hash& seed, const T& value) {
    return hash_bytes(&value, sizeof value, seed);
}

Hash fold_warp(Hash h, const Warp& warp) {
    h = fold(fold(h, warp.id), warp.alive);
    for (const Split& s : warp.splits) {
        h = fold(fold(fold(h, s.pc), s.lanes), static_cast<std::uint32_t>(s.state));
        h = fold(h, warp.frames[s.frame].function);
    }
    h = fold(h, warp.registers.data(), warp.registers_used);
    return fold(h, warp.local.data(), warp.local.size());
}

} // namespace

Hash SteppedLaunch::state_hash() const {
    Hash h = impl_->plan.memory->content_hash();
    for (const Block* block : resident()) {
        h = fold(h, block->linear);
        h = fold(h, block->shared.data(), block->shared.size());
        for (const Warp& warp : block->warps)
            if (!warp.finished()) h = fold_warp(h, warp);
    }
    return h;
}

} // namespace warpscope
