// Rewriting the identifiers of a PTX text in one pass.
#include "runtime/compile/nvcc_names.h"

#include <charconv>

#include <fmt/format.h>

namespace warpscope::compile {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_identifier(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$';
}

/// The mangled name with each length-prefixed component that starts with `marker` replaced.
std::string replace_component(std::string_view name, std::string_view marker,
                              std::string_view replacement) {
    std::string result(name);
    for (std::size_t at = result.find(marker); at != std::string::npos;
         at = result.find(marker, at)) {
        std::size_t digits = at;
        while (digits > 0 && is_digit(result[digits - 1]))
            --digits;
        std::size_t length = 0;
        std::from_chars(result.data() + digits, result.data() + at, length);
        if (length < marker.size() || at + length > result.size()) {
            at += marker.size();
            continue;
        }
        result.replace(digits, at + length - digits, replacement);
        at = digits + replacement.size();
    }
    return result;
}

std::string without_file_hash(std::string_view name) {
    const std::string outer = replace_component(name, "_INTERNAL_", "");
    return replace_component(outer, "_GLOBAL__N__", "12_GLOBAL__N_1");
}

constexpr std::string_view static_prefix = "__nv_static_";

/// What follows `__nv_static_N_` and the N characters that tell the file; empty when malformed.
std::string_view without_static_prefix(std::string_view name) {
    name.remove_prefix(static_prefix.size());
    std::size_t length = 0;
    const auto digits = std::from_chars(name.data(), name.data() + name.size(), length);
    const std::size_t skipped = static_cast<std::size_t>(digits.ptr - name.data()) + length + 2;
    return skipped < name.size() ? name.substr(skipped) : std::string_view{};
}

std::string renamed(std::string_view name) {
    if (name.starts_with(static_prefix)) {
        const std::string_view inner = without_static_prefix(name);
        if (inner.starts_with("_Z") && inner.size() > 2 && is_digit(inner[2]))
            return fmt::format("_ZL{}", inner.substr(2));
        if (!inner.empty() && !inner.starts_with("_Z"))
            return fmt::format("_ZL{}{}", inner.size(), inner);
        if (!inner.empty()) name = inner;
    }
    return name.find("_GLOBAL__N__") == std::string_view::npos ? std::string(name)
                                                               : without_file_hash(name);
}

} // namespace

std::string rename_internal_symbols(std::string_view ptx) {
    std::string result;
    result.reserve(ptx.size());
    while (!ptx.empty()) {
        std::size_t length = 0;
        while (length < ptx.size() && is_identifier(ptx[length]))
            ++length;
        if (length > 0)
            result += renamed(ptx.substr(0, length));
        else
            result.push_back(ptx[length++]);
        ptx.remove_prefix(length);
    }
    return result;
}

} // namespace warpscope::compile
