// Reads reports that json.cpp wrote.
#include <charconv>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "runtime/report/json.h"

namespace warpscope::report {
namespace {

using Json = nlohmann::ordered_json;

/// A value that has the right type and a wrong content.
[[noreturn]] void refuse(const std::string& what) {
    throw Json::other_error::create(599, what, nullptr);
}

template<class T>
T get(const Json& json, const char* key) {
    return json.at(key).get<T>();
}

/// nlohmann converts silently between number types; counts must be whole and not negative.
template<class T>
T count(const Json& json, const char* key) {
    const Json& value = json.at(key);
    if (!value.is_number_unsigned()) refuse(fmt::format("{} is no count", key));
    const auto number = value.get<std::uint64_t>();
    if (number > std::numeric_limits<T>::max()) refuse(fmt::format("{} is too large", key));
    return static_cast<T>(number);
}

Dim3 triple(const Json& json, const char* key) {
    const auto values = get<std::vector<std::uint32_t>>(json, key);
    if (values.size() != 3) refuse(fmt::format("{} has {} entries, not 3", key, values.size()));
    return {values[0], values[1], values[2]};
}

std::uint64_t hexadecimal_number(const Json& json, const char* key) {
    const auto text = get<std::string>(json, key);
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    if (!text.starts_with("0x") || std::from_chars(text.data() + 2, end, number, 16).ptr != end ||
        text.size() < 3) {
        refuse(fmt::format("{} is no hexadecimal number", key));
    }
    return number;
}

Severity severity_named(const std::string& name) {
    if (name == "error") return Severity::Error;
    if (name == "warning") return Severity::Warning;
    if (name == "note") return Severity::Note;
    refuse("unknown severity " + name);
}

SourceRelation relation_named(const std::string& name) {
    if (name == "here") return SourceRelation::Here;
    if (name == "inlined at") return SourceRelation::InlinedAt;
    if (name == "called from") return SourceRelation::CalledFrom;
    refuse("unknown relation " + name);
}

BranchReport branch(const Json& json) {
    BranchReport branch;
    branch.source = source_from_json(json.at("source"));
    branch.ptx_line = count<std::uint32_t>(json, "ptx_line");
    branch.executions = count<std::uint64_t>(json, "executions");
    branch.divergent = count<std::uint64_t>(json, "divergent");
    branch.lanes_taken = count<std::uint64_t>(json, "lanes_taken");
    branch.lanes_not_taken = count<std::uint64_t>(json, "lanes_not_taken");
    return branch;
}

ClassCount class_count(const Json& json) {
    return {get<std::string>(json, "class"), count<std::uint64_t>(json, "warp"),
            count<std::uint64_t>(json, "thread")};
}

MemoryCount memory_count(const Json& json) {
    return {get<std::string>(json, "space"), get<std::string>(json, "kind"),
            count<std::uint64_t>(json, "warp_instructions"),
            count<std::uint64_t>(json, "thread_accesses")};
}

template<class T, class Convert>
void read_list(const Json& json, const char* key, std::vector<T>& to, Convert&& convert) {
    const Json& array = json.at(key);
    if (!array.is_array()) refuse(fmt::format("{} is no list", key));
    for (const Json& item : array)
        to.push_back(convert(item));
}

void read_program(const Json& json, RunReport& report) {
    report.program = get<std::string>(json, "path");
    report.arguments = get<std::vector<std::string>>(json, "arguments");
    report.program_ran = get<bool>(json, "ran");
    report.program_status = get<int>(json, "status");
    report.program_signal = get<int>(json, "signal");
}

RunReport run_from_json(const Json& json) {
    RunReport report;
    report.device = get<std::string>(json, "device");
    report.gpu = get<std::string>(json, "gpu");
    if (report.device != kNativeDevice) report.seed = count<std::uint64_t>(json, "seed");
    read_program(json.at("program"), report);
    read_list(json, "launches", report.launches, launch_from_json);
    read_list(json, "findings", report.findings, finding_from_json);
    report.interrupted = get<bool>(json, "interrupted");
    report.exit_code = get<int>(json, "exit_code");
    return report;
}

/// All five of them, or none.
void read_thread(const Json& json, Finding& f) {
    f.has_thread = false;
    for (const char* key : {"block", "thread", "warp", "lane", "lanes"})
        f.has_thread = f.has_thread || json.contains(key);
    if (!f.has_thread) return;
    f.block = triple(json, "block");
    f.thread = triple(json, "thread");
    f.warp = count<std::uint32_t>(json, "warp");
    f.lane = count<std::uint32_t>(json, "lane");
    f.lanes = static_cast<std::uint32_t>(hexadecimal_number(json, "lanes"));
}

/// What only the emulator counts.
void read_counts(const Json& json, LaunchReport& r) {
    const Json& instructions = json.at("instructions");
    r.warp_instructions = count<std::uint64_t>(instructions, "warp");
    r.thread_instructions = count<std::uint64_t>(instructions, "thread");
    r.simt_efficiency = get<double>(instructions, "simt_efficiency");
    read_list(instructions, "classes", r.classes, class_count);
    read_list(json, "memory", r.memory, memory_count);
    read_list(json, "divergent_branches", r.divergent_branches, branch);
    r.barriers = count<std::uint64_t>(json, "barriers");
    r.ordered = get<bool>(json, "ordered");
    r.ordered_reason = get<std::string>(json, "ordered_reason");
    r.unchecked = get<std::string>(json, "unchecked");
    r.capsule = get<std::string>(json, "capsule");
}

} // namespace

SourceLine source_from_json(const Json& json) {
    SourceLine line;
    line.file = get<std::string>(json, "file");
    line.line = count<std::uint32_t>(json, "line");
    line.column = count<std::uint32_t>(json, "column");
    line.function = get<std::string>(json, "function");
    line.text = get<std::string>(json, "text");
    line.relation = relation_named(get<std::string>(json, "relation"));
    return line;
}

MemoryReference memory_from_json(const Json& json) {
    MemoryReference m;
    if (json.is_null()) return m;
    m.id = count<std::uint32_t>(json, "id");
    if (!json.at("name").is_null()) m.name = get<std::string>(json, "name");
    m.address = hexadecimal_number(json, "address");
    m.bytes = count<std::uint64_t>(json, "bytes");
    if (const Json& site = json.at("allocated_at"); !site.is_null())
        m.allocated_at = {get<std::string>(site, "file"), count<std::uint32_t>(site, "line"), 0};
    return m;
}

FindingParty party_from_json(const Json& json) {
    FindingParty p;
    p.does = get<std::string>(json, "does");
    p.launch = count<std::uint32_t>(json, "launch");
    p.kernel = get<std::string>(json, "kernel");
    p.block = triple(json, "block");
    p.thread = triple(json, "thread");
    p.warp = count<std::uint32_t>(json, "warp");
    p.lane = count<std::uint32_t>(json, "lane");
    read_list(json, "source", p.source, source_from_json);
    p.ptx_line = count<std::uint32_t>(json.at("ptx"), "line");
    p.ptx_text = get<std::string>(json.at("ptx"), "text");
    return p;
}

Finding finding_from_json(const Json& json) {
    Finding f;
    f.id = get<std::string>(json, "id");
    f.checker = get<std::string>(json, "checker");
    f.kind = get<std::string>(json, "kind");
    f.classes = get<std::vector<std::string>>(json, "classes");
    f.severity = severity_named(get<std::string>(json, "severity"));
    f.message = get<std::string>(json, "message");
    f.advice = get<std::string>(json, "advice");
    f.details = get<std::vector<std::string>>(json, "details");
    f.launch = count<std::uint32_t>(json, "launch");
    f.kernel = get<std::string>(json, "kernel");
    read_thread(json, f);
    read_list(json, "source", f.source, source_from_json);
    f.ptx_line = count<std::uint32_t>(json.at("ptx"), "line");
    f.ptx_text = get<std::string>(json.at("ptx"), "text");
    read_list(json, "parties", f.parties, party_from_json);
    f.has_address = !json.at("address").is_null();
    if (f.has_address) f.address = hexadecimal_number(json, "address");
    // Findings of launches that were kept before there was this field have none.
    if (json.contains("allocation")) f.memory = memory_from_json(json.at("allocation"));
    f.times = count<std::uint64_t>(json, "times");
    f.explain = get<std::string>(json, "explain");
    f.not_kept = get<std::string>(json, "not_kept");
    return f;
}

LaunchReport launch_from_json(const Json& json) {
    LaunchReport r;
    r.launch = count<std::uint32_t>(json, "launch");
    r.stream = count<std::uint32_t>(json, "stream");
    r.kernel = get<std::string>(json, "kernel");
    r.mangled = get<std::string>(json, "mangled");
    r.outcome = get<std::string>(json, "outcome");
    r.grid = triple(json, "grid");
    r.block = triple(json, "block");
    r.static_shared_bytes = count<std::uint64_t>(json.at("shared_bytes"), "static");
    r.dynamic_shared_bytes = count<std::uint64_t>(json.at("shared_bytes"), "dynamic");
    r.native = json.contains("device_seconds");
    if (!r.native)
        read_counts(json, r);
    else if (!json.at("device_seconds").is_null())
        r.device_seconds = get<double>(json, "device_seconds");
    r.seconds = get<double>(json, "seconds");
    if (json.contains("comparison")) r.comparison = comparison_from_json(json.at("comparison"));
    if (json.contains("counters")) r.counters = counters_from_json(json.at("counters"));
    read_list(json, "findings", r.findings, finding_from_json);
    return r;
}

Result<RunReport> parse_run_report(std::string_view text, const std::string& name) {
    try {
        const Json json = Json::parse(text);
        const std::string schema =
            json.is_object() ? json.value("schema", std::string()) : std::string();
        if (schema != RunReport::schema) {
            return Diagnostic{
                {name},
                fmt::format("the schema is \"{}\", not \"{}\"", schema, RunReport::schema),
                "read it with the version of Warpscope that wrote it"};
        }
        return run_from_json(json);
    } catch (const Json::exception& error) {
        return Diagnostic{{name},
                          fmt::format("no run report: {}", error.what()),
                          "`warpscope run --report json` writes them"};
    }
}

} // namespace warpscope::report
