// Layouts as JSON: what the user moved, kept from one start to the next.
#include <nlohmann/json.hpp>

#include "gui/layout/layout.h"

namespace warpscope::gui {
namespace {

constexpr int kVersion = 1;
constexpr std::size_t kMostWatches = 64;

float share(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number()) return 0;
    const float value = found->get<float>();
    return value > 0 && value < 1 ? value : 0;
}

} // namespace

std::string save_layout(const LayoutState& state) {
    nlohmann::ordered_json json;
    json["warpscope-gui-layout"] = kVersion;
    json["workspace"] = name_of(state.workspace);
    for (unsigned w = 0; w < kWorkspaces; ++w) {
        const Splits& s = state.splits[w];
        json["splits"][name_of(static_cast<Workspace>(w))] = {
            {"left", s.left}, {"source", s.source}, {"warps", s.warps}, {"lanes", s.lanes}};
    }
    json["watches"] = state.watches;
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<LayoutState> read_layout(std::string_view text, const std::string& name) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object() || !json.contains("warpscope-gui-layout") ||
        json["warpscope-gui-layout"] != kVersion)
        return Diagnostic{{name}, "is no saved layout of this version", "delete it"};
    LayoutState state;
    const auto splits = json.find("splits");
    for (unsigned w = 0; w < kWorkspaces; ++w) {
        const char* const workspace = name_of(static_cast<Workspace>(w));
        if (json.contains("workspace") && json["workspace"] == workspace)
            state.workspace = static_cast<Workspace>(w);
        if (splits == json.end() || !splits->is_object()) continue;
        const auto of = splits->find(workspace);
        if (of == splits->end() || !of->is_object()) continue;
        state.splits[w] = {share(*of, "left"), share(*of, "source"), share(*of, "warps"),
                           share(*of, "lanes")};
    }
    if (const auto watches = json.find("watches"); watches != json.end() && watches->is_array())
        for (const nlohmann::json& watch : *watches)
            if (watch.is_string() && state.watches.size() < kMostWatches)
                state.watches.push_back(watch.get<std::string>());
    return state;
}

} // namespace warpscope::gui
