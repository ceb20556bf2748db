// Surveying a launch once, then going to any of its positions.
#include "gui/engine/stepper.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "gui/views/opening.h"
#include "runtime/report/findings.h"
#include "sim/debug/questions.h"

namespace warpscope::gui {
namespace {

/// Steps between two looks at the cancel flag.
constexpr std::uint64_t kStretch = 1u << 16;

/// In the words of reports.
std::string end_text_of(const Session& session) {
    const LaunchResult& result = session.result();
    if (result.outcome == LaunchOutcome::Finished) return "Finished";
    if (result.fault.kind == FaultKind::None) return "Interrupted";
    report::SourceFiles sources;
    for (const SourceText& source : session.sources())
        sources.provide(source.file, source.text);
    return report::make_finding(result.fault, session.request(), session.memory(),
                                session.options(), sources)
        .message;
}

} // namespace

Result<std::unique_ptr<Stepper>> Stepper::open(const std::filesystem::path& folder,
                                               const std::atomic<bool>& cancel,
                                               std::atomic<std::uint64_t>* watched,
                                               std::uint64_t history_mib) {
    const Result<Capsule> capsule = read_capsule(folder);
    if (!capsule) return capsule.error();
    std::unique_ptr<Stepper> stepper(new Stepper(cancel));
    if (Status surveyed = stepper->survey(*capsule); !surveyed) return surveyed.error();
    SessionOptions options;
    options.history_bytes = history_mib << 20;
    auto session = Session::open(*capsule, options);
    if (!session) return session.error();
    stepper->session_ = std::move(*session);
    stepper->runner_ = std::make_unique<Runner>(*stepper->session_, cancel, watched);
    stepper->session_->set_cancel(&cancel);
    stepper->reader_ = std::make_unique<LaneReader>(*stepper->session_);
    auto facts = std::make_shared<LaunchFacts>(facts_of(*stepper->session_));
    facts->buffers = std::move(stepper->buffers_);
    stepper->facts_ = std::move(facts);
    return stepper;
}

Status Stepper::survey(const Capsule& capsule) {
    LaunchSurvey survey;
    SessionOptions options;
    BufferSurvey buffers;
    options.observers = {&survey, &buffers};
    const auto session = Session::open(capsule, options);
    if (!session) return session.error();
    buffers.watch((*session)->memory());
    while (!(*session)->ended() && (*session)->position() < kMostSurveyed && !cancel_.load())
        (*session)->run_to((*session)->position() + kStretch);
    survey.finish();
    blocks_ = survey.blocks();
    worst_ = survey.worst();
    buffers_ = buffers.take_touched();
    auto launch = std::make_shared<LaunchIndex>();
    launch->steps = survey.steps();
    launch->whole = (*session)->ended();
    launch->levels = coarser_levels(survey.level());
    launch_ = std::move(launch);
    // Fault, deadlock and used-up budget: the end is what there is to see.
    if ((*session)->ended() && (*session)->result().outcome != LaunchOutcome::Finished)
        fault_position_ = (*session)->position();
    return Done{};
}

std::shared_ptr<const Timeline> Stepper::timeline_of(std::uint64_t block) {
    if (timeline_ != nullptr && timeline_->block == block) return timeline_;
    auto timeline = std::make_shared<Timeline>();
    timeline->block = block;
    timeline->whole = false;
    if (block < blocks_.size() && blocks_[block].steps != 0) {
        const BlockSpan& span = blocks_[block];
        BlockSteps steps(block, span.last);
        moved_ = true;
        session_->go_to(span.first - 1);
        static_cast<void>(session_->find_next(steps));
        timeline->rows = steps.take_rows();
        timeline->whole = steps.whole() && timeline->rows.size() == span.steps;
    }
    timeline_ = timeline;
    index_ = std::make_shared<TimelineIndex>(index_of(*timeline, *facts_));
    return timeline;
}

RunEnd Stepper::run(const RunWish& wish) {
    RunEnd end = runner_->run(wish, shown_);
    session_->set_cancel(&cancel_); // the navigator has taken it
    return end;
}

bool Stepper::go_to(std::uint64_t position) {
    note_.reset();
    session_->go_to(position);
    const std::uint64_t reached = session_->position();
    const bool there = reached == position || session_->ended();
    shown_ = reached;
    moved_ = false;
    if (session_->last_step())
        timeline_of(session_->last_step()->block);
    else
        timeline_of(0);
    // Going to where it is would run from a checkpoint again.
    if (std::exchange(moved_, false)) session_->go_to(reached);
    find_past_accesses();
    if (moved_) session_->go_to(reached);
    return there && session_->position() == reached;
}

/// The access that a row of the timeline tells of, with its lanes and values.
PastAccess Stepper::past_access(const TimelineRow& row) {
    const auto known = past_.find(row.position);
    if (known != past_.end()) return known->second;
    if (session_->position() != row.position || !session_->last_step()) {
        moved_ = true;
        session_->go_to(row.position);
    }
    const std::optional<StepRecord>& step = session_->last_step();
    if (!step || step->position != row.position) return {}; // cancelled on the way
    const Space space = row.passes != 0 ? Space::Shared : Space::Global;
    PastAccess past;
    for (const LaneAccess& access : step->accesses)
        if (access.space == space)
            past = {row.position, row.warp, row.function, row.instruction, access};
    if (past_.size() >= kMostPast) past_.clear();
    past_.emplace(row.position, past);
    return past;
}

void Stepper::find_past_accesses() {
    shared_ = global_ = {};
    if (!session_->last_step()) return;
    const std::uint32_t warp = session_->last_step()->warp;
    const auto& rows = timeline_->rows;
    const std::size_t now = timeline_->index_at(shown_);
    if (now == rows.size() || warp >= index_->warps.size()) return;
    const TimelineIndex::Warp& own = index_->warps[warp];
    const TimelineRow *shared = nullptr, *global = nullptr;
    for (std::size_t i = own.last_at(now).value_or(SIZE_MAX) + 1;
         i-- > 0 && (shared == nullptr || global == nullptr);) {
        const TimelineRow& row = rows[own.rows[i]];
        if (!row.access || row.local) continue;
        if (row.passes != 0 && shared == nullptr) shared = &row;
        if (row.passes == 0 && row.sectors != 0 && global == nullptr) global = &row;
    }
    // The earlier one first: going on is cheaper than going back.
    if (shared != nullptr && global != nullptr && global->position < shared->position) {
        global_ = past_access(*global);
        shared_ = past_access(*shared);
        return;
    }
    if (shared != nullptr) shared_ = past_access(*shared);
    if (global != nullptr) global_ = past_access(*global);
}

std::uint64_t Stepper::opening_position(const OpeningWish& wish) {
    if (wish.position) return *wish.position;
    if (fault_position_ != 0 && !wish.block && !wish.warp) return fault_position_;
    if (wish.block)
        return views::worst_step(*timeline_of(linear_index(*wish.block, facts_->grid)), wish.warp)
            .value_or(1);
    if (!wish.warp && worst_ && badness(*worst_) > 1) return worst_->position;
    // Lanes that idle show best in the block that takes longest.
    const auto longest =
        std::max_element(blocks_.begin(), blocks_.end(),
                         [](const BlockSpan& a, const BlockSpan& b) { return a.steps < b.steps; });
    const auto block = static_cast<std::uint64_t>(longest - blocks_.begin());
    return views::worst_step(*timeline_of(block), wish.warp).value_or(1);
}

std::optional<std::uint64_t> Stepper::position_before(const StepWish& wish) {
    if (wish.block >= blocks_.size() || blocks_[wish.block].steps == 0) return std::nullopt;
    const BlockSpan& span = blocks_[wish.block];
    WishedStep wished(*facts_, wish, span.last);
    session_->go_to(span.first - 1);
    const auto found = session_->find_next(wished);
    if (!found || !wished.found()) return std::nullopt;
    const auto& rows = timeline_of(wish.block)->rows;
    const auto at = std::lower_bound(
        rows.begin(), rows.end(), *found,
        [](const TimelineRow& row, auto position) { return row.position < position; });
    return at == rows.begin() ? *found : std::prev(at)->position;
}

std::optional<std::uint64_t> Stepper::position_in(std::uint64_t block, std::uint32_t line) {
    if (block >= blocks_.size() || blocks_[block].steps == 0) return std::nullopt;
    const std::uint64_t here = session_->position();
    // Blocks run the same code at different times: what is near is the same place in the block.
    const std::uint64_t into = timeline_ == nullptr ? 0 : timeline_->index_at(here);
    const auto& rows = timeline_of(block)->rows;
    std::optional<std::uint64_t> nearest;
    std::uint64_t distance = UINT64_MAX;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const CodeLine* code = facts_->find(rows[i].function, rows[i].instruction);
        if (line == 0 || code == nullptr || code->line != line) continue;
        const std::uint64_t away = i > into ? i - into : into - i;
        if (away < distance) distance = away, nearest = rows[i].position;
    }
    return nearest ? nearest : std::optional(blocks_[block].first);
}

Result<std::optional<std::uint64_t>> Stepper::last_change(const std::string& expression,
                                                          const Focus& focus) {
    const std::uint64_t here = session_->position();
    Navigator navigator(*session_);
    navigator.set_cancel(&cancel_);
    std::optional<std::uint64_t> found;
    Result<std::optional<std::uint64_t>> answer = found;
    if (!navigator.set_focus(focus)) {
        answer = Diagnostic{{}, "this lane is not on the machine now", "choose another lane"};
    } else if (const Result<Subject> subject = subject_of(navigator, expression); !subject) {
        answer = subject.error();
    } else if (const auto change = warpscope::last_change(navigator, *subject)) {
        answer = std::optional(change->step.position);
    }
    session_->set_cancel(&cancel_); // the navigator took it away
    session_->go_to(here);
    return answer;
}

Moment Stepper::moment(const Lens& lens) {
    Moment moment;
    moment.facts = facts_;
    moment.snapshot = session_->snapshot();
    if (session_->last_step()) moment.step = *session_->last_step();
    moment.block = moment.step.block;
    moment.timeline = timeline_;
    moment.index = index_;
    moment.launch = launch_;
    moment.stop = note_;
    moment.shared = shared_;
    moment.global = global_;
    moment.has_names = reader_->has_names();
    moment.values.push_back(reader_->read(moment.block, moment.step.warp, lens.watches));
    if (lens.warp != moment.step.warp)
        moment.values.push_back(reader_->read(moment.block, lens.warp, lens.watches));
    moment.ended = session_->ended();
    if (!moment.ended) return moment;
    moment.end_text = end_text_of(*session_);
    const LaunchResult& result = session_->result();
    if (result.outcome == LaunchOutcome::Fault && moment.step.warp == result.fault.warp.warp)
        moment.fault_lanes = result.fault.lanes;
    return moment;
}

} // namespace warpscope::gui
