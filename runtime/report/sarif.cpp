// Writes findings as SARIF results: where, what, and where the other parties stood.
#include "runtime/report/sarif.h"

#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "runtime/report/json.h"
#include "runtime/report/units.h"

namespace warpscope::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSarifSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json";

const char* level(Severity severity) {
    switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
    }
    return "error";
}

/// A path as a URI reference (RFC 3986): what may not stand in one is escaped.
std::string uri_of(const std::string& path) {
    std::string uri = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') ||
                           std::string_view("/._-~+").find(c) != std::string_view::npos;
        uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri;
}

Json physical_location(const SourceLine& line) {
    Json region = {{"startLine", line.line}};
    if (line.column != 0) region["startColumn"] = line.column;
    if (!line.text.empty()) region["snippet"] = {{"text", line.text}};
    Json location = {{"artifactLocation", {{"uri", uri_of(line.file)}}}};
    if (line.line != 0) location["region"] = region; // lines count from 1
    return location;
}

Json location(const SourceLine& line, const std::string& message) {
    Json json = {{"physicalLocation", physical_location(line)}};
    if (!line.function.empty())
        json["logicalLocations"] = Json::array({{{"fullyQualifiedName", line.function}}});
    if (!message.empty()) json["message"] = {{"text", message}};
    return json;
}

std::string rule_of(const Finding& f) {
    return f.checker + "/" + f.kind;
}

Json related_locations(const Finding& f) {
    Json related = Json::array();
    for (std::size_t k = 1; k < f.source.size(); ++k)
        related.push_back(location(f.source[k], f.source[k].relation == SourceRelation::CalledFrom
                                                    ? "called from here"
                                                    : "inlined here"));
    for (const FindingParty& p : f.parties)
        if (!p.source.empty())
            related.push_back(location(p.source.front(),
                                       fmt::format("block {}, thread {} of {} {}", index(p.block),
                                                   index(p.thread), p.kernel, p.does)));
    if (f.memory.allocated_at.line != 0) {
        SourceLine line;
        line.file = f.memory.allocated_at.file;
        line.line = f.memory.allocated_at.line;
        related.push_back(location(line, "the memory was allocated here"));
    }
    return related;
}

Json result(const Finding& f) {
    std::string text = f.message;
    for (const std::string& detail : f.details)
        text += "\n" + detail;
    if (!f.advice.empty()) text += "\ntry: " + f.advice;
    Json json = {
        {"ruleId", rule_of(f)}, {"level", level(f.severity)}, {"message", {{"text", text}}}};
    json["locations"] = Json::array();
    if (!f.source.empty()) json["locations"].push_back(location(f.source.front(), ""));
    if (Json related = related_locations(f); !related.empty())
        json["relatedLocations"] = std::move(related);
    json["occurrenceCount"] = f.times;
    json["properties"] = {{"finding", to_json(f)}};
    return json;
}

Json rules(const std::vector<const Finding*>& findings) {
    Json list = Json::array();
    std::set<std::string> seen;
    for (const Finding* f : findings)
        if (seen.insert(rule_of(*f)).second)
            list.push_back(
                {{"id", rule_of(*f)},
                 {"name", f->kind},
                 {"shortDescription",
                  {{"text", fmt::format("{}, found by the checker {}", f->kind, f->checker)}}}});
    return list;
}

} // namespace

std::string to_sarif_text(const RunReport& report, std::string_view version) {
    std::vector<const Finding*> findings;
    for (const LaunchReport& launch : report.launches)
        for (const Finding& f : launch.findings)
            findings.push_back(&f);
    for (const Finding& f : report.findings)
        findings.push_back(&f);
    Json results = Json::array();
    for (const Finding* f : findings)
        results.push_back(result(*f));
    const Json driver = {{"name", "Warpscope"}, {"version", version}, {"rules", rules(findings)}};
    const Json run = {{"tool", {{"driver", driver}}},
                      {"invocations", Json::array({{{"executionSuccessful", report.exit_code < 2},
                                                    {"exitCode", report.exit_code}}})},
                      {"columnKind", "unicodeCodePoints"},
                      {"results", results}};
    const Json whole = {
        {"$schema", kSarifSchema}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
    return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpscope::report
