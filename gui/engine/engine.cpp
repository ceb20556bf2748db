// The engine's loop and its commands.
#include "gui/engine/engine.h"

#include <fmt/format.h>

#include "gui/engine/program_run.h"

namespace warpscope::gui {

Engine::Engine(std::filesystem::path warpscope, std::function<void()> woken)
    : warpscope_(std::move(warpscope)), woken_(std::move(woken)), thread_([this] { run(); }) {}

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
    push({Command::Kind::Open, std::move(request), 0, 0, {}});
}

void Engine::go_to(std::uint64_t position) {
    push({Command::Kind::GoTo, {}, position, 0, {}});
}

void Engine::run_to_end() {
    push({Command::Kind::RunToEnd, {}, 0, 0, {}});
}

void Engine::go_before(const StepWish& wish) {
    push({Command::Kind::Before, {}, 0, 0, wish});
}

void Engine::go_to_block(std::uint64_t block, std::uint32_t line) {
    push({Command::Kind::Block, {}, block, line, {}});
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
        if (command.kind != Command::Kind::Open)
            std::erase_if(queue_, [](const Command& c) { return c.kind != Command::Kind::Open; });
        queue_.push_back(std::move(command));
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
    return status_;
}

void Engine::set_doing(std::string doing, std::uint64_t target) {
    {
        const std::lock_guard lock(mutex_);
        status_.doing = std::move(doing);
        status_.target = target;
    }
    woken_();
}

void Engine::run() {
    while (true) {
        Command command;
        {
            std::unique_lock lock(mutex_);
            status_.busy = !queue_.empty();
            if (!status_.busy) {
                status_.doing.clear();
                woken_();
            }
            changed_.wait(lock, [&] { return ending_ || !queue_.empty(); });
            if (ending_) return;
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
        }
        woken_();
        return;
    }
    if (stepper_ == nullptr) return;
    if (command.kind == Command::Kind::Before || command.kind == Command::Kind::Block) {
        const Status found = carry_out_search(command);
        const std::lock_guard lock(mutex_);
        status_.error.reset();
        if (!found) status_.error = found.error();
    } else if (command.kind == Command::Kind::GoTo) {
        set_doing(fmt::format("going to {}", command.position), command.position);
        stepper_->go_to(command.position);
    } else {
        set_doing("running to the end");
        stepper_->go_to(UINT64_MAX);
    }
    publish();
}

Status Engine::carry_out_search(const Command& command) {
    const std::uint64_t here = stepper_->position();
    std::optional<std::uint64_t> position;
    if (command.kind == Command::Kind::Before) {
        set_doing("looking for the moment before the finding");
        position = stepper_->position_before(command.wish);
    } else {
        set_doing("going to another block");
        position = stepper_->position_in(command.position, command.line);
    }
    // Where it was, when there is no such step or nobody waits for it any more.
    stepper_->go_to(position.value_or(here));
    if (position || cancelled_) return Done{};
    return Diagnostic{{},
                      command.kind == Command::Kind::Before
                          ? "no step of this launch does what the finding names"
                          : "this block does not run in this launch",
                      "choose another one"};
}

Status Engine::carry_out_open(const OpenRequest& request) {
    std::filesystem::path folder = request.path, report;
    std::error_code ignored;
    if (!std::filesystem::is_directory(request.path, ignored)) {
        set_doing(fmt::format("compiling and running {}", request.path.filename().string()));
        Result<std::filesystem::path> captured = run_and_capture(
            warpscope_, {request.path, request.program_arguments, request.run_options}, cancelled_);
        if (!captured) return captured.error();
        folder = *captured;
        report = folder.parent_path() / "report.json";
    }
    std::vector<std::filesystem::path> launches = list_capsules(folder);
    if (launches.empty()) launches = {folder};
    const std::size_t index = request.launch == 0 ? 0 : request.launch - 1;
    if (index >= launches.size())
        return Diagnostic{{request.path.string()},
                          fmt::format("there is no launch {}", request.launch),
                          fmt::format("it has {}", launches.size())};
    set_doing(fmt::format("reading launch {}", index + 1));
    Result<std::unique_ptr<Stepper>> stepper = Stepper::open(launches[index], cancelled_);
    if (!stepper) return stepper.error();
    stepper_ = std::move(*stepper);
    {
        const std::lock_guard lock(mutex_);
        status_.program = request.path.string();
        status_.launches = launches;
        status_.capsule = launches[index];
        // Another launch of what is open keeps its report.
        if (!report.empty() || folder != request.path ||
            status_.report.parent_path() != folder.parent_path())
            status_.report = report;
        blocks_ = std::make_shared<std::vector<BlockSpan>>(stepper_->blocks());
    }
    stepper_->go_to(stepper_->opening_position(request.wish));
    publish();
    return Done{};
}

void Engine::publish() {
    auto moment = std::make_shared<Moment>(stepper_->moment());
    {
        const std::lock_guard lock(mutex_);
        moment->id = next_id_++;
        moment_ = std::move(moment);
    }
    woken_();
}

} // namespace warpscope::gui
