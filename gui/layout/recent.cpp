// The list as JSON.
#include "gui/layout/recent.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace warpscope::gui {
namespace {

constexpr int kRecentVersion = 1;

std::vector<std::string> texts(const nlohmann::json& object, const char* key) {
    std::vector<std::string> found;
    const auto list = object.find(key);
    if (list == object.end() || !list->is_array()) return found;
    for (const nlohmann::json& text : *list)
        if (text.is_string()) found.push_back(text.get<std::string>());
    return found;
}

} // namespace

void add_recent(std::vector<RecentProgram>& recent, RecentProgram program) {
    std::erase_if(recent, [&](const RecentProgram& r) { return r.path == program.path; });
    recent.insert(recent.begin(), std::move(program));
    if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

std::string save_recent(const std::vector<RecentProgram>& recent) {
    nlohmann::ordered_json json;
    json["warpscope-gui-recent"] = kRecentVersion;
    json["programs"] = nlohmann::ordered_json::array();
    for (const RecentProgram& r : recent)
        json["programs"].push_back(
            {{"path", r.path}, {"arguments", r.arguments}, {"options", r.options}});
    // Paths need not be UTF-8.
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<std::vector<RecentProgram>> read_recent(std::string_view text, const std::string& name) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object() || !json.contains("warpscope-gui-recent") ||
        json["warpscope-gui-recent"] != kRecentVersion || !json.contains("programs") ||
        !json["programs"].is_array())
        return Diagnostic{{name}, "is no list of recent programs of this version", "delete it"};
    std::vector<RecentProgram> recent;
    for (const nlohmann::json& program : json["programs"]) {
        if (!program.is_object() || !program.contains("path") || !program["path"].is_string())
            continue;
        if (recent.size() < kMostRecent)
            recent.push_back({program["path"].get<std::string>(), texts(program, "arguments"),
                              texts(program, "options")});
    }
    return recent;
}

} // namespace warpscope::gui
