// A stepped launch with all that it needs.
#include "sim/debug/session.h"

#include <algorithm>
#include <cassert>

#include "sim/debug/announce_memory.h"
#include "sim/debug/history.h"
#include "sim/debug/snapshot_state.h"
#include "sim/debug/step_recorder.h"

namespace warpscope {
namespace {

/// Searches backwards look at so many warp instructions first, then at ever more.
constexpr std::uint64_t kFirstWindow = 1024;
/// How often searches look whether they are cancelled, in warp instructions.
constexpr std::uint64_t kCancelGrain = 4096;

} // namespace

struct Session::Impl {
    Impl(PreparedLaunch prepared, const SessionOptions& session_options,
         std::optional<CapsuleOutcome> outcome)
        : launch(std::move(prepared)), observers(session_options.observers),
          expected(std::move(outcome)), reason(reason_for_order(launch.request)) {
        // Blocks may have proved dependent only while they ran; then the outcome says so.
        ordered = !reason.empty() || (expected && expected->ordered);
        if (ordered && reason.empty()) reason = "its blocks touched each other's memory";
        announce_memory(*launch.memory, observers);
        announce_launch();
        stepped.emplace(launch.request, launch.gpu, *launch.memory, launch.options, observers,
                        ordered);
        if (session_options.history_bytes != 0)
            history.emplace(*stepped, *launch.memory, session_options.history_bytes);
    }

    void announce_launch();
    void run(std::uint64_t steps);
    void notice_end();
    bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
    void go_to(std::uint64_t position);
    void probe_step(BlockObserver& probe);
    std::optional<std::uint64_t> scan(StepMatcher& matcher, const Session& session,
                                      std::uint64_t last, bool first_match);

    PreparedLaunch launch;
    std::vector<Observer*> observers;
    std::optional<CapsuleOutcome> expected;
    std::string reason;
    bool ordered = false;
    std::optional<SteppedLaunch> stepped;
    std::optional<History> history;
    StepRecorder recorder;
    std::optional<StepRecord> last_step;
    const std::atomic<bool>* cancel = nullptr;
    LaunchResult result;
    bool end_announced = false;
};

void Session::Impl::announce_launch() {
    const LaunchEvent event = launch_event(launch.request, ordered);
    for (Observer* o : observers)
        o->on_launch(event);
}

void Session::Impl::run(std::uint64_t steps) {
    const std::uint64_t here = stepped->position();
    if (history)
        go_to(steps > UINT64_MAX - here ? UINT64_MAX : here + steps);
    else
        stepped->run(steps);
    notice_end();
}

/// The result is that of the first time: running again would count again.
void Session::Impl::notice_end() {
    if (!stepped->ended() || end_announced) return;
    end_announced = true;
    result = stepped->result();
    result.ordered_reason = reason;
    for (Observer* o : observers)
        o->on_launch_end({launch.request.id, result.outcome, result.statistics.warp_instructions});
}

/// One warp instruction that is listened to.
void Session::Impl::probe_step(BlockObserver& probe) {
    stepped->set_probe(&probe);
    history->go_to(stepped->position() + 1);
    stepped->set_probe(nullptr);
}

/// The last step by itself, to hear what it does.
void Session::Impl::go_to(std::uint64_t position) {
    last_step.reset();
    history->go_to(position == 0 ? 0 : position - 1, cancel);
    notice_end();
    const bool ended = stepped->ended(); // a deadlock ends it without another step
    if (ended) position = stepped->position();
    if (position == 0 || (!ended && stepped->position() != position - 1)) return;
    if (ended) history->go_to(position - 1);
    recorder.clear();
    probe_step(recorder);
    if (ended && !stepped->ended()) history->go_to(position + 1);
    notice_end();
    const StepRecord* record = recorder.record();
    if (record == nullptr || stepped->position() != position) return;
    last_step = *record;
    last_step->position = position;
    last_step->at = warpscope::place_of(*launch.request.executable, record->at.function,
                                        record->at.instruction);
}

/// Looks at one step after another up to `last`, and returns the first or the last that matches.
std::optional<std::uint64_t> Session::Impl::scan(StepMatcher& matcher, const Session& session,
                                                 std::uint64_t last, bool first_match) {
    std::optional<std::uint64_t> found;
    stepped->set_probe(&matcher, matcher.interest());
    while (stepped->position() < last && !stepped->ended()) {
        const std::uint64_t here = stepped->position();
        if (here % kCancelGrain == 0 && cancelled()) break;
        matcher.begin();
        history->go_to(here + 1);
        if (stepped->position() == here || !matcher.matches(session)) continue;
        found = stepped->position();
        if (first_match) break;
    }
    stepped->set_probe(nullptr);
    notice_end();
    return found;
}

Session::Session(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Session::~Session() = default;

Result<std::unique_ptr<Session>> Session::open(const Capsule& capsule,
                                               const SessionOptions& options) {
    Result<PreparedLaunch> launch = prepare_launch(capsule);
    if (!launch) return launch.error();
    return std::unique_ptr<Session>(
        new Session(std::make_unique<Impl>(std::move(*launch), options, capsule.expected)));
}

Result<std::unique_ptr<Session>> Session::open(PreparedLaunch launch,
                                               const SessionOptions& options) {
    assert(options.observers.empty() || options.history_bytes == 0);
    if (Status possible = check_launch(launch.request, launch.gpu); !possible)
        return possible.error();
    return std::unique_ptr<Session>(
        new Session(std::make_unique<Impl>(std::move(launch), options, std::nullopt)));
}

void Session::step() {
    impl_->run(1);
}

bool Session::run_to(std::uint64_t target) {
    if (target < position()) return false;
    impl_->run(target - position());
    return position() == target;
}

void Session::run_to_end() {
    impl_->run(UINT64_MAX);
}

bool Session::go_to(std::uint64_t target) {
    impl_->go_to(target);
    return position() == target;
}

bool Session::step_back() {
    return position() != 0 && go_to(position() - 1);
}

const std::optional<StepRecord>& Session::last_step() const {
    return impl_->last_step;
}

std::optional<std::uint64_t> Session::find_next(StepMatcher& matcher) {
    const std::optional<std::uint64_t> found = impl_->scan(matcher, *this, UINT64_MAX, true);
    go_to(position());
    return found;
}

std::optional<std::uint64_t> Session::find_previous(StepMatcher& matcher, std::uint64_t last) {
    return find_previous_write(matcher, last, {0, 0});
}

/// Windows of growing size, each seen forwards, from the last back to the first.
std::optional<std::uint64_t> Session::find_previous_write(StepMatcher& matcher, std::uint64_t last,
                                                          MemoryRange range) {
    const std::uint64_t start = position();
    History& history = *impl_->history;
    std::uint64_t window = kFirstWindow;
    while (last != 0 && !impl_->cancelled()) {
        // A window does not reach beyond a checkpoint, so that none is gone through twice.
        const std::uint64_t checkpoint = history.checkpoint_before(last - 1);
        std::uint64_t first = checkpoint;
        if (range.size == 0 || history.may_have_written(checkpoint, range.address, range.size)) {
            first = std::max(checkpoint, last - std::min(last, window));
            history.go_to(first, impl_->cancel);
            if (const auto found = impl_->scan(matcher, *this, last, false)) {
                go_to(*found);
                return found;
            }
            window *= 4;
        }
        last = first;
    }
    go_to(start);
    return std::nullopt;
}

std::uint64_t Session::frontier() const {
    return impl_->history->frontier();
}
std::uint64_t Session::history_bytes() const {
    return impl_->history->bytes();
}
void Session::set_cancel(const std::atomic<bool>* cancel) {
    impl_->cancel = cancel;
}

std::uint64_t Session::position() const {
    return impl_->stepped->position();
}
bool Session::ended() const {
    return impl_->stepped->ended();
}
const LaunchResult& Session::result() const {
    return impl_->result;
}

std::vector<const Block*> Session::resident() const {
    return impl_->stepped->resident();
}
CodePlace Session::place_of(CodePosition at) const {
    return warpscope::place_of(*impl_->launch.request.executable, at.function, at.instruction);
}

Snapshot Session::snapshot(const std::vector<MemoryRange>& ranges) const {
    Snapshot snapshot = take_snapshot(*impl_->stepped, impl_->launch.request.executable);
    for (const MemoryRange& range : ranges) {
        MemoryWindow window = {range, {}};
        const Allocation* a = impl_->launch.memory->find(range.address);
        if (a != nullptr && a->contains(range.address, range.size)) {
            const std::uint8_t* first = a->bytes() + (range.address - a->base);
            window.bytes.assign(first, first + range.size);
        }
        snapshot.memory.push_back(std::move(window));
    }
    return snapshot;
}

Hash Session::hash() const {
    return impl_->stepped->state_hash();
}
Hash Session::memory_hash() const {
    return impl_->launch.memory->content_hash();
}
bool Session::read_memory(Address from, void* to, std::uint64_t size) const {
    return impl_->launch.memory->read(from, to, size);
}

const LaunchRequest& Session::request() const {
    return impl_->launch.request;
}
const Executable& Session::executable() const {
    return *impl_->launch.request.executable;
}
const GpuSpec& Session::gpu() const {
    return impl_->launch.gpu;
}
const LaunchOptions& Session::options() const {
    return impl_->launch.options;
}
const DeviceMemory& Session::memory() const {
    return *impl_->launch.memory;
}
const std::vector<SourceText>& Session::sources() const {
    return impl_->launch.sources;
}
const std::optional<CapsuleOutcome>& Session::expected() const {
    return impl_->expected;
}

} // namespace warpscope
