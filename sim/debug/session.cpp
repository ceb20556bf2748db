// A stepped launch with all that it needs.
#include "sim/debug/session.h"

#include "sim/debug/announce_memory.h"
#include "sim/debug/snapshot_state.h"

namespace warpscope {

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
    }

    void announce_launch();
    void run(std::uint64_t steps);

    PreparedLaunch launch;
    std::vector<Observer*> observers;
    std::optional<CapsuleOutcome> expected;
    std::string reason;
    bool ordered = false;
    std::optional<SteppedLaunch> stepped;
    LaunchResult result;
    bool end_announced = false;
};

void Session::Impl::announce_launch() {
    const LaunchEvent event = launch_event(launch.request, ordered);
    for (Observer* o : observers)
        o->on_launch(event);
}

void Session::Impl::run(std::uint64_t steps) {
    stepped->run(steps);
    if (!stepped->ended() || end_announced) return;
    end_announced = true;
    result = stepped->result();
    result.ordered_reason = reason;
    for (Observer* o : observers)
        o->on_launch_end({launch.request.id, result.outcome, result.statistics.warp_instructions});
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

std::uint64_t Session::position() const {
    return impl_->stepped->position();
}
bool Session::ended() const {
    return impl_->stepped->ended();
}
const LaunchResult& Session::result() const {
    return impl_->result;
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
