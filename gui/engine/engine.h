// Engine: the thread that owns the launch. It takes commands and publishes moments; nobody waits
// for it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gui/engine/engine_status.h"
#include "gui/engine/moment.h"
#include "gui/engine/stepper.h"

namespace warpscope::gui {

/// What to open: a program to compile and run, or a captured launch (or a folder of them).
struct OpenRequest {
    std::filesystem::path path;
    std::vector<std::string> program_arguments;
    std::vector<std::string> run_options; ///< further words for `warpscope run`
    std::uint32_t launch = 0;             ///< 0: the first
    OpeningWish wish;
    std::optional<views::ReturnPlace> back; ///< instead of the wish: to this step of another run
};

class Engine {
public:
    /// `warpscope` is the program that compiles and runs; `woken` is called, on the engine's
    /// thread, whenever there is something new to show.
    Engine(std::filesystem::path warpscope, std::function<void()> woken);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    void open(OpenRequest request);
    /// Replaces every position that was asked for before and is not reached yet.
    void go_to(std::uint64_t position);
    void run_to_end();
    /// To the moment before that step.
    void go_before(const StepWish& wish);
    /// To the same source line in another block, where it is nearest.
    void go_to_block(std::uint64_t block, std::uint32_t line);
    /// From here to a breakpoint, a place, a write; told of in Moment::stop.
    void run(const RunWish& wish);
    /// Known to every run from now on.
    void set_breakpoints(std::vector<UserBreakpoint> breakpoints);
    /// Moments are to have hashes, which takes as long as reading all memory.
    void want_hashes() { hashing_ = true; }
    /// How much memory going back may take in launches that are opened from now on.
    void keep_history(std::uint64_t mib) { history_mib_ = mib; }
    /// Whose values moments have from now on; another moment of the same step comes.
    void look(Lens lens);
    /// To the step at which the expression last got its value in the lane.
    void go_to_change(const std::string& expression, const Focus& focus);
    /// Gives up what runs now and what waits.
    void cancel();

    std::shared_ptr<const Moment> moment() const; ///< null until something is open
    EngineStatus status() const;
    /// Where the blocks of the open launch have their steps; null until something is open.
    std::shared_ptr<const std::vector<BlockSpan>> blocks() const;

private:
    struct Command {
        enum class Kind : std::uint8_t { Open, GoTo, RunToEnd, Before, Block, Run, Look, Change };
        Kind kind = Kind::GoTo;
        OpenRequest open;
        std::uint64_t position = 0; ///< or the block
        std::uint32_t line = 0;
        StepWish wish;
        RunWish run;
        std::string expression = {};
        Focus focus = {};
    };

    void loop();
    void push(Command command);
    void carry_out(const Command& command);
    Status carry_out_search(const Command& command);
    void carry_out_run(const RunWish& wish);
    void take_breakpoints();
    Status carry_out_open(const OpenRequest& request);
    /// Compiles and runs a program; returns the folder of its launches.
    Result<std::filesystem::path> run_program(const ProgramRun& run);
    /// Of the launch that was opened, where the request wants to stand.
    std::uint64_t opening_position(const OpenRequest& request);
    void publish();
    void set_doing(std::string doing, std::uint64_t target = 0);

    const std::filesystem::path warpscope_;
    const std::function<void()> woken_;
    std::unique_ptr<Stepper> stepper_;    ///< of the engine's thread alone, as the next is
    std::optional<BuildOutcome> outcome_; ///< of the program that is being opened
    std::atomic<bool> cancelled_ = false, hashing_ = false;
    std::atomic<std::uint64_t> history_mib_ = Stepper::kHistoryMiB;
    std::atomic<std::uint64_t> watched_ = 0; ///< where a search is

    mutable std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::deque<Command> queue_;
    bool ending_ = false;
    EngineStatus status_;
    std::shared_ptr<const Moment> moment_;
    std::shared_ptr<const std::vector<BlockSpan>> blocks_;
    std::uint64_t next_id_ = 1;
    std::uint64_t run_from_ = 0; ///< position at which the search began
    std::chrono::steady_clock::time_point busy_since_;
    std::vector<UserBreakpoint> breakpoints_;
    bool breakpoints_changed_ = false;
    Lens lens_;

    std::thread thread_; ///< last, so that it starts when all else is there
};

} // namespace warpscope::gui
