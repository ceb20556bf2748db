// Going to positions by running forward, from the beginning when that is needed.
#include "gui/engine/stepper.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "gui/views/opening.h"

namespace warpscope::gui {
namespace {

/// Steps between two looks at the cancel flag.
constexpr std::uint64_t kStretch = 1u << 16;

std::string end_text_of(const Session& session) {
    switch (session.result().outcome) {
    case LaunchOutcome::Finished: return "Finished";
    case LaunchOutcome::Fault: return "Stopped by a fault";
    case LaunchOutcome::Deadlock: return "Deadlock";
    case LaunchOutcome::BudgetExhausted: return "Stopped: the instruction budget is used up";
    case LaunchOutcome::Interrupted: return "Interrupted";
    }
    return "";
}

} // namespace

Result<std::unique_ptr<Stepper>> Stepper::open(const std::filesystem::path& folder,
                                               const std::atomic<bool>& cancel) {
    Result<Capsule> capsule = read_capsule(folder);
    if (!capsule) return capsule.error();
    std::unique_ptr<Stepper> stepper(new Stepper(cancel));
    stepper->capsule_ = std::move(*capsule);
    if (Status opened = stepper->reopen(); !opened) return opened.error();
    stepper->facts_ = std::make_shared<LaunchFacts>(facts_of(*stepper->session_));
    // Once through the launch, for its timeline.
    stepper->recorder_->keep_rows = true;
    stepper->run_on(Recorder::kMostRows);
    stepper->rows_ = stepper->recorder_->rows();
    stepper->row_blocks_ = stepper->recorder_->blocks();
    stepper->rows_whole_ = stepper->session_->ended();
    if (Status opened = stepper->reopen(); !opened) return opened.error();
    return stepper;
}

Status Stepper::reopen() {
    session_.reset();
    recorder_ = std::make_unique<Recorder>();
    SessionOptions options;
    options.observers = {recorder_.get()};
    auto session = Session::open(capsule_, options);
    if (!session) return session.error();
    session_ = std::move(*session);
    return Done{};
}

void Stepper::run_on(std::uint64_t position) {
    while (session_->position() < position && !session_->ended() && !cancel_.load())
        session_->run_to(std::min(position, session_->position() + kStretch));
}

bool Stepper::go_to(std::uint64_t position) {
    if (position < session_->position() && !reopen()) return false;
    run_on(position);
    return session_->position() == position || session_->ended();
}

void Stepper::run_to_end() {
    run_on(UINT64_MAX);
}

std::uint64_t Stepper::opening_position(const OpeningWish& wish) const {
    if (wish.position) return *wish.position;
    if (wish.block)
        return views::worst_step(*timeline_of(linear_index(*wish.block, facts_->grid)), wish.warp)
            .value_or(1);
    Timeline all;
    all.rows = rows_;
    const auto worst = views::worst_step(all, wish.warp);
    if (!worst) return 1;
    const auto row = static_cast<std::size_t>(*worst - rows_.front().position);
    if (row < rows_.size() && views::badness(rows_[row]) > 1) return *worst;
    // Lanes that idle show best in the block that takes longest.
    std::map<std::uint64_t, std::uint64_t> steps;
    for (const std::uint64_t block : row_blocks_)
        ++steps[block];
    const auto longest =
        std::max_element(steps.begin(), steps.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return views::worst_step(*timeline_of(longest->first), wish.warp).value_or(1);
}

std::shared_ptr<const Timeline> Stepper::timeline_of(std::uint64_t block) const {
    if (timeline_ != nullptr && timeline_->block == block) return timeline_;
    auto timeline = std::make_shared<Timeline>();
    timeline->block = block;
    timeline->whole = rows_whole_;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (row_blocks_[i] == block) timeline->rows.push_back(rows_[i]);
    timeline_ = timeline;
    return timeline;
}

Moment Stepper::moment() const {
    Moment moment;
    moment.facts = facts_;
    moment.snapshot = session_->snapshot();
    moment.step = recorder_->last_step();
    moment.block = moment.step.block;
    moment.timeline = timeline_of(moment.block);
    moment.ended = session_->ended();
    if (moment.ended) moment.end_text = end_text_of(*session_);
    return moment;
}

} // namespace warpscope::gui
