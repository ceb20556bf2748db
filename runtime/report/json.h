// Reports as JSON, both ways. Key order is fixed and `schema` names the version of the format.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "sim/base/result.h"
#include "sim/report/launch_report.h"

namespace warpscope::report {

nlohmann::ordered_json to_json(const SourceLine& line);
/// {"file": …, "line": …}; null when the line is 0.
nlohmann::ordered_json to_json(const FilePosition& site);
/// Its number, name, place and `allocated_at`; null when there is none.
nlohmann::ordered_json to_json(const MemoryReference& memory);
nlohmann::ordered_json to_json(const Finding& finding);
nlohmann::ordered_json to_json(const FindingParty& party);
nlohmann::ordered_json to_json(const CounterReport& report);
nlohmann::ordered_json to_json(const LaunchComparison& comparison);
nlohmann::ordered_json to_json(const LaunchReport& report);
nlohmann::ordered_json to_json(const RunReport& report);

/// The whole report, indented, with a newline at its end.
std::string to_json_text(const RunReport& report);

/// These throw nlohmann::json::exception when a field is missing or has another type.
SourceLine source_from_json(const nlohmann::ordered_json& json);
MemoryReference memory_from_json(const nlohmann::ordered_json& json);
FindingParty party_from_json(const nlohmann::ordered_json& json);
CounterReport counters_from_json(const nlohmann::ordered_json& json);
LaunchComparison comparison_from_json(const nlohmann::ordered_json& json);
Finding finding_from_json(const nlohmann::ordered_json& json);
LaunchReport launch_from_json(const nlohmann::ordered_json& json);

/// Reads what to_json_text wrote; another schema is an error that names both.
Result<RunReport> parse_run_report(std::string_view text, const std::string& name);

} // namespace warpscope::report
