// Writes reports as JSON.
#include "runtime/report/json.h"

#include <nlohmann/json.hpp>

#include "runtime/report/units.h"

namespace warpscope::report {
namespace {

using Json = nlohmann::ordered_json;

Json triple(const Dim3& d) {
    return Json::array({d.x, d.y, d.z});
}

const char* severity_name(Severity severity) {
    switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
    }
    return "error";
}

const char* relation_name(SourceRelation relation) {
    switch (relation) {
    case SourceRelation::Here: return "here";
    case SourceRelation::InlinedAt: return "inlined at";
    case SourceRelation::CalledFrom: return "called from";
    }
    return "here";
}

Json branch_json(const BranchReport& branch) {
    return {{"source", to_json(branch.source)},  {"ptx_line", branch.ptx_line},
            {"executions", branch.executions},   {"divergent", branch.divergent},
            {"lanes_taken", branch.lanes_taken}, {"lanes_not_taken", branch.lanes_not_taken}};
}

/// For lists.
Json source_json(const SourceLine& line) {
    return to_json(line);
}

template<class Items, class Convert>
Json list(const Items& items, Convert&& convert) {
    Json array = Json::array();
    for (const auto& item : items)
        array.push_back(convert(item));
    return array;
}

/// For lists.
Json party_json(const FindingParty& party) {
    return to_json(party);
}

Json instructions_json(const LaunchReport& report) {
    return {{"warp", report.warp_instructions},
            {"thread", report.thread_instructions},
            {"simt_efficiency", report.simt_efficiency},
            {"classes", list(report.classes, [](const ClassCount& c) -> Json {
                 return {{"class", c.instruction_class},
                         {"warp", c.warp_instructions},
                         {"thread", c.thread_instructions}};
             })}};
}

Json memory_json(const LaunchReport& report) {
    return list(report.memory, [](const MemoryCount& m) -> Json {
        return {{"space", m.space},
                {"kind", m.kind},
                {"warp_instructions", m.warp_instructions},
                {"thread_accesses", m.thread_accesses}};
    });
}

} // namespace

Json to_json(const SourceLine& line) {
    return {{"file", line.file},     {"line", line.line},
            {"column", line.column}, {"function", line.function},
            {"text", line.text},     {"relation", relation_name(line.relation)}};
}

Json to_json(const FilePosition& site) {
    if (site.line == 0) return nullptr;
    return {{"file", site.file}, {"line", site.line}};
}

Json to_json(const MemoryReference& m) {
    if (m.id == 0) return nullptr;
    return {{"id", m.id},
            {"name", m.name.empty() ? Json(nullptr) : Json(m.name)},
            {"address", hexadecimal(m.address)},
            {"bytes", m.bytes},
            {"allocated_at", to_json(m.allocated_at)}};
}

Json to_json(const FindingParty& p) {
    return {{"does", p.does},
            {"launch", p.launch},
            {"kernel", p.kernel},
            {"block", triple(p.block)},
            {"thread", triple(p.thread)},
            {"warp", p.warp},
            {"lane", p.lane},
            {"source", list(p.source, source_json)},
            {"ptx", {{"line", p.ptx_line}, {"text", p.ptx_text}}}};
}

Json to_json(const Finding& f) {
    Json json = {{"id", f.id},
                 {"checker", f.checker},
                 {"kind", f.kind},
                 {"classes", f.classes},
                 {"severity", severity_name(f.severity)},
                 {"message", f.message},
                 {"advice", f.advice},
                 {"details", f.details},
                 {"launch", f.launch},
                 {"kernel", f.kernel}};
    if (f.has_thread)
        json.update({{"block", triple(f.block)},
                     {"thread", triple(f.thread)},
                     {"warp", f.warp},
                     {"lane", f.lane},
                     {"lanes", hexadecimal(f.lanes)}});
    json.update({{"source", list(f.source, source_json)},
                 {"ptx", {{"line", f.ptx_line}, {"text", f.ptx_text}}},
                 {"parties", list(f.parties, party_json)},
                 {"address", f.has_address ? Json(hexadecimal(f.address)) : Json(nullptr)},
                 {"allocation", to_json(f.memory)},
                 {"times", f.times},
                 {"explain", f.explain},
                 {"not_kept", f.not_kept}});
    return json;
}

Json to_json(const LaunchReport& r) {
    Json json = {
        {"launch", r.launch},
        {"stream", r.stream},
        {"kernel", r.kernel},
        {"mangled", r.mangled},
        {"outcome", r.outcome},
        {"grid", triple(r.grid)},
        {"block", triple(r.block)},
        {"shared_bytes", {{"static", r.static_shared_bytes}, {"dynamic", r.dynamic_shared_bytes}}}};
    if (r.native)
        json["device_seconds"] = r.device_seconds ? Json(*r.device_seconds) : Json(nullptr);
    else
        json.update({{"instructions", instructions_json(r)},
                     {"memory", memory_json(r)},
                     {"divergent_branches", list(r.divergent_branches, branch_json)},
                     {"barriers", r.barriers},
                     {"ordered", r.ordered},
                     {"ordered_reason", r.ordered_reason},
                     {"unchecked", r.unchecked}});
    json["seconds"] = r.seconds;
    if (r.counters) json["counters"] = to_json(*r.counters);
    if (r.comparison) json["comparison"] = to_json(*r.comparison);
    json["findings"] = list(r.findings, [](const Finding& f) { return to_json(f); });
    if (!r.native) json["capsule"] = r.capsule;
    return json;
}

Json to_json(const RunReport& r) {
    Json json = {{"schema", RunReport::schema}, {"device", r.device}, {"gpu", r.gpu}};
    if (r.device != kNativeDevice) json["seed"] = r.seed;
    json.update({{"program",
                  {{"path", r.program},
                   {"arguments", r.arguments},
                   {"ran", r.program_ran},
                   {"status", r.program_status},
                   {"signal", r.program_signal}}},
                 {"launches", list(r.launches, [](const LaunchReport& l) { return to_json(l); })},
                 {"findings", list(r.findings, [](const Finding& f) { return to_json(f); })},
                 {"interrupted", r.interrupted},
                 {"exit_code", r.exit_code}});
    return json;
}

std::string to_json_text(const RunReport& report) {
    // Source lines and names may hold bytes that are no UTF-8; a report must be written all the
    // same.
    return to_json(report).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpscope::report
