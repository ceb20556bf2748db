// An explanation as JSON.
#include <nlohmann/json.hpp>

#include "runtime/report/explanation.h"
#include "runtime/report/json.h"
#include "runtime/report/statistics.h"
#include "runtime/report/units.h"
#include "sim/events/names.h"

namespace warpscope::report {
namespace {

using Json = nlohmann::ordered_json;

template<class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

const char* forced_name(ForcedEnd end) {
    switch (end) {
    case ForcedEnd::Kept: return "kept";
    case ForcedEnd::GivenUp: return "given up";
    case ForcedEnd::NotMet: return "not met";
    case ForcedEnd::None: break;
    }
    return "none";
}

Json schedule_json(const TriedSchedule& s) {
    Json json = {{"kind", s.kind == TriedSchedule::Kind::Forced ? "forced" : "seed"},
                 {"seed", s.seed}};
    if (s.kind == TriedSchedule::Kind::Forced)
        json.update({{"first", s.first == RaceSide::Later ? "A" : "B"},
                     {"occurrence_a", s.occurrence[0]},
                     {"occurrence_b", s.occurrence[1]},
                     {"order", forced_name(s.forced)}});
    json.update({{"outcome", outcome_name(s.outcome)}, {"differs", s.differs}});
    return json;
}

Json lines_json(const std::vector<SourceLine>& lines) {
    Json list = Json::array();
    for (const SourceLine& line : lines)
        list.push_back(to_json(line));
    return list;
}

Json memory_json(const MemoryDifference& d, const std::vector<SourceLine>& store) {
    return {{"allocation", d.id},
            {"name", d.name.empty() ? Json(nullptr) : Json(demangle(d.name))},
            {"address", hexadecimal(d.base)},
            {"bytes", d.size},
            {"allocated_at", to_json(d.allocated_at)},
            {"type", d.type == Type::None ? Json(nullptr) : Json(name_of(d.type))},
            {"element_bytes", d.width},
            {"element", d.element},
            {"recorded", d.recorded},
            {"other", d.other},
            {"elements_that_differ", d.elements},
            {"stored_at", lines_json(store)}};
}

Json change_json(const ExplainedRace& race) {
    const OutputChange& change = *race.search.change;
    Json memory = Json::array();
    for (std::size_t i = 0; i < change.memory.size(); ++i)
        memory.push_back(memory_json(change.memory[i], race.stores[i]));
    const bool fault = change.fault.kind != FaultKind::None;
    return {{"schedule", schedule_json(race.search.tried[change.schedule])},
            {"memory", std::move(memory)},
            {"printed_as_recorded_only", or_null(change.printed_recorded)},
            {"printed_in_schedule_only", or_null(change.printed_other)},
            {"outcome",
             {{"recorded", outcome_name(change.recorded_outcome)},
              {"other", outcome_name(change.other_outcome)}}},
            {"fault", fault ? Json(name_of(change.fault.kind)) : Json(nullptr)},
            {"fault_at", lines_json(race.fault_at)}};
}

Json race_json(const ExplainedRace& race) {
    Json tried = Json::array();
    for (const TriedSchedule& schedule : race.search.tried)
        tried.push_back(schedule_json(schedule));
    return {{"id", race.id},
            {"finding", to_json(race.finding)},
            {"recorded_outcome", outcome_name(race.search.recorded_outcome)},
            {"same_as_captured", race.search.same_as_captured},
            {"changes_output", race.search.change.has_value()},
            {"change", race.search.change ? change_json(race) : Json(nullptr)},
            {"tried", std::move(tried)},
            {"not_tried", race.search.not_tried},
            {"orders_otherwise", race.search.orders_otherwise},
            {"interrupted", race.search.interrupted}};
}

} // namespace

std::string to_json_text(const ExplainReport& report) {
    Json races = Json::array();
    for (const ExplainedRace& race : report.races)
        races.push_back(race_json(race));
    const Json json = {{"schema", ExplainReport::schema},
                       {"capsule", report.capsule},
                       {"gpu", report.gpu},
                       {"seed", report.seed},
                       {"races", std::move(races)},
                       {"interrupted", report.interrupted},
                       {"exit_code", report.exit_code}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpscope::report
