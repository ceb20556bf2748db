// Debugger: a launch under the terminal debugger's commands. The debug adapter uses it too.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/debug_target.h"
#include "cli/debug_values.h"
#include "cli/source_texts.h"
#include "sim/debug/navigation.h"
#include "sim/debug/questions.h"

namespace warpscope::cli {

/// A finding of the checkers, and the position behind its warp instruction, if that comes again.
struct PlacedFinding {
    Finding finding;
    std::optional<std::uint64_t> position;
};

struct Display {
    unsigned number = 0;
    ValueFormat format;
    Expression expression;
};

class Debugger {
public:
    explicit Debugger(DebugTarget target) : target_(std::move(target)) {}

    /// Opens a launch by its index among the target's. Breakpoints at places of the code and on
    /// findings, conflicts and sectors are taken along, as far as the kernel has those places.
    Status open(std::size_t launch);

    /// Carries out one command line and gives what it has to say.
    Result<std::string> execute(const std::string& line);
    /// The line that an empty one repeats.
    const std::string& repeatable() const { return repeatable_; }
    bool quits() const { return quits_; }
    void quit() { quits_ = true; }
    /// What ends long moves, instead of Ctrl-C.
    void set_cancel(const std::atomic<bool>* cancel) { cancel_ = cancel; }
    /// Whether the last move was ended so.
    bool was_cancelled() const { return cancelled_; }

    Navigator& navigator() { return *navigator_; }
    const Navigator& navigator() const { return *navigator_; }
    Session& session() { return *session_; }
    const DebugTarget& target() const { return target_; }
    std::size_t launch() const { return launch_; }
    SourceTexts& sources() { return sources_; }
    /// Variables of the source; an optimised build has none.
    const SourceVariables& names() const { return navigator_->names(); }

    /// Who is in focus, and the source and PTX line that runs next.
    std::string where();
    /// Why it stands, then where; then the displays.
    std::string stop_text(const Stop& stop);
    std::string display_text();
    std::string end_text() const; ///< how the launch ended
    /// "block (5, 2), warp 3, lane 7, thread (7, 3)".
    std::string focus_text(const Focus& focus) const;
    /// The line of the source in focus; file empty when there is none.
    SourceLine line_in_focus() const;
    std::string source_of(const CodePlace& place) const; ///< "2_shared.cu:44"

    Result<Evaluated> evaluate(const Expression& expression, LaneMask lanes);
    /// An array or struct as the lane in focus sees it.
    std::string object_in_focus(const ObjectPlace& object);
    /// Refuses a condition with names that are nowhere in the launch.
    Status check_condition(const Expression& condition);
    LaneMask lanes_in_focus() const; ///< that exist in the warp

    /// What checkers find in this launch; runs it once, the first time.
    Result<const std::vector<PlacedFinding>*> findings();
    /// Moves that may take long: Ctrl-C ends them, and a terminal shows how far they are.
    Stop move(const std::function<Stop(Navigator&)>& moves);
    template<class Answer>
    Answer ask(const std::function<Answer(Navigator&)>& asks);

    std::vector<Display> displays;
    unsigned next_display = 1;
    std::string listed_file;
    std::uint32_t listed_line = 0; ///< where `list` goes on; 0: around the line in focus

private:
    std::string hits_text(const Stop& stop);
    void watched(const std::function<void()>& work);

    DebugTarget target_;
    std::size_t launch_ = 0;
    std::unique_ptr<Session> session_;
    std::unique_ptr<Navigator> navigator_;
    SourceTexts sources_;
    std::optional<std::vector<PlacedFinding>> findings_;
    std::string repeatable_;
    const std::atomic<bool>* cancel_ = nullptr;
    bool quits_ = false, cancelled_ = false;
};

template<class Answer>
Answer Debugger::ask(const std::function<Answer(Navigator&)>& asks) {
    std::optional<Answer> answer;
    watched([&] { answer.emplace(asks(*navigator_)); });
    return std::move(*answer);
}

/// What a warp instruction does to memory, in a line each; empty of others.
std::string accesses_text(const StepRecord& step);
/// A column problem of an expression as part of a command.
Diagnostic in_command(const Diagnostic& problem, const std::string& expression);

} // namespace warpscope::cli
