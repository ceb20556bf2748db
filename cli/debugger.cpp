// Opens launches, moves through them and says where it stands.
#include "cli/debugger.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/launch_in_process.h"
#include "runtime/report/interrupts.h"
#include "runtime/report/statistics.h"
#include "runtime/report/units.h"
#include "sim/checkers/rows.h"
#include "sim/debug/capsule.h"
#include "sim/debug/finding_places.h"

namespace warpscope::cli {
namespace {

/// On a terminal, tells of a long search how far it is.
class SearchDisplay {
public:
    explicit SearchDisplay(const std::atomic<std::uint64_t>& position) : position_(position) {
        if (isatty(STDERR_FILENO) == 1) thread_ = std::thread([this] { show(); });
    }
    ~SearchDisplay() {
        if (!thread_.joinable()) return;
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        changed_.notify_one();
        thread_.join();
        if (shown_) std::fputs("\r\033[K", stderr);
    }
    SearchDisplay(const SearchDisplay&) = delete;
    SearchDisplay& operator=(const SearchDisplay&) = delete;

private:
    void show() {
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, std::chrono::milliseconds(500), [this] { return done_; })) {
            std::fputs(fmt::format("\r\033[Kat {} (Ctrl-C stops here)",
                                   report::grouped(position_.load(std::memory_order_relaxed)))
                           .c_str(),
                       stderr);
            shown_ = true;
        }
    }
    const std::atomic<std::uint64_t>& position_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool done_ = false, shown_ = false;
    std::thread thread_;
};

/// What of a breakpoint holds in another launch too.
bool carry_over(Breakpoint& b, const CodeIndex& code) {
    if (b.kind == BreakpointKind::Watch || b.kind == BreakpointKind::Position) return false;
    if (b.kind != BreakpointKind::Code) return true;
    Result<CodeLocations> found = code.find(b.what, "");
    if (!found) return false;
    b.locations = std::move(*found);
    return true;
}

} // namespace

Status Debugger::open(std::size_t launch) {
    const Result<Capsule> capsule = read_capsule(target_.launches[launch]);
    if (!capsule) return capsule.error();
    SessionOptions options;
    options.history_bytes = target_.history_mib << 20;
    Result<std::unique_ptr<Session>> session = Session::open(*capsule, options);
    if (!session) return session.error();
    auto navigator = std::make_unique<Navigator>(**session);
    if (navigator_) {
        for (Breakpoint& b : navigator_->breakpoints().all())
            if (carry_over(b, navigator->code())) navigator->breakpoints().add(std::move(b));
    }
    navigator_ = std::move(navigator);
    session_ = std::move(*session);
    sources_.provide(session_->sources());
    findings_.reset();
    launch_ = launch;
    listed_line = 0;
    return Done{};
}

void Debugger::watched(const std::function<void()>& work) {
    const report::InterruptWatch interrupts;
    std::atomic<std::uint64_t> position = session_->position();
    const SearchDisplay display(position);
    navigator_->set_cancel(cancel_ != nullptr ? cancel_ : &report::InterruptWatch::flag());
    navigator_->set_watched(&position);
    work();
    cancelled_ = navigator_->cancelled();
    navigator_->set_watched(nullptr);
    navigator_->set_cancel(nullptr);
}

Stop Debugger::move(const std::function<Stop(Navigator&)>& moves) {
    listed_line = 0;
    return ask<Stop>(moves);
}

LaneMask Debugger::lanes_in_focus() const {
    return existing_lanes(*session_, navigator_->focus().warp);
}

Result<Evaluated> Debugger::evaluate(const Expression& expression, LaneMask lanes) {
    return expression.evaluate(*session_, navigator_->focus(), lanes, &names());
}

std::string Debugger::object_in_focus(const ObjectPlace& object) {
    const Focus& focus = navigator_->focus();
    return object_text(object, *session_, find_warp(*session_, focus.block, focus.warp),
                       focus.lane);
}

Status Debugger::check_condition(const Expression& condition) {
    // Where it will be met is not known, so no lane has values; but names are known or not.
    const Result<Evaluated> e = evaluate(condition, 0);
    if (e || !e.error().message.starts_with("no \"")) return Done{};
    return in_command(e.error(), condition.text());
}

std::string Debugger::focus_text(const Focus& focus) const {
    const LaunchRequest& request = session_->request();
    return fmt::format("block {}, warp {}, lane {}, thread {}",
                       index_text(from_linear_index(focus.block, request.grid), request.grid),
                       focus.warp, focus.lane,
                       index_text(thread_index(*session_, focus.warp, focus.lane), request.block));
}

SourceLine Debugger::line_in_focus() const {
    const std::vector<CodePlace> stack = navigator_->stack();
    if (stack.empty()) return {};
    for (const SourceLine& line : stack[0].source)
        if (line.line != 0) return line;
    return {};
}

std::string Debugger::source_of(const CodePlace& place) const {
    for (const SourceLine& line : place.source)
        if (line.line != 0) return fmt::format("{}:{}", short_path(line.file), line.line);
    return place.ptx_line != 0 ? fmt::format("ptx:{}", place.ptx_line) : place.function_name;
}

std::string Debugger::where() {
    const Focus& focus = navigator_->focus();
    std::string text =
        fmt::format("at {}: {}\n", report::grouped(session_->position()), focus_text(focus));
    const std::vector<CodePlace> stack = navigator_->stack();
    if (stack.empty())
        return text + (find_warp(*session_, focus.block, focus.warp)
                           ? "this lane has exited\n"
                           : "this block is not on the machine now\n");
    const SourceLine line = line_in_focus();
    if (line.line != 0) {
        text += fmt::format("{}:{}", short_path(line.file), line.line);
        if (!line.function.empty()) text += fmt::format(" in {}", line.function);
        text += fmt::format("\n{:>6}  {}\n", line.line, sources_.line(line.file, line.line));
    }
    if (stack[0].ptx_line != 0)
        text += fmt::format("   ptx:{:<4} {}\n", stack[0].ptx_line,
                            ptx_line_text(*session_, stack[0].ptx_line));
    else
        text += fmt::format("   the end of {}\n", stack[0].function_name);
    return text;
}

std::string Debugger::end_text() const {
    const LaunchResult& result = session_->result();
    return fmt::format("the launch has ended: {}, {} warp instructions\n",
                       report::outcome_name(result.outcome), report::grouped(session_->position()));
}

std::string Debugger::hits_text(const Stop& stop) {
    std::string text;
    for (const Stop::Hit& hit : stop.hits) {
        Breakpoint* const b = navigator_->breakpoints().find(hit.breakpoint);
        text += fmt::format("breakpoint {}", hit.breakpoint);
        if (b != nullptr) text += fmt::format(", {}", b->what);
        text += fmt::format(": {} {}\n", count_lanes(hit.lanes) == 1 ? "lane" : "lanes",
                            report::lane_ranges(hit.lanes));
        if (b == nullptr || b->kind != BreakpointKind::Watch || !stop.next) continue;
        unsigned told = 0;
        for_each_lane(hit.lanes, [&](unsigned lane) {
            const auto change = change_of(*stop.next, b->watched, lane);
            if (!change || ++told > 4) return;
            const std::string before = bits_text(change->before, change->bytes, 'x');
            const std::string after = bits_text(change->after, change->bytes, 'x');
            text += before == after
                        ? fmt::format("  lane {} finds {}\n", lane, before)
                        : fmt::format("  lane {} will change {} to {}\n", lane, before, after);
        });
    }
    const bool costs = std::any_of(stop.hits.begin(), stop.hits.end(), [&](const Stop::Hit& hit) {
        const Breakpoint* const b = navigator_->breakpoints().find(hit.breakpoint);
        return b != nullptr &&
               (b->kind == BreakpointKind::Conflict || b->kind == BreakpointKind::Sectors);
    });
    if (costs && stop.next) text += accesses_text(*stop.next);
    return text;
}

std::string Debugger::stop_text(const Stop& stop) {
    std::string text;
    for (const std::string& printed : navigator_->take_printed())
        text += printed;
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    switch (stop.why) {
    case Stop::Why::Step: break;
    case Stop::Why::Breakpoint: text += hits_text(stop); break;
    case Stop::Why::LaneExited:
        text += "the lane has left the kernel; who runs next is in focus\n";
        break;
    case Stop::Why::Beginning: text += "the beginning\n"; break;
    case Stop::Why::NotFound: text += "there is no such moment; nothing moved\n"; break;
    case Stop::Why::Cancelled: text += "stopped by Ctrl-C\n"; break;
    case Stop::Why::End: return text + end_text();
    }
    return text + where() + display_text();
}

std::string Debugger::display_text() {
    std::string text;
    for (const Display& display : displays) {
        const LaneMask lanes =
            display.format.all_lanes ? lanes_in_focus() : 1u << navigator_->focus().lane;
        const Result<Evaluated> e = evaluate(display.expression, lanes);
        std::string value;
        if (!e)
            value = e.error().message;
        else if (e->array)
            value = "an array: display an element";
        else if (e->object)
            value = object_in_focus(*e->object);
        else if (display.format.all_lanes)
            value = lanes_text(e->values, lanes, display.format.letter);
        else
            value = has_lane(e->values.valid, navigator_->focus().lane)
                        ? value_text(e->values, navigator_->focus().lane, display.format.letter)
                        : e->values.trouble;
        const bool rows = value.find('\n') != value.rfind('\n');
        text += fmt::format("{}: {} ={}{}{}", display.number, display.expression.text(),
                            rows ? "\n" : " ", value, value.ends_with('\n') ? "" : "\n");
    }
    return text;
}

Result<const std::vector<PlacedFinding>*> Debugger::findings() {
    if (findings_) return &*findings_;
    const Result<Capsule> capsule = read_capsule(target_.launches[launch_]);
    if (!capsule) return capsule.error();
    Result<PreparedLaunch> launch = prepare_launch(*capsule);
    if (!launch) return launch.error();
    report::RunSettings settings;
    Result<std::vector<std::string>> checks = checkers_named("all");
    if (!checks) return checks.error();
    settings.checks = std::move(*checks);
    std::unique_ptr<std::FILE, decltype(&std::fclose)> nowhere(std::fopen("/dev/null", "w"),
                                                               std::fclose);
    if (nowhere == nullptr)
        return Diagnostic{{"/dev/null"}, "cannot be written", "check its permissions"};
    RunReport run;
    const Result<LaunchResult> result = run_in_process(*launch, settings, nowhere.get(), run);
    if (!result) return result.error();
    const std::vector<Finding>& found = run.launches.back().findings;
    const auto places = ask<std::vector<std::optional<std::uint64_t>>>(
        [&](Navigator& n) { return find_places(n, found); });
    std::vector<PlacedFinding> placed;
    for (std::size_t k = 0; k < found.size(); ++k)
        placed.push_back({found[k], places[k]});
    if (!cancelled_) findings_ = std::move(placed);
    if (!findings_) return Diagnostic{{}, "stopped by Ctrl-C", "ask again"};
    return &*findings_;
}

Diagnostic in_command(const Diagnostic& problem, const std::string& expression) {
    Diagnostic d = problem;
    if (d.where.column != 0)
        d.message = fmt::format("column {} of \"{}\": {}", d.where.column, expression, d.message);
    d.where = {};
    return d;
}

} // namespace warpscope::cli
