// Scopes and variables: the lane in focus, its warp, its block, the launch.
#include <algorithm>

#include <fmt/format.h>

#include "cli/dap_server.h"
#include "runtime/report/units.h"

namespace warpscope::cli {

int DapServer::reference(Place place) {
    places_.push_back(std::move(place));
    return static_cast<int>(places_.size());
}

DapServer::Json DapServer::scope(const char* name, Part part, const Focus& focus) {
    return {{"name", name},
            {"variablesReference", reference({.part = part, .focus = focus})},
            {"expensive", part == Part::Warp}};
}

DapServer::Json DapServer::scopes(const Json& arguments) {
    const FramePlace frame = frame_of(arguments);
    Json list = Json::array();
    // Registers of callers are not looked at: PTX has none that outlive a call.
    if (frame.innermost) {
        if (debugger().names().any()) list.push_back(scope("Locals", Part::Locals, frame.focus));
        list.push_back(scope("Lane", Part::Lane, frame.focus));
        list.push_back(scope("Warp", Part::Warp, frame.focus));
    }
    list.push_back(scope("Block", Part::Block, frame.focus));
    list.push_back(scope("Launch", Part::Launch, frame.focus));
    return {{"scopes", list}};
}

/// A value of one lane as a variable; an array has its elements below it.
DapServer::Json DapServer::named(const std::string& name, const Result<Evaluated>& e,
                                 const Focus& focus) {
    Json json = {{"name", name}, {"variablesReference", 0}};
    if (!e) {
        json["value"] = e.error().message;
        return json;
    }
    if (e->array) {
        json["value"] = fmt::format("{} x {} at {}", e->array->count, name_of(e->array->element),
                                    place_text(e->array->space, e->array->address));
        json["type"] = std::string(name_of(e->array->element)) + "[]";
        json["indexedVariables"] = e->array->count;
        json["variablesReference"] =
            reference({.part = Part::Array, .focus = focus, .array = e->array});
        json["memoryReference"] = place_text(e->array->space, e->array->address);
        return json;
    }
    if (e->object) return named_object(name, *e->object, focus);
    json["type"] = type_text(e->values);
    json["value"] = has_lane(e->values.valid, focus.lane) ? value_text(e->values, focus.lane, 0)
                    : e->values.trouble.empty()           ? std::string("no value")
                                                          : e->values.trouble;
    if (e->values.target.is(ptx::SourceType::Kind::Record) && has_lane(e->values.valid, focus.lane))
        json["variablesReference"] =
            reference({.part = Part::Object,
                       .focus = focus,
                       .object = object_behind(e->values, 1u << focus.lane, name)});
    if (e->places && has_lane(e->places->valid, focus.lane))
        json["memoryReference"] = place_text(e->places->space, e->places->address[focus.lane]);
    else if (e->values.type == ValueType::U64 && has_lane(e->values.valid, focus.lane))
        json["memoryReference"] = fmt::format("0x{:x}", e->values.bits[focus.lane]);
    return json;
}

/// A struct or array of the source, with its members or elements below it.
DapServer::Json DapServer::named_object(const std::string& name, const ObjectPlace& object,
                                        const Focus& focus) {
    const WarpView view = find_warp(debugger().session(), focus.block, focus.warp);
    Json json = {{"name", name},
                 {"type", name_of(object.type, object.indexed)},
                 {"value", object_text(object, debugger().session(), view, focus.lane)},
                 {"variablesReference", 0}};
    if (!has_lane(object.places.valid, focus.lane)) return json;
    json["variablesReference"] =
        reference({.part = Part::Object, .focus = focus, .object = object});
    json["memoryReference"] = place_text(object.places.space, object.places.address[focus.lane]);
    if (object.type.is(ptx::SourceType::Kind::Array))
        json["indexedVariables"] = extent_at(object.type, object.indexed);
    return json;
}

DapServer::Json DapServer::local_variables(const Place& place) {
    const WarpView view = find_warp(debugger().session(), place.focus.block, place.focus.warp);
    Json list = Json::array();
    for (const ptx::SourceVariable* v : debugger().names().in_scope(view, place.focus.lane)) {
        Json row =
            named(v->name, value_of(v->name, place.focus, 1u << place.focus.lane), place.focus);
        row["evaluateName"] = v->name;
        list.push_back(std::move(row));
    }
    return list;
}

DapServer::Json DapServer::object_variables(const Place& place, std::uint64_t start,
                                            std::uint64_t count) {
    constexpr std::uint64_t kMostElements = 4096;
    const ObjectPlace& object = *place.object;
    const WarpView view = find_warp(debugger().session(), place.focus.block, place.focus.warp);
    const LaneMask lane = 1u << place.focus.lane;
    Json list = Json::array();
    const auto add = [&](const std::string& name, const Evaluated& e) {
        list.push_back(named(name, e, place.focus));
    };
    if (object.type.is(ptx::SourceType::Kind::Record)) {
        for (const ptx::SourceMember& member : object.type->members)
            add(member.name.empty() ? name_of(object.type.to(member.type)) : member.name,
                part_of(object, member, debugger().session(), view, lane));
        return list;
    }
    const std::uint64_t extent = extent_at(object.type, object.indexed);
    start = std::min(start, extent);
    count = std::min({count == 0 ? kMostElements : count, extent - start, kMostElements});
    for (std::uint64_t k = start; k < start + count; ++k)
        add(fmt::format("[{}]", k), part_of(object, k, debugger().session(), view, lane));
    return list;
}

namespace {

/// What is looked at besides registers.
constexpr const char* kBuiltins[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z",
                                     "blockIdx.x",  "blockIdx.y",  "blockIdx.z"};

} // namespace

DapServer::Json DapServer::lane_variables(const Place& place) {
    Json list = Json::array();
    for (const char* name : kBuiltins)
        list.push_back(
            named(name, value_of(name, place.focus, 1u << place.focus.lane), place.focus));
    for (const NamedPlace& p : named_places(debugger().session(), place.focus))
        if (p.space == Space::Local)
            list.push_back(
                named(p.name, value_of(p.name, place.focus, 1u << place.focus.lane), place.focus));
    for (const RegisterValue& value : registers(debugger().session(), place.focus))
        list.push_back({{"name", value.name},
                        {"value", register_text(value, place.focus.lane, 0)},
                        {"type", value.type},
                        {"variablesReference", 0}});
    return list;
}

/// Each with the values of all 32 lanes below it.
DapServer::Json DapServer::warp_variables(const Place& place) {
    std::vector<std::string> names(std::begin(kBuiltins), std::end(kBuiltins));
    const WarpView view = find_warp(debugger().session(), place.focus.block, place.focus.warp);
    for (const ptx::SourceVariable* v : debugger().names().in_scope(view, place.focus.lane))
        names.push_back(v->name);
    for (const RegisterValue& value : registers(debugger().session(), place.focus))
        if (value.bytes <= 8) names.push_back(value.name);
    const LaneMask lanes = existing_lanes(debugger().session(), place.focus.warp);
    Json list = Json::array();
    for (const std::string& name : names) {
        const Result<Evaluated> e = value_of(name, place.focus, lanes);
        if (!e || e->array || e->object) continue;
        std::string text;
        for_each_lane(lanes, [&](unsigned lane) {
            text += (text.empty() ? "[" : ", ") + value_text(e->values, lane, 0);
        });
        list.push_back(
            {{"name", name},
             {"value", text + "]"},
             {"type", type_text(e->values)},
             {"indexedVariables", kLanes},
             {"variablesReference",
              reference({.part = Part::Lanes, .focus = place.focus, .values = e->values})}});
    }
    return list;
}

DapServer::Json DapServer::lanes_variables(const Place& place) {
    Json list = Json::array();
    for (unsigned lane = 0; lane < kLanes; ++lane)
        list.push_back({{"name", fmt::format("[{}]", lane)},
                        {"value", value_text(place.values, lane, 0)},
                        {"variablesReference", 0}});
    return list;
}

DapServer::Json DapServer::block_variables(const Place& place) {
    Json list = Json::array();
    for (const NamedPlace& p : named_places(debugger().session(), place.focus))
        if (p.space == Space::Shared)
            list.push_back(
                named(p.name, value_of(p.name, place.focus, 1u << place.focus.lane), place.focus));
    const auto block = view_block(debugger().session(), place.focus.block);
    list.push_back({{"name", "warps"},
                    {"value", block ? fmt::format("{}", block->warps.size())
                                    : std::string("not on the machine")},
                    {"variablesReference", 0}});
    return list;
}

DapServer::Json DapServer::launch_variables(const Place& place) {
    Json list = Json::array();
    const auto add = [&](const char* name, const std::string& value) {
        list.push_back({{"name", name}, {"value", value}, {"variablesReference", 0}});
    };
    const LaunchRequest& request = debugger().session().request();
    add("kernel", debugger().navigator().code().function_names()[0]);
    add("gridDim", report::extent(request.grid));
    add("blockDim", report::extent(request.block));
    add("position", report::grouped(debugger().session().position()));
    for (const NamedPlace& p : named_places(debugger().session(), place.focus))
        if (p.space == Space::Parameter || p.space == Space::Global)
            list.push_back(
                named(p.name, value_of(p.name, place.focus, 1u << place.focus.lane), place.focus));
    return list;
}

DapServer::Json DapServer::array_variables(const Place& place, std::uint64_t start,
                                           std::uint64_t count) {
    constexpr std::uint64_t kMostElements = 4096;
    const ArrayPlace& array = *place.array;
    const unsigned width = size_in_bytes(array.element);
    const WarpView view = find_warp(debugger().session(), place.focus.block, place.focus.warp);
    Json list = Json::array();
    start = std::min(start, array.count);
    count = std::min({count == 0 ? kMostElements : count, array.count - start, kMostElements});
    for (std::uint64_t k = start; k < start + count; ++k) {
        std::uint8_t bytes[32] = {};
        const Address at = array.address + k * width;
        const bool there =
            read_space(debugger().session(), view, place.focus.lane, array.space, at, bytes, width);
        list.push_back({{"name", fmt::format("[{}]", k)},
                        {"value", there ? element_text(array.element, bytes, 0) : "no memory"},
                        {"type", std::string(name_of(array.element))},
                        {"memoryReference", place_text(array.space, at)},
                        {"variablesReference", 0}});
    }
    return list;
}

DapServer::Json DapServer::variables(const Json& arguments) {
    const std::size_t id = arguments.at("variablesReference").get<std::size_t>();
    if (id == 0 || id > places_.size()) throw DapRefusal{"these variables are gone: it has moved"};
    const Place place = places_[id - 1]; // a copy: new places come while it is looked at
    const std::uint64_t start = arguments.value("start", std::uint64_t{0});
    const std::uint64_t count = arguments.value("count", std::uint64_t{0});
    Json list;
    switch (place.part) {
    case Part::Locals: list = local_variables(place); break;
    case Part::Object: list = object_variables(place, start, count); break;
    case Part::Lane: list = lane_variables(place); break;
    case Part::Warp: list = warp_variables(place); break;
    case Part::Block: list = block_variables(place); break;
    case Part::Launch: list = launch_variables(place); break;
    case Part::Array: list = array_variables(place, start, count); break;
    case Part::Lanes: list = lanes_variables(place); break;
    }
    return {{"variables", list}};
}

} // namespace warpscope::cli
