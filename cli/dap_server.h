// DapServer: a debugger that editors talk to (Debug Adapter Protocol 1.6x).
//
// Threads are the warps of the block in focus. Every request has its row in a table.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/dap_connection.h"
#include "cli/debugger.h"

namespace warpscope::cli {

/// What a request was refused for.
struct DapRefusal {
    std::string message;
};

class DapServer {
public:
    explicit DapServer(DapConnection& connection) : connection_(connection) {}
    /// Until the other side leaves.
    void serve();

private:
    using Json = nlohmann::json;
    struct Request {
        const char* command;
        Json (DapServer::*answer)(const Json& arguments);
    };
    static const std::vector<Request>& requests();
    void handle(const Json& message);
    Debugger& debugger(); ///< throws DapRefusal before `launch`

    // dap_control.cpp
    Json initialize(const Json&);
    Json launch(const Json&);
    Json configuration_done(const Json&);
    Json disconnect(const Json&);
    Json threads(const Json&);
    Json go_on(const Json&);
    Json reverse_continue(const Json&);
    Json next(const Json&);
    Json step_in(const Json&);
    Json step_out(const Json&);
    Json step_back(const Json&);
    Json pause(const Json&);
    Json goto_targets(const Json&);
    Json go_to(const Json&);
    // dap_breakpoints.cpp
    Json set_breakpoints(const Json&);
    Json set_function_breakpoints(const Json&);
    Json set_instruction_breakpoints(const Json&);
    Json data_breakpoint_info(const Json&);
    Json set_data_breakpoints(const Json&);
    Json set_exception_breakpoints(const Json&);
    Json exception_info(const Json&);
    // dap_state.cpp
    Json stack_trace(const Json&);
    Json scopes(const Json&);
    Json variables(const Json&);
    Json evaluate(const Json&);
    Json source(const Json&);
    Json read_memory(const Json&);
    Json disassemble(const Json&);

    /// What is done once the request has its answer: moves, which end in an event.
    void later(std::function<void()> work) { later_.push_back(std::move(work)); }
    void move(const Json& arguments, const std::function<Stop(Navigator&)>& moves);
    void stepped(const Json& arguments, LineStep kind, Direction direction);
    void tell_stop(const Stop& stop);
    void tell_printed();
    void forget_places();
    void focus_thread(const Json& arguments);

    // Breakpoints of one group, which the editor always sends together.
    Json place_breakpoints(const std::string& group, std::vector<Result<Breakpoint>> wanted,
                           const std::vector<Json>& asked);
    Json breakpoint_json(const Breakpoint& breakpoint);

    /// What a variablesReference or a frame stands for, until the next stop.
    enum class Part : std::uint8_t { Locals, Lane, Warp, Block, Launch, Array, Object, Lanes };
    struct Place {
        Part part = Part::Lane;
        Focus focus;
        std::optional<ArrayPlace> array = std::nullopt;
        std::optional<ObjectPlace> object = std::nullopt;
        LaneValues values = {};
    };
    struct FramePlace {
        Focus focus;
        bool innermost = true; ///< of the functions of the PTX: the one whose registers are known
        CodePlace at;
    };
    int reference(Place place);
    Json scope(const char* name, Part part, const Focus& focus);
    Json named(const std::string& name, const Result<Evaluated>& e, const Focus& focus);
    Json named_object(const std::string& name, const ObjectPlace& object, const Focus& focus);
    Json local_variables(const Place& place);
    Json object_variables(const Place& place, std::uint64_t start, std::uint64_t count);
    Json lane_variables(const Place& place);
    Json warp_variables(const Place& place);
    Json block_variables(const Place& place);
    Json launch_variables(const Place& place);
    Json array_variables(const Place& place, std::uint64_t start, std::uint64_t count);
    Json lanes_variables(const Place& place);
    Json source_json(const std::string& file);
    Json repl(const std::string& text);
    FramePlace frame_of(const Json& arguments);
    Result<Evaluated> value_of(const std::string& text, const Focus& focus, LaneMask lanes);

    DapConnection& connection_;
    std::unique_ptr<Debugger> debugger_;
    std::vector<std::function<void()>> later_;
    std::vector<Place> places_;
    std::vector<FramePlace> frames_;
    std::vector<std::string> texts_; ///< of sourceReference k + 1
    std::vector<CodeLocations> goto_targets_;
    std::map<std::string, std::vector<unsigned>> groups_; ///< breakpoint numbers
    std::string exception_;                               ///< what the last stop was about
    bool stop_on_entry_ = false, configured_ = false, leaving_ = false;
    bool lines_from_one_ = true;
};

} // namespace warpscope::cli
