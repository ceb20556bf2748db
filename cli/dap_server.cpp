// Requests and their answers.
#include "cli/dap_server.h"

#include <fmt/format.h>

namespace warpscope::cli {

const std::vector<DapServer::Request>& DapServer::requests() {
    static const std::vector<Request> rows = {
        {"initialize", &DapServer::initialize},
        {"launch", &DapServer::launch},
        {"configurationDone", &DapServer::configuration_done},
        {"disconnect", &DapServer::disconnect},
        {"terminate", &DapServer::disconnect},
        {"threads", &DapServer::threads},
        {"continue", &DapServer::go_on},
        {"reverseContinue", &DapServer::reverse_continue},
        {"next", &DapServer::next},
        {"stepIn", &DapServer::step_in},
        {"stepOut", &DapServer::step_out},
        {"stepBack", &DapServer::step_back},
        {"pause", &DapServer::pause},
        {"gotoTargets", &DapServer::goto_targets},
        {"goto", &DapServer::go_to},
        {"setBreakpoints", &DapServer::set_breakpoints},
        {"setFunctionBreakpoints", &DapServer::set_function_breakpoints},
        {"setInstructionBreakpoints", &DapServer::set_instruction_breakpoints},
        {"dataBreakpointInfo", &DapServer::data_breakpoint_info},
        {"setDataBreakpoints", &DapServer::set_data_breakpoints},
        {"setExceptionBreakpoints", &DapServer::set_exception_breakpoints},
        {"exceptionInfo", &DapServer::exception_info},
        {"stackTrace", &DapServer::stack_trace},
        {"scopes", &DapServer::scopes},
        {"variables", &DapServer::variables},
        {"evaluate", &DapServer::evaluate},
        {"source", &DapServer::source},
        {"readMemory", &DapServer::read_memory},
        {"disassemble", &DapServer::disassemble},
    };
    return rows;
}

void DapServer::serve() {
    while (!leaving_) {
        const std::optional<Json> message = connection_.receive();
        if (!message) return;
        handle(*message);
        const std::vector<std::function<void()>> work = std::move(later_);
        later_.clear();
        for (const auto& w : work) {
            try {
                w();
            } catch (const DapRefusal& refusal) {
                connection_.send_event(
                    "output", {{"category", "stderr"}, {"output", refusal.message + "\n"}});
            }
        }
    }
}

void DapServer::handle(const Json& message) {
    const auto text = [&](const char* field) {
        const auto found = message.find(field);
        return found != message.end() && found->is_string() ? found->get<std::string>() : "";
    };
    if (text("type") != "request") {
        if (text("type") == "malformed")
            connection_.send_event(
                "output", {{"category", "stderr"}, {"output", "a message was no JSON object\n"}});
        return;
    }
    const auto number = message.find("seq");
    Json response = {
        {"type", "response"},
        {"request_seq", number != message.end() && number->is_number_integer() ? *number : Json(0)},
        {"command", text("command")},
        {"success", true}};
    const auto refuse = [&](const std::string& why) {
        response["success"] = false;
        response["message"] = why;
        response["body"] = {{"error", {{"id", 1}, {"format", why}, {"showUser", true}}}};
    };
    try {
        const auto arguments = message.find("arguments");
        const Json given =
            arguments != message.end() && arguments->is_object() ? *arguments : Json::object();
        const Request* row = nullptr;
        for (const Request& r : requests())
            if (text("command") == r.command) row = &r;
        if (row == nullptr)
            refuse(fmt::format("there is no request \"{}\"", text("command")));
        else if (Json body = (this->*row->answer)(given); !body.is_null())
            response["body"] = std::move(body);
    } catch (const DapRefusal& refusal) {
        refuse(refusal.message);
    } catch (const nlohmann::json::exception& error) {
        refuse(fmt::format("the arguments are not those of the protocol: {}", error.what()));
    }
    connection_.send(std::move(response));
}

Debugger& DapServer::debugger() {
    if (debugger_ == nullptr) throw DapRefusal{"nothing is debugged yet: launch comes first"};
    return *debugger_;
}

} // namespace warpscope::cli
