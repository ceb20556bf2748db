// Splits a format string into conversions and lets the host's snprintf format each one.
#include "sim/exec/device_format.h"

#include <cstdio>
#include <cstring>

namespace warpscope {
namespace {

/// One `%...` of a format string: the text without length modifiers, and what it converts.
struct Conversion {
    std::string flags;  ///< "%" flags, width and precision; '*' still in it
    unsigned bytes = 4; ///< of an integer argument
    char letter = 0;
    std::size_t length = 0; ///< characters of the format it took
};

Conversion parse_conversion(const std::string& format, std::size_t at) {
    Conversion c;
    std::size_t k = at + 1;
    c.flags = "%";
    while (k < format.size() && std::strchr("-+ #0123456789.*", format[k]) != nullptr)
        c.flags += format[k++];
    for (; k < format.size() && std::strchr("hlLqjzt", format[k]) != nullptr; ++k)
        if (format[k] != 'h' && format[k] != 'L')
            c.bytes = 8; // long and long long are 64 bits on the device
    c.letter = k < format.size() ? format[k] : '\0';
    c.length = k + 1 - at;
    return c;
}

/// Reads arguments one after the other from the buffer that vprintf was given.
class ArgumentReader {
public:
    ArgumentReader(const Context& context, unsigned lane, Address at)
        : context_(context), lane_(lane), at_(at) {}

    std::uint64_t next(unsigned bytes) {
        at_ = (at_ + bytes - 1) / bytes * bytes;
        std::uint64_t value = 0;
        read_generic(context_, lane_, at_, &value, bytes);
        at_ += bytes;
        ++count_;
        return value;
    }
    std::int32_t count() const { return count_; }

private:
    const Context& context_;
    unsigned lane_;
    Address at_;
    std::int32_t count_ = 0;
};

template<class Value>
std::string format_one(const std::string& specification, Value value) {
    char buffer[512];
    const int length = std::snprintf(buffer, sizeof buffer, specification.c_str(), value);
    if (length < 0) return {};
    if (static_cast<std::size_t>(length) < sizeof buffer)
        return std::string(buffer, static_cast<std::size_t>(length));
    std::string longer(static_cast<std::size_t>(length), '\0');
    std::snprintf(longer.data(), longer.size() + 1, specification.c_str(), value);
    return longer;
}

/// Numbers in place of '*', bounded so that a wild width cannot exhaust memory.
std::string resolve_stars(const std::string& flags, ArgumentReader& arguments) {
    std::string resolved;
    for (char c : flags) {
        if (c != '*') {
            resolved += c;
            continue;
        }
        const auto width = static_cast<std::int32_t>(arguments.next(4));
        resolved += std::to_string(std::max(-4096, std::min(width, 4096)));
    }
    return resolved;
}

std::string format_integer(const std::string& flags, const Conversion& c,
                           ArgumentReader& arguments) {
    const std::uint64_t bits = arguments.next(c.bytes);
    if (c.letter == 'd' || c.letter == 'i') {
        const long long value =
            c.bytes == 8 ? static_cast<long long>(bits) : static_cast<std::int32_t>(bits);
        return format_one(flags + "lld", value);
    }
    return format_one(flags + "ll" + c.letter, static_cast<unsigned long long>(bits));
}

std::string format_conversion(const Context& context, unsigned lane, const Conversion& c,
                              ArgumentReader& arguments) {
    const std::string flags = resolve_stars(c.flags, arguments);
    switch (c.letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o': return format_integer(flags, c, arguments);
    case 'c': return format_one(flags + "c", static_cast<int>(arguments.next(4)));
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
        const std::uint64_t bits = arguments.next(8);
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        return format_one(flags + c.letter, value);
    }
    case 'p':
        return format_one(
            flags + "s",
            ("0x" + format_one("%llx", static_cast<unsigned long long>(arguments.next(8))))
                .c_str());
    case 's': return format_one(flags + "s", read_string(context, lane, arguments.next(8)).c_str());
    default: return {};
    }
}

} // namespace

FormattedText format_device_text(const Context& context, unsigned lane, const std::string& format,
                                 Address values) {
    FormattedText result;
    ArgumentReader arguments(context, lane, values);
    for (std::size_t at = 0; at < format.size();) {
        if (format[at] != '%') {
            result.text += format[at++];
            continue;
        }
        if (at + 1 < format.size() && format[at + 1] == '%') {
            result.text += '%';
            at += 2;
            continue;
        }
        const Conversion c = parse_conversion(format, at);
        result.text += std::strchr("diuxXocsfFeEgGaAp", c.letter) != nullptr && c.letter != '\0'
                           ? format_conversion(context, lane, c, arguments)
                           : format.substr(at, c.length);
        at += c.length;
    }
    result.arguments = arguments.count();
    return result;
}

} // namespace warpscope
