// Names, sizes and texts of types of the source.
#include "sim/debug/source_type.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace warpscope {
namespace {

using Kind = ptx::SourceType::Kind;

/// Elements and members of a value that are shown.
constexpr std::size_t kShownElements = 8;
constexpr unsigned kShownDepth = 6; ///< of values inside values

Type sized(std::uint64_t bytes, Type one, Type two, Type four, Type eight) {
    return bytes == 1   ? one
           : bytes == 2 ? two
           : bytes == 4 ? four
           : bytes == 8 ? eight
                        : Type::None;
}

template<class T>
T bits_as(const std::uint8_t* value) {
    T bits{};
    std::memcpy(&bits, value, sizeof bits);
    return bits;
}

std::string scalar_text(const ptx::SourceType& type, const std::uint8_t* value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, value, std::min<std::uint64_t>(type.size, sizeof bits));
    const unsigned unused = type.size < 8 ? 64 - 8 * static_cast<unsigned>(type.size) : 0;
    const std::int64_t number = static_cast<std::int64_t>(bits << unused) >> unused;
    switch (type.kind) {
    case Kind::Boolean: return bits != 0 ? "true" : "false";
    case Kind::Character:
        return number >= 32 && number < 127 ? fmt::format("'{}'", static_cast<char>(number))
                                            : fmt::format("{}", number);
    case Kind::Float:
        if (type.size == 4) return fmt::format("{}", bits_as<float>(value));
        if (type.size == 8) return fmt::format("{}", bits_as<double>(value));
        break;
    case Kind::Signed: return fmt::format("{}", number);
    case Kind::Unsigned: return fmt::format("{}", bits);
    default: break;
    }
    return fmt::format("{:#x}", bits);
}

std::string text_inside(SourceTypeRef type, const std::uint8_t* value, std::size_t bytes,
                        unsigned indexed, unsigned depth);

std::string array_text(SourceTypeRef type, const std::uint8_t* value, std::size_t bytes,
                       unsigned indexed, unsigned depth) {
    const std::uint64_t width = bytes_at(type, indexed + 1);
    if (width == 0) return "{…}";
    const bool last = indexed + 1 >= type->extents.size();
    const std::uint64_t extent = indexed < type->extents.size() ? type->extents[indexed] : 0;
    std::string text = "{";
    for (std::uint64_t k = 0; k < extent && (k + 1) * width <= bytes; ++k) {
        if (k == kShownElements) return text + ", …}";
        if (k != 0) text += ", ";
        text += last ? text_inside(type.element(), value + k * width, width, 0, depth)
                     : text_inside(type, value + k * width, width, indexed + 1, depth);
    }
    return text + "}";
}

std::string record_text(SourceTypeRef type, const std::uint8_t* value, std::size_t bytes,
                        unsigned depth) {
    std::string text = "{";
    std::size_t shown = 0;
    for (const ptx::SourceMember& member : type->members) {
        const SourceTypeRef of = type.to(member.type);
        if (!of || of->size == 0 || member.offset > bytes || bytes - member.offset < of->size)
            continue;
        if (shown++ == kShownElements) return text + ", …}";
        if (text.size() > 1) text += ", ";
        if (!member.name.empty()) text += member.name + " = ";
        text += text_inside(of, value + member.offset, of->size, 0, depth);
    }
    return text + "}";
}

std::string text_inside(SourceTypeRef type, const std::uint8_t* value, std::size_t bytes,
                        unsigned indexed, unsigned depth) {
    if (!type || bytes == 0) return "?";
    if (depth == kShownDepth) return "{…}";
    if (type->kind == Kind::Array) return array_text(type, value, bytes, indexed, depth + 1);
    if (type->kind == Kind::Record) return record_text(type, value, bytes, depth + 1);
    return bytes < std::min<std::uint64_t>(type->size, 8) ? "?" : scalar_text(*type, value);
}

} // namespace

Type scalar_type(SourceTypeRef type) {
    if (!type) return Type::None;
    switch (type->kind) {
    case Kind::Boolean:
    case Kind::Unsigned: return sized(type->size, Type::U8, Type::U16, Type::U32, Type::U64);
    case Kind::Character:
        return type->size == 1 && type->name.starts_with("unsigned")
                   ? Type::U8
                   : sized(type->size, Type::S8, Type::S16, Type::S32, Type::S64);
    case Kind::Signed: return sized(type->size, Type::S8, Type::S16, Type::S32, Type::S64);
    case Kind::Float: return sized(type->size, Type::None, Type::F16, Type::F32, Type::F64);
    case Kind::Pointer:
    case Kind::Reference: return Type::U64;
    case Kind::Unknown: return sized(type->size, Type::U8, Type::U16, Type::U32, Type::U64);
    case Kind::Array:
    case Kind::Record: break;
    }
    return Type::None;
}

std::string name_of(SourceTypeRef type, unsigned indexed) {
    std::string behind;
    for (unsigned hops = 0; hops < 8 && type; ++hops) {
        switch (type->kind) {
        case Kind::Pointer: behind.insert(0, "*"); break;
        case Kind::Reference: behind.insert(0, "&"); break;
        case Kind::Array:
            for (std::size_t k = indexed; k < type->extents.size(); ++k)
                behind += type->extents[k] == 0 ? "[]" : fmt::format("[{}]", type->extents[k]);
            break;
        default: return (type->name.empty() ? "struct" : type->name) + behind;
        }
        indexed = 0;
        type = type.element();
    }
    return "void" + behind;
}

std::uint64_t extent_at(SourceTypeRef type, unsigned indexed) {
    return type && indexed < type->extents.size() ? type->extents[indexed] : 0;
}

std::uint64_t bytes_at(SourceTypeRef type, unsigned indexed) {
    if (!type) return 0;
    if (type->kind != Kind::Array) return type->size;
    const SourceTypeRef element = type.element();
    std::uint64_t bytes = element ? element->size : 0;
    for (std::size_t k = indexed; k < type->extents.size(); ++k) {
        const std::uint64_t extent = type->extents[k];
        bytes = extent != 0 && bytes > UINT32_MAX / extent ? 0 : bytes * extent;
    }
    return bytes;
}

std::string value_text(SourceTypeRef type, const std::uint8_t* value, std::size_t bytes,
                       unsigned indexed) {
    return text_inside(type, value, bytes, indexed, 0);
}

} // namespace warpscope
