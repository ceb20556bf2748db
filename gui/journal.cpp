// Writing the journal.
#include "gui/journal.h"

#include <nlohmann/json.hpp>

#include "gui/app.h"
#include "gui/panels/registry.h"
#include "gui/panels/shared_memory.h"

namespace warpscope::gui {
namespace {

using Json = nlohmann::ordered_json;

void add_moment(const App& app, Json& line) {
    const Moment& moment = *app.moment();
    const views::Selection& selection = app.selection();
    const Dim3 block = from_linear_index(moment.block, moment.facts->grid);
    const CodeLine* code = moment.facts->find(moment.step.at.function, moment.step.at.instruction);
    line["launch"] = moment.facts->launch;
    line["kernel"] = moment.facts->kernel;
    line["block"] = {block.x, block.y, block.z};
    line["step"] = app.views().step.now;
    line["of"] = app.views().step.all;
    line["position"] = moment.snapshot.position;
    line["ended"] = moment.ended;
    if (moment.hash) line["hash"] = to_string(*moment.hash);
    line["warp"] = selection.warp;
    line["lane"] = selection.lane;
    line["line"] = app.shown_line();
    if (code != nullptr) line["ptx_line"] = code->ptx_line, line["instruction"] = code->mnemonic;
    if (const auto& banks = app.views().banks) {
        line["passes"] = banks->passes;
        if (const auto pass = shown_pass(app.state(), banks->passes)) line["pass"] = *pass + 1;
    }
    line["findings"] = app.views().findings.kinds.size();
}

} // namespace

std::string journal_line(const App& app) {
    Json line;
    const UiState& state = app.state();
    const EngineStatus& status = app.status();
    line["program"] = status.program;
    if (app.moment() != nullptr) add_moment(app, line);
    static constexpr const char* kMemory[] = {"shared", "global", "local"};
    line["workspace"] = name_of(state.layout.workspace);
    line["tab"] = state.lower_tab;
    line["memory"] = kMemory[static_cast<unsigned>(state.memory)];
    if (state.layout.enlarged)
        if (const PanelRow* row = panel_at(*state.layout.enlarged, state))
            line["enlarged"] = row->id;
    line["large"] = state.layout.large;
    line["with_fix"] = state.with_fix;
    line["playing"] = state.playing;
    line["breakpoints"] = Json::array();
    line["writes_condition"] = state.breaks.edited.has_value();
    line["conditions"] = Json::array();
    for (const views::UserBreakpoint& b : state.breakpoints.all()) {
        line["breakpoints"].push_back(b.line);
        line["conditions"].push_back(b.condition);
    }
    line["editing"] = state.editing;
    line["edited"] = state.edit != nullptr && state.edit->newer_than_run();
    line["errors"] = state.edit != nullptr ? state.edit->errors() : 0;
    line["builds"] = status.built.number;
    line["busy"] = status.busy;
    if (status.error) line["error"] = to_string(*status.error);
    if (!state.message.empty()) line["message"] = state.message;
    return line.dump();
}

Status Journal::open(const std::filesystem::path& file) {
    out_.open(file);
    if (!out_)
        return Diagnostic{{file.string()}, "the journal cannot be written", "name another file"};
    return Done{};
}

void Journal::note(const App& app) {
    if (!out_.is_open()) return;
    std::string line = journal_line(app);
    if (line == last_) return;
    out_ << line << std::endl; // whoever reads it waits for the line
    last_ = std::move(line);
}

} // namespace warpscope::gui
