// Requests that start, move and end.
#include <algorithm>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/dap_output.h"
#include "cli/dap_server.h"
#include "cli/debugger_commands.h"
#include "runtime/report/units.h"

namespace warpscope::cli {
namespace {

using DapJson = nlohmann::json;

std::string text_or(const DapJson& arguments, const char* name, const std::string& otherwise) {
    const auto found = arguments.find(name);
    return found == arguments.end() || found->is_null() ? otherwise : found->get<std::string>();
}

/// The words of a `warpscope run` command line that the arguments of `launch` stand for.
std::vector<std::string> run_words(const DapJson& arguments) {
    std::vector<std::string> words = {arguments.at("program").get<std::string>()};
    for (const auto& [name, option] :
         {std::pair("gpu", "--gpu"), std::pair("check", "--check"), std::pair("grid", "--grid"),
          std::pair("block", "--block"), std::pair("kernel", "--kernel")}) {
        if (const std::string value = text_or(arguments, name, ""); !value.empty()) {
            words.emplace_back(option);
            words.push_back(value);
        }
    }
    if (const auto seed = arguments.find("seed"); seed != arguments.end()) {
        words.emplace_back("--seed");
        words.push_back(std::to_string(seed->get<std::uint64_t>()));
    }
    if (const auto more = arguments.find("runOptions"); more != arguments.end())
        for (const DapJson& word : *more)
            words.push_back(word.get<std::string>());
    return words;
}

/// Runs the program, or takes the capsule.
Result<DebugTarget> target_of(const DapJson& arguments) {
    const std::vector<std::string> words = run_words(arguments);
    CLI::App app("", "dap");
    RunOptions options;
    options.report.progress = ShowProgress::Never;
    if (const auto given = arguments.find("args"); given != arguments.end())
        for (const DapJson& word : *given)
            options.program_arguments.push_back(word.get<std::string>());
    add_run_options(app, options);
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& error) {
        return Diagnostic{{}, error.what(), "check the launch configuration"};
    }
    unsigned launch = 0;
    if (const auto number = arguments.find("launch"); number != arguments.end())
        launch = number->get<unsigned>();
    return make_debug_target(app, options, launch);
}

std::string said(const Diagnostic& d) {
    std::string text = d.where.file.empty() ? d.message : d.where.file + ": " + d.message;
    return d.hint.empty() ? text : text + "; try: " + d.hint;
}

} // namespace

DapServer::Json DapServer::initialize(const Json& arguments) {
    lines_from_one_ = arguments.value("linesStartAt1", true);
    return {
        {"supportsConfigurationDoneRequest", true},
        {"supportsFunctionBreakpoints", true},
        {"supportsConditionalBreakpoints", true},
        {"supportsHitConditionalBreakpoints", true},
        {"supportsEvaluateForHovers", true},
        {"supportsStepBack", true},
        {"supportsSteppingGranularity", true},
        {"supportsGotoTargetsRequest", true},
        {"supportsDataBreakpoints", true},
        {"supportsInstructionBreakpoints", true},
        {"supportsReadMemoryRequest", true},
        {"supportsDisassembleRequest", true},
        {"supportsExceptionInfoRequest", true},
        {"supportsTerminateRequest", true},
        {"exceptionBreakpointFilters",
         {{{"filter", "findings"},
           {"label", "Findings of the checkers"},
           {"description", "Stop before what the checkers find in this launch"},
           {"default", true}},
          {{"filter", "conflicts"}, {"label", "Bank conflicts of 32 ways"}, {"default", false}}}}};
}

DapServer::Json DapServer::launch(const Json& arguments) {
    if (debugger_ != nullptr) throw DapRefusal{"something is debugged already"};
    stop_on_entry_ = arguments.value("stopOnEntry", false);
    if (const std::string folder = text_or(arguments, "cwd", ""); !folder.empty())
        if (chdir(folder.c_str()) != 0) throw DapRefusal{folder + " is no folder to work in"};
    Result<DebugTarget> target = [&] {
        const ForwardedOutput forwarded(connection_);
        return target_of(arguments);
    }();
    if (!target) throw DapRefusal{said(target.error())};
    const std::size_t first = target->first;
    auto debugger = std::make_unique<Debugger>(std::move(*target));
    if (Status opened = debugger->open(first); !opened) throw DapRefusal{said(opened.error())};
    debugger_ = std::move(debugger);
    debugger_->set_cancel(&connection_.pause_asked());
    later([this] { connection_.send_event("initialized", Json::object()); });
    return nullptr;
}

DapServer::Json DapServer::configuration_done(const Json&) {
    debugger();
    configured_ = true;
    if (stop_on_entry_)
        later([this] {
            connection_.send_event("stopped",
                                   {{"reason", "entry"},
                                    {"threadId", debugger().navigator().focus().warp + 1},
                                    {"allThreadsStopped", true}});
        });
    else
        move(Json::object(), [](Navigator& n) { return n.go_on(Direction::Forward); });
    return nullptr;
}

DapServer::Json DapServer::disconnect(const Json&) {
    leaving_ = true;
    later([this] { connection_.send_event("terminated", Json::object()); });
    return nullptr;
}

DapServer::Json DapServer::threads(const Json&) {
    Json list = Json::array();
    if (debugger_ != nullptr) {
        const LaunchRequest& request = debugger_->session().request();
        const std::string block = index_text(
            from_linear_index(debugger_->navigator().focus().block, request.grid), request.grid);
        for (std::uint32_t w = 0; w < warps_of_block(debugger_->session()); ++w)
            list.push_back({{"id", w + 1}, {"name", fmt::format("block {} warp {}", block, w)}});
    }
    return {{"threads", list}};
}

/// A thread of the protocol is a warp of the block in focus.
void DapServer::focus_thread(const Json& arguments) {
    Navigator& n = debugger().navigator();
    const auto thread = arguments.find("threadId");
    if (thread == arguments.end()) return;
    const std::uint64_t warp = thread->get<std::uint64_t>() - 1;
    if (warp == n.focus().warp || warp >= warps_of_block(debugger().session())) return;
    Focus focus = n.focus();
    focus.warp = static_cast<std::uint32_t>(warp);
    focus.lane = n.living_lane(focus.block, focus.warp).value_or(0);
    n.set_focus(focus);
}

void DapServer::move(const Json& arguments, const std::function<Stop(Navigator&)>& moves) {
    focus_thread(arguments);
    later([this, moves] {
        forget_places();
        tell_stop(debugger().move(moves));
    });
}

void DapServer::tell_printed() {
    for (const std::string& text : debugger().navigator().take_printed())
        connection_.send_event("output", {{"category", "stdout"}, {"output", text}});
}

void DapServer::tell_stop(const Stop& stop) {
    tell_printed();
    exception_.clear();
    Debugger& d = debugger();
    std::string reason = "step", text;
    Json hit = Json::array();
    switch (stop.why) {
    case Stop::Why::Step: break;
    case Stop::Why::Breakpoint:
        reason = "breakpoint";
        for (const Stop::Hit& h : stop.hits) {
            hit.push_back(h.breakpoint);
            const Breakpoint* const b = d.navigator().breakpoints().find(h.breakpoint);
            if (b == nullptr) continue;
            if (b->kind == BreakpointKind::Watch) reason = "data breakpoint";
            if (b->kind == BreakpointKind::Position || b->kind == BreakpointKind::Conflict)
                reason = "exception";
        }
        break;
    case Stop::Why::LaneExited: text = "the lane has left the kernel"; break;
    case Stop::Why::Beginning: text = "the beginning"; break;
    case Stop::Why::NotFound: text = "there is no such moment"; break;
    case Stop::Why::Cancelled: reason = "pause"; break;
    case Stop::Why::End:
        reason = d.session().result().outcome == LaunchOutcome::Finished ? "pause" : "exception";
        text = d.end_text();
        break;
    }
    if (reason == "exception") {
        if (stop.why != Stop::Why::End)
            exception_ = stop.next ? accesses_text(*stop.next) : "";
        else
            exception_ = text;
        if (const auto found = d.findings())
            for (const PlacedFinding& f : **found)
                if (f.position &&
                    (*f.position == d.session().position() + 1 ||
                     (stop.why == Stop::Why::End && *f.position == d.session().position())))
                    exception_ = f.finding.message + "\n" + f.finding.advice;
    }
    Json body = {{"reason", reason},
                 {"threadId", d.navigator().focus().warp + 1},
                 {"allThreadsStopped", true}};
    if (!hit.empty()) body["hitBreakpointIds"] = hit;
    if (!text.empty()) body["text"] = body["description"] = text;
    if (!exception_.empty()) body["text"] = exception_.substr(0, exception_.find('\n'));
    connection_.send_event("stopped", std::move(body));
}

DapServer::Json DapServer::go_on(const Json& arguments) {
    if (debugger().session().ended()) {
        later([this] { connection_.send_event("terminated", Json::object()); });
        return {{"allThreadsContinued", true}};
    }
    move(arguments, [](Navigator& n) { return n.go_on(Direction::Forward); });
    return {{"allThreadsContinued", true}};
}

DapServer::Json DapServer::reverse_continue(const Json& arguments) {
    move(arguments, [](Navigator& n) { return n.go_on(Direction::Back); });
    return nullptr;
}

void DapServer::stepped(const Json& arguments, LineStep kind, Direction direction) {
    const bool instruction = arguments.value("granularity", "statement") == "instruction";
    move(arguments, [=](Navigator& n) {
        return instruction ? n.step_instruction(direction) : n.step_line(kind, direction);
    });
}

DapServer::Json DapServer::next(const Json& arguments) {
    stepped(arguments, LineStep::Over, Direction::Forward);
    return nullptr;
}
DapServer::Json DapServer::step_in(const Json& arguments) {
    stepped(arguments, LineStep::Into, Direction::Forward);
    return nullptr;
}
DapServer::Json DapServer::step_out(const Json& arguments) {
    move(arguments, [](Navigator& n) { return n.step_line(LineStep::Out, Direction::Forward); });
    return nullptr;
}
DapServer::Json DapServer::step_back(const Json& arguments) {
    stepped(arguments, LineStep::Over, Direction::Back);
    return nullptr;
}

DapServer::Json DapServer::pause(const Json&) {
    // Whatever went on has ended already, when this request was seen.
    debugger();
    return nullptr;
}

DapServer::Json DapServer::goto_targets(const Json& arguments) {
    const Json& given = arguments.at("source");
    const std::uint32_t line = arguments.at("line").get<std::uint32_t>() + !lines_from_one_;
    Result<CodeLocations> place = debugger().navigator().code().on_source_line(
        text_or(given, "path", text_or(given, "name", "")), line);
    if (!place) throw DapRefusal{said(place.error())};
    goto_targets_.push_back(std::move(*place));
    const std::size_t id = goto_targets_.size();
    return {{"targets",
             {{{"id", id},
               {"label", fmt::format("line {}: who comes there next, or came last",
                                     goto_targets_.back().line)},
               {"line", goto_targets_.back().line - !lines_from_one_}}}}};
}

DapServer::Json DapServer::go_to(const Json& arguments) {
    const std::size_t id = arguments.at("targetId").get<std::size_t>();
    if (id == 0 || id > goto_targets_.size()) throw DapRefusal{"there is no such target"};
    const CodeLocations place = goto_targets_[id - 1];
    move(arguments, [place](Navigator& n) {
        const std::uint64_t start = n.session().position();
        Stop stop = n.run_to(place, Direction::Forward);
        if (stop.why != Stop::Why::End) return stop;
        n.go_to(start);
        return n.run_to(place, Direction::Back);
    });
    return nullptr;
}

} // namespace warpscope::cli
