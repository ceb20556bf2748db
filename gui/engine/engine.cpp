// The engine's loop and its commands.
#include "gui/engine/engine.h"

#include <algorithm>

#include <fmt/format.h>

namespace warpscope::gui {

Engine::Engine(std::filesystem::path warpscope, std::function<void()> woken)
    : warpscope_(std::move(warpscope)), woken_(std::move(woken)), thread_([this] { loop(); }) {}

Engine::~Engine() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        queue_.clear();
    }
    cancelled_ = true;
    changed_.notify_all();
    thread_.join();
}

void Engine::open(OpenRequest request) {
    cancel();
    push({Command::Kind::Open, std::move(request), 0, 0, {}, {}});
}

void Engine::go_to(std::uint64_t position) {
    push({Command::Kind::GoTo, {}, position, 0, {}, {}});
}

void Engine::run_to_end() {
    push({Command::Kind::RunToEnd, {}, 0, 0, {}, {}});
}

void Engine::go_before(const StepWish& wish) {
    push({Command::Kind::Before, {}, 0, 0, wish, {}});
}

void Engine::go_to_block(std::uint64_t block, std::uint32_t line) {
    push({Command::Kind::Block, {}, block, line, {}, {}});
}

void Engine::run(const RunWish& wish) {
    push({Command::Kind::Run, {}, 0, 0, {}, wish});
}

void Engine::set_breakpoints(std::vector<UserBreakpoint> breakpoints) {
    {
        const std::lock_guard lock(mutex_);
        breakpoints_ = std::move(breakpoints);
        breakpoints_changed_ = true;
    }
    changed_.notify_all();
}

void Engine::look(Lens lens) {
    {
        const std::lock_guard lock(mutex_);
        if (lens == lens_) return;
        const bool same_watches = lens.watches == lens_.watches;
        lens_ = std::move(lens);
        const auto has_it = [&](const WarpValues& values) { return values.warp == lens_.warp; };
        if (same_watches && moment_ != nullptr &&
            std::any_of(moment_->values.begin(), moment_->values.end(), has_it))
            return;
    }
    Command command;
    command.kind = Command::Kind::Look;
    push(std::move(command));
}

void Engine::go_to_change(const std::string& expression, const Focus& focus) {
    Command command;
    command.kind = Command::Kind::Change;
    command.expression = expression;
    command.focus = focus;
    push(std::move(command));
}

std::shared_ptr<const std::vector<BlockSpan>> Engine::blocks() const {
    const std::lock_guard lock(mutex_);
    return blocks_;
}

void Engine::cancel() {
    const std::lock_guard lock(mutex_);
    queue_.clear();
    cancelled_ = true;
}

void Engine::push(Command command) {
    {
        const std::lock_guard lock(mutex_);
        // Only the newest position matters: this is what keeps scrubbing at the pointer.
        if (command.kind == Command::Kind::Look && !queue_.empty()) return; // a moment comes anyway
        if (command.kind != Command::Kind::Open)
            std::erase_if(queue_, [](const Command& c) { return c.kind != Command::Kind::Open; });
        queue_.push_back(std::move(command));
        if (!status_.busy) busy_since_ = std::chrono::steady_clock::now();
        status_.busy = true;
    }
    changed_.notify_all();
}

std::shared_ptr<const Moment> Engine::moment() const {
    const std::lock_guard lock(mutex_);
    return moment_;
}

EngineStatus Engine::status() const {
    const std::lock_guard lock(mutex_);
    EngineStatus status = status_;
    const std::uint64_t at = watched_.load(std::memory_order_relaxed);
    status.progress = at > run_from_ ? at - run_from_ : run_from_ - at;
    if (status.busy)
        status.busy_seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - busy_since_).count();
    return status;
}

void Engine::set_doing(std::string doing, std::uint64_t target) {
    {
        const std::lock_guard lock(mutex_);
        status_.doing = std::move(doing);
        status_.target = target;
    }
    woken_();
}

void Engine::loop() {
    while (true) {
        Command command;
        {
            std::unique_lock lock(mutex_);
            status_.busy = !queue_.empty();
            if (!status_.busy) {
                status_.doing.clear();
                woken_();
            }
            changed_.wait(lock, [&] { return ending_ || !queue_.empty() || breakpoints_changed_; });
            if (ending_) return;
            if (breakpoints_changed_) {
                lock.unlock();
                take_breakpoints();
                lock.lock();
            }
            if (queue_.empty()) continue;
            command = std::move(queue_.front());
            queue_.pop_front();
            status_.busy = true;
            cancelled_ = false;
        }
        carry_out(command);
    }
}

void Engine::carry_out(const Command& command) {
    if (command.kind == Command::Kind::Open) {
        const Status opened = carry_out_open(command.open);
        {
            const std::lock_guard lock(mutex_);
            status_.error.reset();
            if (!opened) status_.error = opened.error();
            if (outcome_) {
                outcome_->number = status_.built.number + 1;
                outcome_->good = static_cast<bool>(opened);
                status_.built = std::move(*outcome_);
                outcome_.reset();
            }
            // Positions that were asked for meanwhile were meant in what was open before.
            if (opened)
                std::erase_if(queue_,
                              [](const Command& c) { return c.kind != Command::Kind::Open; });
        }
        woken_();
        return;
    }
    if (stepper_ == nullptr) return;
    if (command.kind == Command::Kind::Look) return publish();
    if (command.kind == Command::Kind::Before || command.kind == Command::Kind::Block ||
        command.kind == Command::Kind::Change) {
        const Status found = carry_out_search(command);
        const std::lock_guard lock(mutex_);
        status_.error.reset();
        if (!found) status_.error = found.error();
    } else if (command.kind == Command::Kind::Run) {
        carry_out_run(command.run);
    } else if (command.kind == Command::Kind::GoTo) {
        set_doing(fmt::format("going to {}", command.position), command.position);
        stepper_->go_to(command.position);
    } else {
        set_doing("running to the end");
        stepper_->go_to(UINT64_MAX);
    }
    publish();
}

/// What is wrong with them is told at once; of conditions, when a run has looked at them.
void Engine::take_breakpoints() {
    std::vector<UserBreakpoint> wanted;
    {
        const std::lock_guard lock(mutex_);
        breakpoints_changed_ = false;
        wanted = breakpoints_;
    }
    if (stepper_ == nullptr) return;
    stepper_->runner().set_breakpoints(wanted);
    {
        const std::lock_guard lock(mutex_);
        status_.troubles = stepper_->runner().troubles();
    }
    woken_();
}

void Engine::carry_out_run(const RunWish& wish) {
    {
        const std::lock_guard lock(mutex_);
        status_.error.reset();
        run_from_ = stepper_->position();
        watched_ = run_from_;
        status_.searching = true;
    }
    set_doing(wish.direction == Direction::Forward ? "running" : "running back");
    RunEnd end = stepper_->run(wish);
    // It has ended; going to where it did must not be.
    if (end.cancelled) cancelled_ = false;
    {
        const std::lock_guard lock(mutex_);
        status_.searching = false;
        status_.troubles = stepper_->runner().troubles();
    }
    stepper_->go_to(end.position);
    stepper_->set_note(std::move(end.note));
}

Status Engine::carry_out_search(const Command& command) {
    const std::uint64_t here = stepper_->position();
    std::optional<std::uint64_t> position;
    if (command.kind == Command::Kind::Change) {
        set_doing("looking for the last change of " + command.expression);
        const auto change = stepper_->last_change(command.expression, command.focus);
        if (!change) return change.error();
        position = *change;
    } else if (command.kind == Command::Kind::Before) {
        set_doing("looking for the moment before the finding");
        position = stepper_->position_before(command.wish);
    } else {
        set_doing("going to another block");
        position = stepper_->position_in(command.position, command.line);
    }
    // Where it was, when there is no such step or nobody waits for it any more.
    stepper_->go_to(position.value_or(here));
    if (position || cancelled_) return Done{};
    if (command.kind == Command::Kind::Change)
        return Diagnostic{{},
                          "nothing changed " + command.expression + " before here",
                          "it is as the launch found it"};
    return Diagnostic{{},
                      command.kind == Command::Kind::Before
                          ? "no step of this launch does what the finding names"
                          : "this block does not run in this launch",
                      "choose another one"};
}

Result<std::filesystem::path> Engine::run_program(const ProgramRun& run) {
    set_doing(fmt::format("compiling and running {}", run.program.filename().string()));
    std::string messages;
    Result<std::filesystem::path> captured = run_and_capture(warpscope_, run, cancelled_, messages);
    outcome_ = BuildOutcome{0, false, compiler_messages(messages), ""};
    return captured;
}

std::uint64_t Engine::opening_position(const OpenRequest& request) {
    if (request.back) {
        std::string note;
        const auto position = stepper_->position_of(*request.back, note);
        if (outcome_) outcome_->note = std::move(note);
        if (position) return *position;
    }
    return stepper_->opening_position(request.wish);
}

Status Engine::carry_out_open(const OpenRequest& request) {
    std::filesystem::path folder = request.path;
    std::optional<ProgramRun> ran;
    std::error_code ignored;
    if (!std::filesystem::is_directory(request.path, ignored)) {
        ran = ProgramRun{request.path, request.program_arguments, request.run_options};
        Result<std::filesystem::path> captured = run_program(*ran);
        if (!captured) return captured.error();
        folder = *captured;
    }
    std::vector<std::filesystem::path> launches = list_capsules(folder);
    if (launches.empty()) launches = {folder};
    std::size_t index = request.launch == 0 ? 0 : request.launch - 1;
    if (request.back) index = std::min(index, launches.size() - 1);
    if (index >= launches.size())
        return Diagnostic{{request.path.string()},
                          fmt::format("there is no launch {}", request.launch),
                          fmt::format("it has {}", launches.size())};
    set_doing(fmt::format("reading launch {}", index + 1));
    Result<std::unique_ptr<Stepper>> stepper =
        Stepper::open(launches[index], cancelled_, &watched_, history_mib_);
    if (!stepper) return stepper.error();
    stepper_ = std::move(*stepper);
    {
        const std::lock_guard lock(mutex_);
        // Another launch of what is open keeps its program and its report.
        const bool another = !ran && !status_.launches.empty() &&
                             status_.launches.front().parent_path() == folder &&
                             folder != status_.program;
        if (!another) {
            status_.program = request.path.string();
            status_.ran = ran;
            status_.report = ran ? folder.parent_path() / "report.json" : std::filesystem::path();
        }
        status_.launches = launches;
        status_.capsule = launches[index];
        blocks_ = std::make_shared<std::vector<BlockSpan>>(stepper_->blocks());
        breakpoints_changed_ = true; // of the runner that is new
    }
    stepper_->go_to(opening_position(request));
    publish();
    return Done{};
}

void Engine::publish() {
    Lens lens;
    {
        const std::lock_guard lock(mutex_);
        lens = lens_;
    }
    auto moment = std::make_shared<Moment>(stepper_->moment(lens));
    if (hashing_.load()) moment->hash = stepper_->hash();
    {
        const std::lock_guard lock(mutex_);
        moment->id = next_id_++;
        moment_ = std::move(moment);
    }
    woken_();
}

} // namespace warpscope::gui
