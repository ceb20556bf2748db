// Breakpoints as JSON, by program.
#include <nlohmann/json.hpp>

#include "gui/views/breakpoint_list.h"

namespace warpscope::views {
namespace {

constexpr int kVersion = 1;
constexpr std::size_t kMostPrograms = 200;

using StopKind = UserBreakpoint::Kind;

} // namespace

std::string save_breakpoints(const SavedBreakpoints& saved) {
    nlohmann::ordered_json json;
    json["warpscope-gui-breakpoints"] = kVersion;
    json["programs"] = nlohmann::ordered_json::object();
    std::size_t programs = 0;
    for (const auto& [program, breakpoints] : saved) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const UserBreakpoint& b : breakpoints) {
            if (b.kind != StopKind::Line && b.kind != StopKind::Ptx) continue;
            nlohmann::ordered_json one = {{b.kind == StopKind::Ptx ? "ptx" : "line", b.line}};
            if (b.kind == StopKind::Line) one["file"] = b.file;
            if (const std::string text = condition_text(b); !text.empty()) one["if"] = text;
            if (!b.enabled) one["off"] = true;
            list.push_back(std::move(one));
        }
        if (!list.empty() && programs++ < kMostPrograms) json["programs"][program] = list;
    }
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<SavedBreakpoints> read_breakpoints(std::string_view text, const std::string& name) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object() || !json.contains("warpscope-gui-breakpoints") ||
        json["warpscope-gui-breakpoints"] != kVersion || !json.contains("programs") ||
        !json["programs"].is_object())
        return Diagnostic{{name}, "holds no breakpoints of this version", "delete it"};
    SavedBreakpoints saved;
    for (const auto& [program, list] : json["programs"].items()) {
        if (!list.is_array()) continue;
        BreakpointList breakpoints;
        for (const auto& one : list) {
            if (!one.is_object()) continue;
            BreakPlace place;
            const bool ptx = one.contains("ptx");
            const auto line = one.find(ptx ? "ptx" : "line");
            if (line == one.end() || !line->is_number_unsigned()) continue;
            place.kind = ptx ? StopKind::Ptx : StopKind::Line;
            place.line = line->get<std::uint32_t>();
            if (!ptx && one.contains("file") && one["file"].is_string())
                place.file = one["file"].get<std::string>();
            const bool conditional = one.contains("if") && one["if"].is_string();
            // A condition that cannot be read any more stops always rather than never.
            if (!breakpoints.set_condition(place, conditional ? one["if"].get<std::string>() : ""))
                breakpoints.toggle(place);
            if (one.contains("off") && one["off"] == true)
                breakpoints.toggle_enabled(breakpoints.at(place)->id);
        }
        saved[program] = breakpoints.all();
    }
    return saved;
}

} // namespace warpscope::views
