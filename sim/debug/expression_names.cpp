// What names in expressions mean: builtins, registers, parameters and variables.
#include <algorithm>
#include <cstring>

#include "sim/debug/expression_node.h"
#include "sim/debug/named_variables.h"
#include "sim/exec/layout.h"

namespace warpscope {
namespace {

using Node = Expression::Node;

LaneValues same_in_all(ValueType type, std::uint64_t bits, LaneMask lanes) {
    LaneValues values;
    values.type = type;
    values.valid = lanes;
    values.bits.fill(bits);
    return values;
}

std::uint32_t component(const Dim3& d, char which) {
    return which == 'x' ? d.x : which == 'y' ? d.y : d.z;
}

/// threadIdx.x and what PTX calls it, the same for the other three.
std::optional<LaneValues> index_builtin(const std::string& name, const Session& session,
                                        const Focus& focus, LaneMask lanes) {
    static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"threadIdx", "%tid"},
        {"blockIdx", "%ctaid"},
        {"blockDim", "%ntid"},
        {"gridDim", "%nctaid"},
    };
    if (name.size() < 3 || name[name.size() - 2] != '.') return std::nullopt;
    const char which = name.back();
    if (which != 'x' && which != 'y' && which != 'z') return std::nullopt;
    const std::string_view stem = std::string_view(name).substr(0, name.size() - 2);
    for (std::size_t k = 0; k < std::size(kNames); ++k) {
        if (stem != kNames[k].first && stem != kNames[k].second) continue;
        LaneValues values = same_in_all(ValueType::U32, 0, lanes);
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            const LaunchRequest& request = session.request();
            const Dim3 dim = k == 0   ? thread_index(session, focus.warp, lane)
                             : k == 1 ? from_linear_index(focus.block, request.grid)
                             : k == 2 ? request.block
                                      : request.grid;
            values.bits[lane] = component(dim, which);
        }
        return values;
    }
    return std::nullopt;
}

std::optional<LaneValues> builtin(const std::string& name, const Session& session,
                                  const Focus& focus, LaneMask lanes) {
    if (auto values = index_builtin(name, session, focus, lanes)) return values;
    if (name == "lane" || name == "%laneid") {
        LaneValues values = same_in_all(ValueType::U32, 0, lanes);
        for (unsigned lane = 0; lane < kLanes; ++lane)
            values.bits[lane] = lane;
        return values;
    }
    if (name == "warp" || name == "%warpid") return same_in_all(ValueType::U32, focus.warp, lanes);
    if (name == "block") return same_in_all(ValueType::U64, focus.block, lanes);
    if (name == "warpSize") return same_in_all(ValueType::S32, kLanes, lanes);
    if (name == "true" || name == "false")
        return same_in_all(ValueType::S32, name == "true" ? 1 : 0, lanes);
    return std::nullopt;
}

void miss(LaneValues& values, unsigned lane, const std::string& why) {
    values.valid &= ~(1u << lane);
    if (values.trouble.empty()) values.trouble = "lane " + std::to_string(lane) + why;
}

std::optional<std::uint32_t> register_index(const Function& function, const std::string& name) {
    for (std::size_t r = 0; r < function.registers.size(); ++r)
        if (function.registers[r].name == name) return static_cast<std::uint32_t>(r);
    return std::nullopt;
}

/// One lane's value of a register.
bool read_lane(const std::uint8_t* vector, Type type, unsigned lane, ValueType& as,
               std::uint64_t& bits) {
    if (type == Type::Pred) {
        LaneMask mask = 0;
        std::memcpy(&mask, vector, sizeof mask);
        as = ValueType::S32;
        bits = has_lane(mask, lane) ? 1 : 0;
        return true;
    }
    const auto value = promoted(type, vector + std::size_t{lane} * slot_bytes(type), as);
    if (value) bits = *value;
    return value.has_value();
}

/// Every lane reads it in the function that it is in; the first lane's function has the type.
NameMeaning register_meaning(const std::string& name, const Session& session, const WarpView& view,
                             LaneMask lanes) {
    NameMeaning meaning;
    LaneValues& values = meaning.evaluated.values;
    values.valid = lanes;
    std::uint32_t function = kNoFunction;
    for_each_lane(lanes, [&](unsigned lane) {
        const auto split = split_of(*view.warp, lane);
        if (!split) return miss(values, lane, " has exited");
        const Frame& frame = view.warp->frames[view.warp->splits[*split].frame];
        const Function& source = *session.executable().functions[frame.function].source;
        if (function == kNoFunction) function = frame.function;
        const auto index = register_index(source, name);
        if (frame.function != function || !index)
            return miss(values, lane, " is in another function, " + source.name);
        meaning.found = true;
        if (!read_lane(lane_vector(session, *view.warp, frame, *index),
                       source.registers[*index].type, lane, values.type, values.bits[lane]))
            miss(values, lane, " has 128 bits there: `info registers` shows them");
    });
    return meaning;
}

/// Of all lanes exited, the kernel still says whether there is such a register.
bool known_register(const std::string& name, const Session& session) {
    for (const ExecutableFunction& f : session.executable().functions)
        if (register_index(*f.source, name)) return true;
    return false;
}

Type chosen_element(const Node& node, const NamedVariable& entry) {
    if (node.element != Type::None) return node.element;
    return entry.accessed_as != Type::None ? entry.accessed_as : entry.element;
}

std::uint64_t bytes_of_entry(const NamedVariable& entry, const WarpView& view) {
    if (entry.size != 0 || entry.space != Space::Shared || view.block == nullptr) return entry.size;
    const std::uint64_t all = view.block->shared.size();
    return all > entry.address ? all - entry.address : 0;
}

NameMeaning variable_meaning(const Node& node, const NamedVariable& entry, const Session& session,
                             const WarpView& view, LaneMask lanes) {
    NameMeaning meaning;
    meaning.found = true;
    const Type element = chosen_element(node, entry);
    Address base = 0;
    if (entry.space == Space::Local && view) {
        // Frames of one function lie where the calls put them: the first lane's counts.
        if (lanes != 0)
            if (const auto split = split_of(*view.warp, first_lane(lanes)))
                base = view.warp->frames[view.warp->splits[*split].frame].local_base;
    }
    const unsigned width = size_in_bytes(element);
    if (entry.is_array || (node.element != Type::None && bytes_of_entry(entry, view) > width)) {
        meaning.evaluated.array =
            ArrayPlace{entry.short_name, entry.space, element, base + entry.address,
                       width == 0 ? 0 : bytes_of_entry(entry, view) / width};
        return meaning;
    }
    LanePlaces places;
    places.space = entry.space;
    places.element = element;
    places.valid = lanes;
    places.address.fill(base + entry.address);
    meaning.evaluated.values = read_places(places, session, view, lanes);
    meaning.evaluated.places = places;
    return meaning;
}

} // namespace

LaneValues read_places(const LanePlaces& places, const Session& session, const WarpView& warp,
                       LaneMask lanes) {
    LaneValues values;
    values.valid = lanes & places.valid;
    const unsigned size = size_in_bytes(places.element);
    std::uint8_t bytes[32] = {};
    (void)promoted(places.element, bytes, values.type);
    for_each_lane(values.valid, [&](unsigned lane) {
        const Address at = places.address[lane];
        if (!read_space(session, warp, lane, places.space, at, bytes, size)) {
            static constexpr const char* kSpaceNames[] = {"global", "shared", "local", "constant",
                                                          "parameter"};
            char text[96];
            std::snprintf(text, sizeof text, " reads %u bytes outside of %s memory, at 0x%llx",
                          size, kSpaceNames[static_cast<unsigned>(places.space)],
                          static_cast<unsigned long long>(at));
            return miss(values, lane, text);
        }
        values.bits[lane] = promoted(places.element, bytes, values.type).value_or(0);
    });
    return values;
}

NameMeaning meaning_of(const Node& node, const Session& session, const WarpView& view,
                       const Focus& focus, LaneMask lanes, const NamedVariables& variables) {
    NameMeaning meaning;
    if (node.element == Type::None) {
        if (auto values = builtin(node.name, session, focus, lanes)) {
            meaning.found = true;
            meaning.evaluated.values = std::move(*values);
            return meaning;
        }
    }
    if (node.name.starts_with('%')) {
        if (!view || node.element != Type::None) return meaning;
        meaning = register_meaning(node.name, session, view, lanes);
        if (!meaning.found) meaning.found = known_register(node.name, session);
        return meaning;
    }
    std::uint32_t function = 0;
    if (view && lanes != 0)
        if (const auto at = position_of(*view.warp, first_lane(lanes))) function = at->function;
    if (const NamedVariable* entry = variables.find(node.name, function))
        return variable_meaning(node, *entry, session, view, lanes);
    return meaning;
}

std::vector<std::string> known_names(const Session& session, const Focus& focus) {
    std::vector<std::string> names = {"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                      "blockIdx.y",  "blockIdx.z",  "blockDim.x",  "gridDim.x",
                                      "lane",        "warp",        "block"};
    for (const NamedVariable& entry : named_variables_of(session.executable()).entries)
        names.push_back(entry.short_name);
    const WarpView view = find_warp(session, focus.block, focus.warp);
    std::uint32_t function = 0;
    if (view)
        if (const auto at = position_of(*view.warp, focus.lane)) function = at->function;
    for (const Register& r : session.executable().functions[function].source->registers)
        names.push_back(r.name);
    return names;
}

} // namespace warpscope
