// Arrays, structs and pointers of the source inside expressions: from one place to another.
#include "sim/debug/expression_node.h"

namespace warpscope {
namespace {

using Kind = ptx::SourceType::Kind;
constexpr unsigned kMostBases = 16;      ///< unnamed members inside each other
constexpr unsigned kMostLookedAt = 4096; ///< records, of damaged debug information too

bool find_member(SourceTypeRef record, const std::string& name, unsigned depth, unsigned& left,
                 std::uint64_t& offset, SourceTypeRef& type) {
    if (!record.is(Kind::Record) || depth == kMostBases || left == 0) return false;
    --left;
    for (const ptx::SourceMember& member : record->members) {
        if (member.name != name) continue;
        offset += member.offset;
        type = record.to(member.type);
        return true;
    }
    for (const ptx::SourceMember& member : record->members) {
        if (!member.name.empty()) continue;
        std::uint64_t inside = offset + member.offset;
        if (!find_member(record.to(member.type), name, depth + 1, left, inside, type)) continue;
        offset = inside;
        return true;
    }
    return false;
}

std::string names_of_members(SourceTypeRef record) {
    std::string names;
    std::size_t told = 0;
    for (const ptx::SourceMember& member : record->members) {
        if (member.name.empty()) continue;
        if (++told > 8) return names + ", …";
        names += (names.empty() ? "" : ", ") + member.name;
    }
    return names;
}

} // namespace

Evaluated object_value(ObjectPlace object, const Session& session, const WarpView& view,
                       LaneMask lanes) {
    Evaluated e;
    if (object.type.is(Kind::Array) && object.indexed != 0 &&
        object.indexed >= object.type->extents.size()) {
        object.type = object.type.element();
        object.indexed = 0;
    }
    if (object.type.is(Kind::Array) || object.type.is(Kind::Record)) {
        object.places.valid &= lanes;
        e.object = std::move(object);
        return e;
    }
    LanePlaces& places = object.places;
    places.element = scalar_type(object.type);
    places.source = object.type;
    if (places.element == Type::None) {
        e.values.trouble = "the debug information does not tell the type of " + object.name;
        return e;
    }
    e.values = read_places(places, session, view, lanes);
    if (e.values.trouble.empty() || !object.trouble.empty())
        e.values.trouble = std::move(object.trouble);
    take_type(e.values, object.type);
    if (object.type.is(Kind::Reference)) {
        const std::string trouble = e.values.trouble;
        ObjectPlace referred = object_behind(e.values, lanes, object.name);
        if (referred.trouble.empty()) referred.trouble = trouble;
        // A reference to a reference is none in C++, but may be in damaged debug information.
        if (!referred.type || referred.type.is(Kind::Reference)) return e;
        return object_value(std::move(referred), session, view, lanes);
    }
    e.places = std::move(places);
    return e;
}

void take_type(LaneValues& values, SourceTypeRef type) {
    values.source = type;
    if (!type.is(Kind::Pointer) && !type.is(Kind::Reference)) return;
    values.type = ValueType::U64;
    values.target = type.element();
    values.pointee = scalar_type(values.target);
}

LanePlaces places_behind(const LaneValues& pointer, const LaneValues* index, std::uint64_t width,
                         LaneMask lanes, std::string& trouble) {
    LanePlaces places;
    bool first = true;
    for_each_lane(lanes & pointer.valid & (index ? index->valid : kAllLanes), [&](unsigned lane) {
        const std::uint64_t offset = index ? index->bits[lane] * width : 0;
        const SpaceAddress at = resolve_generic(pointer.bits[lane] + offset);
        if (first) places.space = at.space;
        first = false;
        if (at.space != places.space) {
            trouble = "lane " + std::to_string(lane) + " points into another space than the first";
            return;
        }
        places.valid |= 1u << lane;
        places.address[lane] = at.address;
    });
    return places;
}

ObjectPlace object_behind(const LaneValues& pointer, LaneMask lanes, std::string name) {
    ObjectPlace object;
    object.name = std::move(name);
    object.type = pointer.target;
    object.places = places_behind(pointer, nullptr, 0, lanes, object.trouble);
    return object;
}

ObjectPlace element_of(const ObjectPlace& array, const LaneValues& index, LaneMask lanes) {
    ObjectPlace element = array;
    const std::uint64_t extent = extent_at(array.type, array.indexed);
    const std::uint64_t width = bytes_at(array.type, array.indexed + 1);
    element.indexed = array.indexed + 1;
    element.places.valid = 0;
    bool same = true;
    if (element.trouble.empty()) element.trouble = index.trouble;
    const LaneMask asked = lanes & index.valid & array.places.valid;
    for_each_lane(asked, [&](unsigned lane) {
        const std::uint64_t at = index.bits[lane];
        same &= at == index.bits[first_lane(asked)];
        if (extent == 0 || at < extent) {
            element.places.valid |= 1u << lane;
            element.places.address[lane] += at * width;
        } else if (element.trouble.empty()) {
            element.trouble = "lane " + std::to_string(lane) + ": " + array.name + " has " +
                              std::to_string(extent) + " elements, none with number " +
                              std::to_string(static_cast<std::int64_t>(at));
        }
    });
    const bool one = same && asked != 0;
    element.name += one ? "[" + std::to_string(index.bits[first_lane(asked)]) + "]" : "[…]";
    return element;
}

Result<ObjectPlace> member_of(const ObjectPlace& record, const std::string& name,
                              std::uint32_t column) {
    if (!record.type.is(Kind::Record))
        return expression_error(column, "\"" + record.name + "\" is an array, which has no members",
                                "name an element first: " + record.name + "[0]." + name);
    ObjectPlace member = record;
    member.indexed = 0;
    std::uint64_t offset = 0;
    unsigned left = kMostLookedAt;
    if (!find_member(record.type, name, 0, left, offset, member.type))
        return expression_error(column,
                                "\"" + name_of(record.type) + "\" has no member \"" + name + "\"",
                                "its members are " + names_of_members(record.type));
    member.name += "." + name;
    for (Address& address : member.places.address)
        address += offset;
    return member;
}

std::optional<Evaluated> address_value(const Evaluated& operand, LaneMask lanes) {
    Evaluated e;
    e.values.type = ValueType::U64;
    Space space = Space::Global;
    if (operand.array) {
        space = operand.array->space;
        e.values.pointee = operand.array->element;
        e.values.valid = lanes;
        e.values.bits.fill(operand.array->address);
    } else if (operand.object) {
        const ObjectPlace& object = *operand.object;
        space = object.places.space;
        e.values.target = object.type.is(Kind::Array) ? object.type.element() : object.type;
        e.values.pointee = scalar_type(e.values.target);
        e.values.valid = object.places.valid & lanes;
        e.values.bits = object.places.address;
        if (e.values.valid != lanes) e.values.trouble = object.trouble;
    } else if (operand.places) {
        space = operand.places->space;
        e.values.pointee = operand.places->element;
        e.values.target = operand.places->source;
        e.values.valid = operand.places->valid & lanes;
        e.values.bits = operand.places->address;
        if (e.values.valid != lanes) e.values.trouble = operand.values.trouble;
    } else {
        return std::nullopt;
    }
    const Address window = space == Space::Shared      ? kSharedWindow
                           : space == Space::Local     ? kLocalWindow
                           : space == Space::Parameter ? kParameterWindow
                                                       : 0;
    for (std::uint64_t& bits : e.values.bits)
        bits += window;
    return e;
}

std::uint64_t pointer_step(const LaneValues& values) {
    if (values.target) return values.target->size;
    return values.pointee == Type::None ? 0 : size_in_bytes(values.pointee);
}

} // namespace warpscope
