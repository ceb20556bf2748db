// Comparisons with a GPU as JSON, both ways.
#include <nlohmann/json.hpp>

#include "runtime/report/json.h"
#include "runtime/report/units.h"

namespace warpscope::report {
namespace {

using Json = nlohmann::ordered_json;
using Verdict = LaunchComparison::Verdict;

Json element_json(const ElementDifference& e) {
    Json json = {{"offset", e.offset},     {"element", e.element}, {"type", e.type},
                 {"emulator", e.emulator}, {"gpu", e.gpu},         {"distance", e.distance}};
    json["writer"] = e.writer.does.empty() ? Json(nullptr) : to_json(e.writer);
    return json;
}

ElementDifference element_from_json(const Json& json) {
    ElementDifference e;
    e.offset = json.at("offset").get<std::uint64_t>();
    e.element = json.at("element").get<std::uint64_t>();
    e.type = json.at("type").get<std::string>();
    e.emulator = json.at("emulator").get<std::string>();
    e.gpu = json.at("gpu").get<std::string>();
    e.distance = json.at("distance").get<std::string>();
    if (!json.at("writer").is_null()) e.writer = party_from_json(json.at("writer"));
    return e;
}

Json buffer_json(const BufferComparison& b) {
    Json bins = Json::array();
    for (const DifferenceBin& bin : b.histogram)
        bins.push_back({{"distance", bin.distance}, {"elements", bin.elements}});
    Json json = {{"name", b.name},           {"address", hexadecimal(b.address)},
                 {"bytes", b.bytes},         {"differing", b.differing},
                 {"tolerated", b.tolerated}, {"unexplained", b.unexplained},
                 {"tolerance", b.tolerance}, {"histogram", bins},
                 {"reasons", b.reasons},     {"allocation", to_json(b.memory)}};
    if (b.differing != 0)
        json.update({{"first", element_json(b.first)}, {"worst", element_json(b.worst)}});
    return json;
}

BufferComparison buffer_from_json(const Json& json) {
    BufferComparison b;
    b.name = json.at("name").get<std::string>();
    b.address = std::stoull(json.at("address").get<std::string>(), nullptr, 16);
    b.bytes = json.at("bytes").get<std::uint64_t>();
    b.differing = json.at("differing").get<std::uint64_t>();
    b.tolerated = json.at("tolerated").get<std::uint64_t>();
    b.unexplained = json.at("unexplained").get<std::uint64_t>();
    b.tolerance = json.at("tolerance").get<std::string>();
    for (const Json& bin : json.at("histogram"))
        b.histogram.push_back(
            {bin.at("distance").get<std::string>(), bin.at("elements").get<std::uint64_t>()});
    b.reasons = json.at("reasons").get<std::vector<std::string>>();
    if (json.contains("allocation")) b.memory = memory_from_json(json.at("allocation"));
    if (json.contains("first")) b.first = element_from_json(json.at("first"));
    if (json.contains("worst")) b.worst = element_from_json(json.at("worst"));
    return b;
}

Json bisection_json(const Bisection& b) {
    Json steps = Json::array();
    for (const FirstDifference& d : b.steps)
        steps.push_back({{"thread", to_json(d.thread)},
                         {"result", d.result},
                         {"name", d.name},
                         {"type", d.type},
                         {"emulator", d.emulator},
                         {"gpu", d.gpu}});
    return {{"steps", steps}, {"conclusion", b.conclusion}};
}

Bisection bisection_from_json(const Json& json) {
    Bisection b;
    for (const Json& step : json.at("steps"))
        b.steps.push_back(
            {party_from_json(step.at("thread")), step.at("result").get<std::uint64_t>(),
             step.at("name").get<std::string>(), step.at("type").get<std::string>(),
             step.at("emulator").get<std::string>(), step.at("gpu").get<std::string>()});
    b.conclusion = json.at("conclusion").get<std::string>();
    return b;
}

Json executions_json(const std::vector<LineExecutions>& lines) {
    Json json = Json::array();
    for (const LineExecutions& line : lines)
        json.push_back({{"source", to_json(line.source)},
                        {"ptx_line", line.ptx_line},
                        {"ptx_text", line.ptx_text},
                        {"emulator_threads", line.emulator_threads},
                        {"emulator_warps", line.emulator_warps},
                        {"gpu_threads", line.gpu_threads},
                        {"gpu_warps", line.gpu_warps}});
    return json;
}

std::vector<LineExecutions> executions_from_json(const Json& json) {
    std::vector<LineExecutions> lines;
    for (const Json& line : json)
        lines.push_back({source_from_json(line.at("source")),
                         line.at("ptx_line").get<std::uint32_t>(),
                         line.at("ptx_text").get<std::string>(),
                         line.at("emulator_threads").get<std::uint64_t>(),
                         line.at("emulator_warps").get<std::uint64_t>(),
                         line.at("gpu_threads").get<std::uint64_t>(),
                         line.at("gpu_warps").get<std::uint64_t>()});
    return lines;
}

Json writers_json(const std::vector<ElementWriter>& writers) {
    Json json = Json::array();
    for (const ElementWriter& writer : writers)
        json.push_back({{"who", writer.who}, {"places", writer.places}});
    return json;
}

std::vector<ElementWriter> writers_from_json(const Json& json) {
    std::vector<ElementWriter> writers;
    for (const Json& one : json)
        writers.push_back(
            {one.at("who").get<std::string>(), one.at("places").get<std::vector<std::string>>()});
    return writers;
}

Json owners_json(const OwnershipComparison& o) {
    Json listed = Json::array();
    for (const OwnedElement& e : o.listed)
        listed.push_back({{"buffer", e.buffer},
                          {"allocation", to_json(e.memory)},
                          {"element", e.element},
                          {"owner", e.owner},
                          {"emulator", writers_json(e.emulator)},
                          {"gpu", writers_json(e.gpu)},
                          {"same_writers", e.same_writers}});
    return {{"buffers", o.buffers},     {"overlaps", o.overlaps}, {"elements", o.elements},
            {"differing", o.differing}, {"cut", o.cut},           {"listed", listed}};
}

OwnershipComparison owners_from_json(const Json& json) {
    OwnershipComparison o;
    o.buffers = json.at("buffers").get<std::uint64_t>();
    o.overlaps = json.at("overlaps").get<std::vector<std::string>>();
    o.elements = json.at("elements").get<std::uint64_t>();
    o.differing = json.at("differing").get<std::uint64_t>();
    o.cut = json.at("cut").get<bool>();
    for (const Json& e : json.at("listed"))
        o.listed.push_back(
            {e.at("buffer").get<std::string>(),
             e.contains("allocation") ? memory_from_json(e.at("allocation")) : MemoryReference{},
             e.at("element").get<std::uint64_t>(), e.at("owner").get<std::string>(),
             writers_from_json(e.at("emulator")), writers_from_json(e.at("gpu")),
             e.at("same_writers").get<bool>()});
    return o;
}

Json search_json(const FaultSearch& search) {
    Json faults = Json::array(), noticed = Json::array();
    for (const Finding& finding : search.faults)
        faults.push_back(to_json(finding));
    for (const Finding& finding : search.noticed)
        noticed.push_back(to_json(finding));
    return {{"faults", faults}, {"noticed", noticed}, {"conclusion", search.conclusion}};
}

FaultSearch search_from_json(const Json& json) {
    FaultSearch search;
    for (const Json& finding : json.at("faults"))
        search.faults.push_back(finding_from_json(finding));
    for (const Json& finding : json.at("noticed"))
        search.noticed.push_back(finding_from_json(finding));
    search.conclusion = json.at("conclusion").get<std::string>();
    return search;
}

Json pairs_json(const CounterComparison& c) {
    Json counters = Json::array();
    for (const CounterPair& pair : c.counters)
        counters.push_back({{"id", pair.id},
                            {"emulator", pair.emulator},
                            {"gpu", pair.gpu},
                            {"difference", pair.gpu - pair.emulator},
                            {"verdict", name_of(pair.verdict)},
                            {"why", pair.why}});
    return {{"profiler", c.profiler}, {"why_not", c.why_not}, {"counters", counters}};
}

CounterPair::Verdict pair_verdict_named(const std::string& name) {
    using Pair = CounterPair::Verdict;
    for (const Pair v : {Pair::Equal, Pair::Noise, Pair::KnownGap, Pair::Different})
        if (name == name_of(v)) return v;
    throw Json::other_error::create(599, "unknown verdict " + name, nullptr);
}

CounterComparison pairs_from_json(const Json& json) {
    CounterComparison c;
    c.profiler = json.at("profiler").get<std::string>();
    c.why_not = json.at("why_not").get<std::string>();
    for (const Json& pair : json.at("counters"))
        c.counters.push_back({pair.at("id").get<std::string>(), pair.at("emulator").get<double>(),
                              pair.at("gpu").get<double>(),
                              pair_verdict_named(pair.at("verdict").get<std::string>()),
                              pair.at("why").get<std::string>()});
    return c;
}

Verdict verdict_named(const std::string& name) {
    for (const Verdict v :
         {Verdict::Equal, Verdict::Explained, Verdict::Different, Verdict::NotCompared})
        if (name == name_of(v)) return v;
    throw Json::other_error::create(599, "unknown verdict " + name, nullptr);
}

} // namespace

Json to_json(const LaunchComparison& c) {
    Json buffers = Json::array();
    for (const BufferComparison& buffer : c.differing)
        buffers.push_back(buffer_json(buffer));
    return {{"verdict", name_of(c.verdict)},
            {"why", c.why},
            {"gpu", c.gpu},
            {"gpu_error", c.gpu_error},
            {"gpu_error_causes", c.gpu_error_causes},
            {"fault_search", search_json(c.fault_search)},
            {"gpu_microseconds", c.gpu_microseconds},
            {"buffers", c.buffers},
            {"bytes", c.bytes},
            {"differing", buffers},
            {"counters", pairs_json(c.counters)},
            {"executions", executions_json(c.executions)},
            {"executions_why_not", c.executions_why_not},
            {"bisection", bisection_json(c.bisection)},
            {"owners", owners_json(c.owners)},
            {"stray", c.stray},
            {"prints_differ", c.prints_differ},
            {"printed_on_emulator_only", c.printed_on_emulator_only},
            {"printed_on_gpu_only", c.printed_on_gpu_only}};
}

LaunchComparison comparison_from_json(const Json& json) {
    LaunchComparison c;
    c.verdict = verdict_named(json.at("verdict").get<std::string>());
    c.why = json.at("why").get<std::string>();
    c.gpu = json.at("gpu").get<std::string>();
    c.gpu_error = json.at("gpu_error").get<std::string>();
    c.gpu_error_causes = json.at("gpu_error_causes").get<std::string>();
    c.fault_search = search_from_json(json.at("fault_search"));
    c.gpu_microseconds = json.at("gpu_microseconds").get<double>();
    c.buffers = json.at("buffers").get<std::uint64_t>();
    c.bytes = json.at("bytes").get<std::uint64_t>();
    for (const Json& buffer : json.at("differing"))
        c.differing.push_back(buffer_from_json(buffer));
    c.counters = pairs_from_json(json.at("counters"));
    c.executions = executions_from_json(json.at("executions"));
    c.executions_why_not = json.at("executions_why_not").get<std::string>();
    c.bisection = bisection_from_json(json.at("bisection"));
    c.owners = owners_from_json(json.at("owners"));
    c.stray = json.at("stray").get<std::vector<std::string>>();
    c.prints_differ = json.at("prints_differ").get<bool>();
    c.printed_on_emulator_only =
        json.at("printed_on_emulator_only").get<std::vector<std::string>>();
    c.printed_on_gpu_only = json.at("printed_on_gpu_only").get<std::vector<std::string>>();
    return c;
}

} // namespace warpscope::report
