// Reads arguments and shows elements.
#include "sim/debug/ptx_arguments.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace warpscope {
namespace {

constexpr std::uint64_t kLargestBuffer = std::uint64_t{8} << 30;
constexpr const char* kTypes = "u8, u16, u32, u64, s8, s16, s32, s64, f32 or f64";
constexpr const char* kForms = "write [NAME=]TYPE:VALUE, zeros:TYPE:N, iota:TYPE:N, "
                               "random:TYPE:N:SEED, values:TYPE:A,B,… or file:PATH";

Diagnostic wrong(const std::string& text, const std::string& what, const std::string& hint) {
    return {{}, fmt::format("argument \"{}\": {}", text, what), hint};
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find(separator, at);
        parts.push_back(text.substr(at, end - at));
        if (end == std::string::npos) return parts;
        at = end + 1;
    }
}

std::optional<Type> element_type(const std::string& name) {
    const Type type = type_named(name);
    const bool plain = is_integer(type) || type == Type::F32 || type == Type::F64;
    return plain && type != Type::U16x2 && type != Type::S16x2 ? std::optional(type) : std::nullopt;
}

/// All of `text` as a number of T.
template<class T, class... Base>
std::optional<T> number(std::string_view text, Base... base) {
    T value{};
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, base...);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The low `bytes` bytes of `bits`, or nothing when more are set.
std::optional<std::uint64_t> fitting_bits(std::string_view hexadecimal, unsigned bytes) {
    const auto bits = number<std::uint64_t>(hexadecimal, 16);
    if (!bits || (bytes < 8 && *bits >> (8 * bytes) != 0)) return std::nullopt;
    return bits;
}

std::optional<std::uint64_t> integer_bits(Type type, std::string_view text) {
    const unsigned width = 8 * size_in_bytes(type);
    if (is_signed(type)) {
        const auto value = number<std::int64_t>(text);
        const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> (64 - width);
        if (!value || *value > most || *value < -most - 1) return std::nullopt;
        return static_cast<std::uint64_t>(*value);
    }
    const auto value = number<std::uint64_t>(text);
    if (!value || *value > std::numeric_limits<std::uint64_t>::max() >> (64 - width))
        return std::nullopt;
    return value;
}

/// The bits of one value, in the low bytes.
std::optional<std::uint64_t> value_bits(Type type, const std::string& text) {
    if (text.starts_with("0x") || text.starts_with("0X"))
        return fitting_bits(std::string_view(text).substr(2), size_in_bytes(type));
    if (type == Type::F32) {
        const auto value = number<float>(text);
        return value ? std::optional<std::uint64_t>(std::bit_cast<std::uint32_t>(*value))
                     : std::nullopt;
    }
    if (type == Type::F64) {
        const auto value = number<double>(text);
        return value ? std::optional(std::bit_cast<std::uint64_t>(*value)) : std::nullopt;
    }
    return integer_bits(type, text);
}

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators").
std::uint64_t next_random(std::uint64_t& state) {
    std::uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

std::uint64_t random_bits(Type type, std::uint64_t& state) {
    const std::uint64_t bits = next_random(state);
    if (type == Type::F32)
        return std::bit_cast<std::uint32_t>(static_cast<float>(bits >> 40) * 0x1p-24f);
    if (type == Type::F64)
        return std::bit_cast<std::uint64_t>(static_cast<double>(bits >> 11) * 0x1p-53);
    return bits;
}

std::uint64_t iota_bits(Type type, std::uint64_t i) {
    if (type == Type::F32) return std::bit_cast<std::uint32_t>(static_cast<float>(i));
    if (type == Type::F64) return std::bit_cast<std::uint64_t>(static_cast<double>(i));
    return i;
}

void put(std::vector<std::uint8_t>& bytes, std::uint64_t index, std::uint64_t bits,
         unsigned width) {
    std::memcpy(bytes.data() + index * width, &bits,
                width); // little-endian, as the simulated machine is
}

Result<PtxArgument> read_file(PtxArgument argument, const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return wrong(argument.text, fmt::format("there is no file {}", path), "check the path");
    if (std::filesystem::file_size(path, error) > kLargestBuffer)
        return wrong(argument.text, "the file is larger than 8 GiB", "use a part of it");
    std::ifstream file(path, std::ios::binary);
    argument.bytes.assign(std::istreambuf_iterator<char>(file), {});
    if (!file)
        return wrong(argument.text, fmt::format("{} cannot be read", path),
                     "check its permissions");
    argument.kind = PtxArgument::Kind::Buffer;
    argument.type = Type::U8;
    return argument;
}

Result<PtxArgument> list_of_values(PtxArgument argument, const std::string& list) {
    const std::vector<std::string> values = split(list, ',');
    const unsigned width = size_in_bytes(argument.type);
    argument.bytes.resize(values.size() * width);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto bits = value_bits(argument.type, values[i]);
        if (!bits)
            return wrong(argument.text,
                         fmt::format("\"{}\" is no {}", values[i], name_of(argument.type)),
                         "separate the values by commas, without blanks");
        put(argument.bytes, i, *bits, width);
    }
    argument.kind = PtxArgument::Kind::Buffer;
    return argument;
}

Result<PtxArgument> generated(PtxArgument argument, const std::vector<std::string>& parts) {
    const auto count = number<std::uint64_t>(parts[2]);
    const unsigned width = size_in_bytes(argument.type);
    if (!count || *count == 0 || *count > kLargestBuffer / width)
        return wrong(argument.text, fmt::format("\"{}\" is no number of elements", parts[2]),
                     "at least 1, and at most 8 GiB together");
    std::uint64_t state = 0;
    if (parts[0] == "random") {
        const auto seed = number<std::uint64_t>(parts[3]);
        if (!seed)
            return wrong(argument.text, fmt::format("\"{}\" is no seed", parts[3]),
                         "write a whole number");
        state = *seed;
    }
    argument.kind = PtxArgument::Kind::Buffer;
    argument.bytes.resize(*count * width);
    if (parts[0] == "zeros") return argument;
    for (std::uint64_t i = 0; i < *count; ++i)
        put(argument.bytes, i,
            parts[0] == "iota" ? iota_bits(argument.type, i) : random_bits(argument.type, state),
            width);
    return argument;
}

/// `zeros:TYPE:N` and its relatives; the type has been checked.
Result<PtxArgument> buffer(PtxArgument argument, const std::vector<std::string>& parts) {
    const std::size_t wanted = parts[0] == "random" ? 4 : 3;
    if (parts.size() != wanted)
        return wrong(argument.text,
                     fmt::format("{} takes {} parts after its name, separated by colons", parts[0],
                                 wanted - 1),
                     kForms);
    return parts[0] == "values" ? list_of_values(std::move(argument), parts[2])
                                : generated(std::move(argument), parts);
}

template<class T>
T element(const std::vector<std::uint8_t>& bytes, std::size_t index) {
    T value;
    std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
    return value;
}

template<class T>
std::string all_elements(const std::vector<std::uint8_t>& bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
        if (i != 0) text += ' ';
        text += fmt::format("{}", element<T>(bytes, i));
    }
    return text;
}

} // namespace

Result<PtxArgument> parse_ptx_argument(const std::string& text) {
    PtxArgument argument;
    argument.text = text;
    std::string rest = text;
    // A path may hold `=`; a name ends before the first colon.
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos && equals < text.find(':')) {
        argument.name = text.substr(0, equals);
        rest = text.substr(equals + 1);
        if (argument.name.empty()) return wrong(text, "the name before `=` is empty", kForms);
    }
    if (rest.starts_with("file:")) return read_file(std::move(argument), rest.substr(5));

    const std::vector<std::string> parts = split(rest, ':');
    const bool is_buffer =
        parts[0] == "zeros" || parts[0] == "iota" || parts[0] == "random" || parts[0] == "values";
    if (parts.size() < 2) return wrong(text, "there is no colon", kForms);
    const std::string& type_name = is_buffer ? parts[1] : parts[0];
    const auto type = element_type(type_name);
    if (!type)
        return wrong(text,
                     fmt::format("\"{}\" is no type{}", type_name,
                                 is_buffer ? "" : " and no kind of buffer"),
                     is_buffer ? fmt::format("one of {}", kTypes) : kForms);
    argument.type = *type;
    if (is_buffer) return buffer(std::move(argument), parts);

    const auto bits = parts.size() == 2 ? value_bits(*type, parts[1]) : std::nullopt;
    if (!bits)
        return wrong(text,
                     fmt::format("\"{}\" is no {}", rest.substr(type_name.size() + 1), type_name),
                     "a decimal number in the type's range, or its bits as 0x…");
    argument.bytes.resize(size_in_bytes(*type));
    put(argument.bytes, 0, *bits, size_in_bytes(*type));
    return argument;
}

Result<PtxPrint> parse_ptx_print(const std::string& text) {
    const std::vector<std::string> parts = split(text, ':');
    PtxPrint print;
    print.name = parts[0];
    const auto fail = [&](const std::string& what, const std::string& hint) {
        return Diagnostic{{}, fmt::format("--print \"{}\": {}", text, what), hint};
    };
    if (print.name.empty() || parts.size() > 3)
        return fail("cannot be read", "write NAME, NAME:TYPE or NAME:TYPE:COUNT");
    if (parts.size() > 1) {
        const auto type = element_type(parts[1]);
        if (!type)
            return fail(fmt::format("\"{}\" is no type", parts[1]),
                        fmt::format("one of {}", kTypes));
        print.type = *type;
    }
    if (parts.size() > 2) {
        const auto count = number<std::uint64_t>(parts[2]);
        if (!count || *count == 0)
            return fail(fmt::format("\"{}\" is no count", parts[2]), "at least 1");
        print.count = *count;
    }
    return print;
}

std::string elements_text(Type type, const std::vector<std::uint8_t>& bytes) {
    switch (type) {
    case Type::U8: return all_elements<std::uint8_t>(bytes);
    case Type::U16: return all_elements<std::uint16_t>(bytes);
    case Type::U32: return all_elements<std::uint32_t>(bytes);
    case Type::U64: return all_elements<std::uint64_t>(bytes);
    case Type::S8: return all_elements<std::int8_t>(bytes);
    case Type::S16: return all_elements<std::int16_t>(bytes);
    case Type::S32: return all_elements<std::int32_t>(bytes);
    case Type::S64: return all_elements<std::int64_t>(bytes);
    case Type::F32: return all_elements<float>(bytes);
    case Type::F64: return all_elements<double>(bytes);
    default: return "";
    }
}

} // namespace warpscope
