// Trying schedules one after another until an output changes.
#include "sim/debug/race_search.h"

#include <algorithm>
#include <string_view>

#include "sim/debug/memory_difference.h"
#include "sim/debug/ptx_run.h"
#include "sim/debug/race_recorder.h"

namespace warpscope {
namespace {

/// Allocations of a change that are described.
constexpr std::size_t kDescribed = 8;

/// A schedule counts as one that never ends when it takes this many times the recorded one's
/// instructions, and this many more.
constexpr std::uint64_t kTimesLonger = 16, kLonger = 1 << 20;

struct Run {
    PreparedResult ended;
    std::unique_ptr<DeviceMemory> memory; ///< as the run left it
};

class Search {
public:
    Search(const Capsule& capsule, const PreparedLaunch& launch, const RaceSearchOptions& options)
        : capsule_(capsule), launch_(launch), options_(options) {}

    Result<RaceExplanation> explain(const Finding& finding);

private:
    Result<Run> run(const LaunchOptions& how, const std::vector<Observer*>& observers = {});
    LaunchOptions options_of(const TriedSchedule& schedule) const;
    Status force(const RacePlace& place);
    Status try_schedule(TriedSchedule schedule, const ForcedOrder* order);
    void compare_with_captured();
    bool differs(const Run& other, OutputChange& change) const;
    Status describe(const Run& other, const TriedSchedule& schedule, const ForcedOrder* order,
                    OutputChange& change);
    bool over() const { return explanation_.change || explanation_.interrupted; }

    const Capsule& capsule_;
    const PreparedLaunch& launch_;
    RaceSearchOptions options_;
    Run recorded_;
    RaceExplanation explanation_;
};

Result<Run> Search::run(const LaunchOptions& how, const std::vector<Observer*>& observers) {
    Result<std::unique_ptr<DeviceMemory>> memory = prepare_memory(capsule_);
    if (!memory) return memory.error();
    PreparedLaunch again;
    again.request = launch_.request;
    again.gpu = launch_.gpu;
    again.options = how;
    again.memory = std::move(*memory);
    Run run;
    run.ended = run_prepared(again, observers);
    run.memory = std::move(again.memory);
    return run;
}

LaunchOptions Search::options_of(const TriedSchedule& schedule) const {
    LaunchOptions options = launch_.options;
    options.host_threads = options_.host_threads;
    options.interrupt = options_.interrupt;
    options.seed = schedule.seed;
    return options;
}

void Search::compare_with_captured() {
    if (!capsule_.expected) return;
    const LaunchResult& result = recorded_.ended.result;
    explanation_.same_as_captured = capsule_.expected->outcome == result.outcome &&
                                    capsule_.expected->memory == recorded_.memory->content_hash();
}

bool Search::differs(const Run& other, OutputChange& change) const {
    const LaunchResult &before = recorded_.ended.result, &after = other.ended.result;
    change.recorded_outcome = before.outcome;
    change.other_outcome = after.outcome;
    if (before.outcome != after.outcome || before.fault.kind != after.fault.kind) {
        change.fault = after.fault;
        return true;
    }
    // Where a launch stops, memory is half done, and says nothing.
    if (before.outcome != LaunchOutcome::Finished) return false;
    change.memory = compare_memory(*recorded_.memory, *other.memory);
    change.printed_recorded = line_missing(other.ended.printed, recorded_.ended.printed);
    change.printed_other = line_missing(recorded_.ended.printed, other.ended.printed);
    return !change.memory.empty() || change.printed_recorded || change.printed_other;
}

/// Runs both schedules once more to see which stores wrote what differs.
Status Search::describe(const Run& other, const TriedSchedule& schedule, const ForcedOrder* order,
                        OutputChange& change) {
    if (change.memory.empty()) return Done{};
    std::vector<Address> addresses;
    for (const MemoryDifference& d : change.memory) {
        if (addresses.size() == kDescribed) break;
        addresses.push_back(d.base + d.element);
    }
    LastStores in_other(addresses), in_recorded(addresses);
    LaunchOptions how = options_of(schedule);
    how.forced = order;
    if (auto again = run(how, {&in_other}); !again) return again.error();
    how = options_of(schedule);
    how.seed = capsule_.seed;
    if (auto again = run(how, {&in_recorded}); !again) return again.error();
    for (std::size_t k = 0; k < change.memory.size(); ++k) {
        MemoryDifference& d = change.memory[k];
        std::optional<LastStores::Store> store;
        if (k < addresses.size()) store = in_other.of(k) ? in_other.of(k) : in_recorded.of(k);
        if (!store) {
            describe_elements(d, d.base + d.element, 1, Type::None, *recorded_.memory,
                              *other.memory);
            continue;
        }
        const Instruction& instruction = launch_.request.executable->functions[store->at.function]
                                             .source->instructions[store->at.instruction];
        d.store = store->at;
        describe_elements(d, store->address, store->width, instruction.modifiers.type,
                          *recorded_.memory, *other.memory);
    }
    return Done{};
}

Status Search::try_schedule(TriedSchedule schedule, const ForcedOrder* order) {
    LaunchOptions how = options_of(schedule);
    how.forced = order;
    const std::uint64_t recorded = recorded_.ended.result.statistics.warp_instructions;
    how.max_instructions = std::min(how.max_instructions, kTimesLonger * (recorded + 1) + kLonger);
    Result<Run> other = run(how);
    if (!other) return other.error();
    const LaunchResult& result = other->ended.result;
    if (result.outcome == LaunchOutcome::Interrupted) {
        explanation_.interrupted = true;
        return Done{};
    }
    schedule.outcome = result.outcome;
    schedule.forced = result.forced;
    OutputChange change;
    schedule.differs = differs(*other, change);
    if (schedule.differs) {
        change.schedule = explanation_.tried.size();
        if (Status known = describe(*other, schedule, order, change); !known) return known.error();
        explanation_.change = std::move(change);
    }
    explanation_.tried.push_back(schedule);
    return Done{};
}

/// Tries both orders of the first few pairs of executions that met.
Status Search::force(const RacePlace& place) {
    RaceRecorder recorder(place);
    TriedSchedule natural;
    natural.seed = capsule_.seed;
    if (auto listened = run(options_of(natural), {&recorder}); !listened) return listened.error();
    if (recorder.pairs().empty()) {
        explanation_.not_tried.push_back("forcing the order of the two accesses: they did not meet "
                                         "when the launch was replayed");
        return Done{};
    }
    for (const RacePair& pair : recorder.pairs())
        for (const RaceSide first : {RaceSide::Later, RaceSide::Earlier}) {
            if (over()) return Done{};
            TriedSchedule schedule;
            schedule.kind = TriedSchedule::Kind::Forced;
            schedule.seed = capsule_.seed;
            schedule.first = first;
            for (unsigned side = 0; side < 2; ++side)
                schedule.occurrence[side] = pair.accesses[side].occurrence;
            ForcedOrder order;
            order.first = pair.accesses[static_cast<unsigned>(first)];
            order.second = pair.accesses[1 - static_cast<unsigned>(first)];
            order.patience = 2 * recorded_.ended.result.statistics.warp_instructions + 4096;
            if (Status tried = try_schedule(schedule, &order); !tried) return tried.error();
        }
    return Done{};
}

bool has_class(const Finding& finding, std::string_view name) {
    return std::find(finding.classes.begin(), finding.classes.end(), name) != finding.classes.end();
}

Result<RaceExplanation> Search::explain(const Finding& finding) {
    if (has_class(finding, "inter-launch")) {
        explanation_.not_tried.push_back(
            finding.parties.empty() || finding.parties.front().launch == 0
                ? "the order of a launch and a copy of the host: a capsule holds one launch"
                : "the order of launches " + std::to_string(finding.parties.front().launch) +
                      " and " + std::to_string(finding.launch) + ": a capsule holds one launch");
        return std::move(explanation_);
    }
    const Result<RacePlace> place = race_place(finding, launch_.request);
    if (!place) return place.error();
    TriedSchedule natural;
    natural.seed = capsule_.seed;
    Result<Run> recorded = run(options_of(natural));
    if (!recorded) return recorded.error();
    recorded_ = std::move(*recorded);
    const LaunchResult& result = recorded_.ended.result;
    explanation_.recorded_outcome = result.outcome;
    explanation_.interrupted = result.outcome == LaunchOutcome::Interrupted;
    if (explanation_.interrupted) return std::move(explanation_);
    compare_with_captured();
    explanation_.orders_otherwise = launch_.request.executable->ordered_reason;

    if (has_class(finding, "intra-warp") && launch_.options.divergence == DivergenceModel::Stack) {
        explanation_.not_tried.push_back(
            "forcing the order of lanes of one warp: on the SIMT stack "
            "(--divergence stack) lanes have one order");
    } else if (Status forced = force(*place); !forced) {
        return forced.error();
    }
    for (unsigned n = 0, seed = 1; n < options_.seeds && !over(); ++seed) {
        if (seed == capsule_.seed) continue;
        ++n;
        TriedSchedule schedule;
        schedule.seed = seed;
        if (Status tried = try_schedule(schedule, nullptr); !tried) return tried.error();
    }
    return std::move(explanation_);
}

} // namespace

Result<RaceExplanation> explain_race(const Capsule& capsule, const PreparedLaunch& launch,
                                     const Finding& finding, const RaceSearchOptions& options) {
    return Search(capsule, launch, options).explain(finding);
}

} // namespace warpscope
