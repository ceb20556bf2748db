// Counters as JSON, both ways.
#include <nlohmann/json.hpp>

#include "runtime/report/json.h"
#include "sim/counters/rows.h"

namespace warpscope::report {
namespace {

using Json = nlohmann::ordered_json;

/// Counts are written as whole numbers.
Json value_json(const CounterReading& reading) {
    const CounterRow* row = find_counter(reading.id);
    const bool is_count = row != nullptr && !row->is_ratio();
    return is_count ? Json(static_cast<std::uint64_t>(reading.value)) : Json(reading.value);
}

/// With what readers want to know once: units and the profiler's names.
Json documented_json(const CounterReadings& readings) {
    Json list = Json::array();
    for (const CounterReading& reading : readings) {
        const CounterRow* row = find_counter(reading.id);
        list.push_back({{"id", reading.id},
                        {"value", value_json(reading)},
                        {"unit", row == nullptr ? "" : row->unit},
                        {"metric", row == nullptr ? "" : row->metric}});
    }
    return list;
}

Json short_json(const CounterReadings& readings) {
    Json object = Json::object();
    for (const CounterReading& reading : readings)
        object[reading.id] = value_json(reading);
    return object;
}

CounterReadings documented_from(const Json& json) {
    CounterReadings readings;
    for (const Json& item : json)
        readings.push_back({item.at("id").get<std::string>(), item.at("value").get<double>()});
    return readings;
}

CounterReadings short_from(const Json& json) {
    CounterReadings readings;
    for (const auto& [id, value] : json.items())
        readings.push_back({id, value.get<double>()});
    return readings;
}

Json line_json(const LineCounters& line) {
    Json kinds = Json::array();
    for (const AccessKindCounters& kind : line.kinds)
        kinds.push_back({{"kind", kind.kind},
                         {"passes", kind.passes},
                         {"requests", kind.requests},
                         {"per_request", kind.per_request}});
    return {{"source", to_json(line.source)},
            {"ptx_line", line.ptx_line},
            {"passes", line.passes},
            {"avoidable_passes", line.avoidable_passes},
            {"kinds", kinds},
            {"advice_needed", line.advice_needed},
            {"advice", line.advice},
            {"counters", short_json(line.counters)}};
}

LineCounters line_from(const Json& json) {
    LineCounters line;
    line.source = source_from_json(json.at("source"));
    line.ptx_line = json.at("ptx_line").get<std::uint32_t>();
    line.passes = json.at("passes").get<double>();
    line.avoidable_passes = json.at("avoidable_passes").get<double>();
    for (const Json& kind : json.at("kinds"))
        line.kinds.push_back({kind.at("kind").get<std::string>(), kind.at("passes").get<double>(),
                              kind.at("requests").get<std::uint64_t>(),
                              kind.at("per_request").get<double>()});
    line.advice_needed = json.at("advice_needed").get<bool>();
    line.advice = json.at("advice").get<std::string>();
    line.counters = short_from(json.at("counters"));
    return line;
}

Json instruction_json(const InstructionCounters& instruction) {
    return {{"function", instruction.function},
            {"ptx", {{"line", instruction.ptx_line}, {"text", instruction.ptx_text}}},
            {"source", to_json(instruction.source)},
            {"counters", short_json(instruction.counters)}};
}

InstructionCounters instruction_from(const Json& json) {
    return {json.at("function").get<std::string>(), json.at("ptx").at("line").get<std::uint32_t>(),
            json.at("ptx").at("text").get<std::string>(), source_from_json(json.at("source")),
            short_from(json.at("counters"))};
}

} // namespace

Json to_json(const CounterReport& report) {
    Json lines = Json::array(), instructions = Json::array();
    for (const LineCounters& line : report.lines)
        lines.push_back(line_json(line));
    for (const InstructionCounters& instruction : report.instructions)
        instructions.push_back(instruction_json(instruction));
    return {{"launch", documented_json(report.launch)},
            {"lines", lines},
            {"instructions", instructions}};
}

CounterReport counters_from_json(const Json& json) {
    CounterReport report;
    report.launch = documented_from(json.at("launch"));
    for (const Json& line : json.at("lines"))
        report.lines.push_back(line_from(line));
    for (const Json& instruction : json.at("instructions"))
        report.instructions.push_back(instruction_from(instruction));
    return report;
}

} // namespace warpscope::report
