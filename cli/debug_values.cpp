// Formats values as gdb's letters ask.
#include "cli/debug_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "runtime/report/units.h"

namespace warpscope::cli {
namespace {

unsigned width_of_type(ValueType type) {
    return type == ValueType::S32 || type == ValueType::U32 || type == ValueType::F32 ? 4 : 8;
}

std::string float_text(double value, bool single) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    return single ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
}

std::uint64_t cut(std::uint64_t bits, unsigned bytes) {
    return bytes >= 8 ? bits : bits & ((std::uint64_t{1} << 8 * bytes) - 1);
}

std::int64_t sign_extended(std::uint64_t bits, unsigned bytes) {
    const unsigned shift = bytes >= 8 ? 0 : 64 - 8 * bytes;
    return static_cast<std::int64_t>(bits << shift) >> shift;
}

double as_float_bits(std::uint64_t bits, unsigned bytes) {
    if (bytes == 8) {
        double value = 0;
        std::memcpy(&value, &bits, 8);
        return value;
    }
    float value = 0;
    std::memcpy(&value, &bits, 4);
    return static_cast<double>(value);
}

/// "5 in all lanes", "64 + 4 * lane": of integers without a gap.
std::string pattern_text(const LaneValues& values, LaneMask lanes, char letter) {
    if (values.valid != lanes || count_lanes(lanes) < 2) return "";
    const unsigned first = first_lane(lanes);
    bool same = true;
    for_each_lane(lanes, [&](unsigned lane) { same &= values.bits[lane] == values.bits[first]; });
    if (same)
        return fmt::format("{} in {}", value_text(values, first, letter),
                           lanes == kAllLanes ? "all lanes"
                                              : "lanes " + report::lane_ranges(lanes));
    return "";
}

} // namespace

Result<ValueFormat> parse_value_format(const std::string& text) {
    ValueFormat format;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c >= '0' && c <= '9') {
            if (format.count > 100'000) break;
            format.count = format.count * 10 + static_cast<std::uint64_t>(c - '0');
        } else if (std::strchr("xduotfc", c) != nullptr) {
            format.letter = c;
        } else if (std::strchr("bhwg", c) != nullptr) {
            format.size = c;
        } else {
            return Diagnostic{{},
                              fmt::format("\"/{}\" is no format", text),
                              "x d u o t f c for the notation, b h w g for 1, 2, 4, 8 bytes, a "
                              "number for how many, print/32 for all lanes"};
        }
    }
    return format;
}

std::string bits_text(std::uint64_t bits, unsigned bytes, char letter) {
    const std::uint64_t value = cut(bits, bytes);
    switch (letter) {
    case 'x': return fmt::format("0x{:x}", value);
    case 'o': return fmt::format("0{:o}", value);
    case 't': return fmt::format("{:b}", value);
    case 'u': return fmt::format("{}", value);
    case 'c': {
        const char c = static_cast<char>(value & 0xFF);
        return c >= 0x20 && c < 0x7F ? fmt::format("{} '{}'", value & 0xFF, c)
                                     : fmt::format("{}", value & 0xFF);
    }
    case 'f':
        if (bytes >= 4) return float_text(as_float_bits(value, bytes), bytes == 4);
        return fmt::format("{}", sign_extended(value, bytes));
    default: return fmt::format("{}", sign_extended(value, bytes));
    }
}

std::string value_text(const LaneValues& values, unsigned lane, char letter) {
    if (!has_lane(values.valid, lane)) return "-";
    using Kind = ptx::SourceType::Kind;
    if (letter == 0 && values.source.is(Kind::Boolean))
        return values.bits[lane] != 0 ? "true" : "false";
    if (letter == 0 && values.source.is(Kind::Character))
        return bits_text(values.bits[lane], 1, 'c');
    if (letter == 0 && values.target) return bits_text(values.bits[lane], 8, 'x');
    const unsigned bytes = width_of_type(values.type);
    if (is_floating(values.type) && (letter == 0 || letter == 'f'))
        return float_text(as_double(values, lane), values.type == ValueType::F32);
    if (is_floating(values.type) && (letter == 'd' || letter == 'u'))
        return fmt::format("{}", as_integer(values, lane));
    if (letter == 'f' && !is_floating(values.type)) {
        // The bits as a float, as for a register that PTX declares as bits.
        return bits_text(values.bits[lane], bytes, 'f');
    }
    if (letter != 0) return bits_text(values.bits[lane], bytes, letter);
    const bool is_unsigned = values.type == ValueType::U32 || values.type == ValueType::U64;
    const std::string plain = bits_text(values.bits[lane], bytes, is_unsigned ? 'u' : 'd');
    // What may be an address is easier to know again in hexadecimal.
    const bool address = values.type == ValueType::U64 && values.bits[lane] >= kGlobalBase / 2;
    return address ? bits_text(values.bits[lane], 8, 'x') : plain;
}

std::string type_text(const LaneValues& values) {
    if (values.source) return name_of(values.source);
    if (values.target) return name_of(values.target) + "*";
    return name_of(values.type);
}

std::string element_text(Type element, const std::uint8_t* bytes, char letter) {
    LaneValues values;
    values.valid = 1;
    const auto bits = promoted(element, bytes, values.type);
    if (!bits) return "?";
    values.bits[0] = *bits;
    if (letter != 0 && !is_floating(values.type))
        return bits_text(*bits, size_in_bytes(element), letter);
    return value_text(values, 0, letter);
}

std::string lanes_text(const LaneValues& values, LaneMask lanes, char letter) {
    if (const std::string pattern = pattern_text(values, lanes, letter); !pattern.empty())
        return pattern + "\n";
    std::vector<std::string> cells;
    std::size_t width = 1;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        cells.push_back(has_lane(lanes, lane) ? value_text(values, lane, letter) : "-");
        width = std::max(width, cells.back().size());
    }
    std::string text;
    const unsigned columns = width > 12 ? 4 : 8;
    for (unsigned first = 0; first < kLanes; first += columns) {
        text += fmt::format("  lanes {:>2}-{:<2}", first, first + columns - 1);
        for (unsigned lane = first; lane < first + columns; ++lane)
            text += fmt::format("  {:>{}}", cells[lane], width);
        text += "\n";
    }
    return text;
}

std::string register_text(const RegisterValue& value, unsigned lane, char letter) {
    if (value.bytes == 0) return value.low[lane] != 0 ? "true" : "false";
    if (value.bytes > 8) return fmt::format("0x{:x}{:016x}", value.high[lane], value.low[lane]);
    const bool is_float_type = value.type == "f32" || value.type == "f64";
    if (letter == 0 && is_float_type) letter = 'f';
    if (letter == 0 && value.type.starts_with('u')) letter = 'u';
    if (letter == 0 && value.bytes == 8 && value.low[lane] >= kGlobalBase / 2) letter = 'x';
    return bits_text(value.low[lane], value.bytes, letter == 0 ? 'd' : letter);
}

const char* space_name(Space space) {
    switch (space) {
    case Space::Global: return "global";
    case Space::Shared: return "shared";
    case Space::Local: return "local";
    case Space::Constant: return "constant";
    case Space::Parameter: return "param";
    }
    return "";
}

std::string type_text(const NamedPlace& place) {
    const std::string element(name_of(place.element));
    const unsigned size = size_in_bytes(place.element);
    if (!place.is_array || size == 0) return element;
    return fmt::format("{}[{}]", element, place.bytes / size);
}

std::string place_text(Space space, Address address) {
    if (space == Space::Global || space == Space::Constant) return fmt::format("0x{:x}", address);
    return fmt::format("{}+0x{:x}", space_name(space), address);
}

std::string index_text(const Dim3& index, const Dim3& extent) {
    if (extent.z > 1) return fmt::format("({}, {}, {})", index.x, index.y, index.z);
    if (extent.y > 1) return fmt::format("({}, {})", index.x, index.y);
    return fmt::format("({})", index.x);
}

} // namespace warpscope::cli
