// Evaluates names and expressions for all lanes of a warp.
#include "gui/engine/lane_values.h"

#include <algorithm>

#include "sim/debug/views.h"

namespace warpscope::gui {
namespace {

/// Of a table that people fill by typing: more are not kept.
constexpr std::size_t kMostParsed = 1024;

char format_of(const LaneValues& values) {
    using Kind = ptx::SourceType::Kind;
    if (values.source.is(Kind::Boolean)) return 'p';
    if (values.source.is(Kind::Pointer) || values.source.is(Kind::Reference)) return 'x';
    switch (values.type) {
    case ValueType::F32: return 'f';
    case ValueType::F64: return 'F';
    case ValueType::S32:
    case ValueType::S64: return 'd';
    default: return 'u';
    }
}

unsigned bytes_of(const LaneValues& values) {
    switch (values.type) {
    case ValueType::S64:
    case ValueType::U64:
    case ValueType::F64: return 8;
    default: return 4;
    }
}

} // namespace

LaneReader::LaneReader(const Session& session)
    : session_(session), names_(session.request().executable) {}

NamedValue LaneReader::value_of(const std::string& text, const WarpView& view, const Focus& focus,
                                LaneMask lanes) {
    NamedValue value;
    value.name = text;
    if (parsed_.size() > kMostParsed) parsed_.clear();
    auto known = parsed_.find(text);
    if (known == parsed_.end()) known = parsed_.emplace(text, Expression::parse(text)).first;
    if (!known->second) {
        value.trouble = known->second.error().message;
        return value;
    }
    const Result<Evaluated> e = known->second->evaluate(session_, focus, lanes, &names_);
    if (!e) {
        value.trouble = e.error().message;
    } else if (e->array) {
        value.trouble = "an array: watch an element, " + e->array->name + "[0]";
    } else if (e->object) {
        value.type = name_of(e->object->type, e->object->indexed);
        value.valid = e->object->places.valid;
        value.is_object = true;
        if (value.valid == 0) value.trouble = e->object->trouble;
        for_each_lane(value.valid, [&](unsigned lane) {
            value.texts[lane] = object_text(*e->object, session_, view, lane);
        });
    } else {
        value.type = e->values.source ? name_of(e->values.source) : name_of(e->values.type);
        value.bits = e->values.bits;
        value.places = e->places;
        value.valid = e->values.valid;
        value.format = format_of(e->values);
        value.bytes = bytes_of(e->values);
        // 32-bit values are extended by their sign.
        if (value.bytes == 4)
            for (std::uint64_t& bits : value.bits)
                bits &= 0xFFFF'FFFFu;
        if (value.valid == 0)
            value.trouble = e->values.trouble.empty() ? "no lane has a value" : e->values.trouble;
    }
    // That of all lanes: which of them is said first does not matter.
    if (value.valid == 0 && value.trouble.starts_with("lane "))
        if (const auto colon = value.trouble.find(": "); colon != std::string::npos)
            value.trouble.erase(0, colon + 2);
    return value;
}

WarpValues LaneReader::read(std::uint64_t block, std::uint32_t warp,
                            const std::vector<std::string>& watches) {
    WarpValues read;
    read.warp = warp;
    const WarpView view = find_warp(session_, block, warp);
    const LaneMask lanes = existing_lanes(session_, warp);
    const Focus focus = {block, warp, lanes == 0 ? 0 : first_lane(lanes)};
    for (const std::string& text : watches) {
        read.values.push_back(value_of(text, view, focus, lanes));
        read.values.back().watch = true;
    }
    if (!view || !names_.any() || view.warp->finished()) return read;
    // Of parted lanes, those in scope where the current split is come first, then what others see.
    std::vector<std::string> names;
    const auto add_scope = [&](unsigned lane) {
        for (const ptx::SourceVariable* variable : names_.in_scope(view, lane))
            if (std::find(names.begin(), names.end(), variable->name) == names.end())
                names.push_back(variable->name);
    };
    add_scope(first_lane(view.warp->splits[view.warp->current].lanes));
    for (const Split& split : view.warp->splits)
        if (split.lanes != 0) add_scope(first_lane(split.lanes));
    for (const std::string& name : names)
        read.values.push_back(value_of(name, view, focus, lanes & view.warp->alive));
    return read;
}

} // namespace warpscope::gui
