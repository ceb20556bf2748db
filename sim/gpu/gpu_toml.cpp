// Reads and writes GpuSpec as TOML; nothing in the text goes unchecked.
#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include <fmt/format.h>

// Errors come back as values; and the text is ours to print, so no stream operators.
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "sim/gpu/gpu_fields.h"
#include "sim/gpu/gpu_presets.h"

namespace warpscope {
namespace {

FilePosition place(const std::string& name, const toml::source_region& region) {
    return {name, region.begin.line, region.begin.column};
}

/// Letters to change to turn one word into the other (Levenshtein's distance).
std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const std::size_t changed = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row.back();
}

bool is_known(std::string_view key) {
    const auto fields = gpu_fields();
    return key == "id" || key == "name" ||
           std::any_of(fields.begin(), fields.end(),
                       [&](const GpuField& field) { return field.name == key; });
}

std::string hint_for_unknown(std::string_view key) {
    std::string_view best;
    std::size_t best_distance = 1 + key.size() / 3;
    for (const GpuField& field : gpu_fields()) {
        const std::size_t distance = edit_distance(key, field.name);
        if (distance < best_distance) best = field.name, best_distance = distance;
    }
    if (!best.empty()) return fmt::format("did you mean \"{}\"?", best);
    return "remove it; assets/gpus/h200.toml has every field there is";
}

std::optional<Diagnostic> unknown_key(const toml::table& table, const std::string& name) {
    std::optional<Diagnostic> first;
    for (const auto& [key, value] : table) {
        if (is_known(key.str())) continue;
        Diagnostic found{place(name, key.source()), fmt::format("unknown field \"{}\"", key.str()),
                         hint_for_unknown(key.str())};
        // The table is sorted by key; people read files from the top.
        if (!first || found.where.line < first->where.line) first = std::move(found);
    }
    return first;
}

Diagnostic missing(const std::string& name, std::string_view key, std::string_view meaning) {
    return {{name},
            fmt::format("the field \"{}\" is missing", key),
            fmt::format("add `{} = …` ({})", key, meaning)};
}

std::optional<Diagnostic> read_string(const toml::table& table, const std::string& name,
                                      std::string_view key, std::string_view meaning,
                                      std::string& to) {
    const toml::node* node = table.get(key);
    if (!node) return missing(name, key, meaning);
    const auto* text = node->as_string();
    if (!text || text->get().empty()) {
        return Diagnostic{place(name, node->source()),
                          fmt::format("\"{}\" must be a text that is not empty", key),
                          fmt::format("write `{} = \"…\"` ({})", key, meaning)};
    }
    to = text->get();
    return std::nullopt;
}

std::optional<Diagnostic> read_number(const toml::table& table, const std::string& name,
                                      const GpuField& field, GpuSpec& gpu) {
    const toml::node* node = table.get(field.name);
    if (!node) return missing(name, field.name, field.meaning);
    const auto* number = node->as_integer();
    if (!number) {
        return Diagnostic{place(name, node->source()),
                          fmt::format("\"{}\" must be a whole number", field.name),
                          fmt::format("write `{} = {}`, without quotes or decimal point",
                                      field.name, get(GpuSpec{}, field))};
    }
    const std::int64_t value = number->get();
    if (value < 0 || static_cast<std::uint64_t>(value) < field.least ||
        static_cast<std::uint64_t>(value) > field.most) {
        const std::string range =
            field.least == field.most
                ? fmt::format("must be {}", field.least)
                : fmt::format("must lie between {} and {}", field.least, field.most);
        return Diagnostic{
            place(name, node->source()), fmt::format("\"{}\" {}, not {}", field.name, range, value),
            fmt::format("it counts: {}; mind the unit in the field's name", field.meaning)};
    }
    set(gpu, field, static_cast<std::uint64_t>(value));
    return std::nullopt;
}

/// `small` must not exceed `large`, both being names of fields.
struct Order {
    std::string_view small, large;
};
constexpr Order kOrders[] = {
    {"shared_bytes_per_block", "shared_bytes_per_block_optin"},
    {"shared_bytes_per_block_optin", "shared_bytes_per_sm"},
    {"shared_bytes_per_sm", "l1_bytes_per_sm"},
    {"registers_per_block", "registers_per_sm"},
    {"max_block_x", "max_threads_per_block"},
    {"max_block_y", "max_threads_per_block"},
    {"max_block_z", "max_threads_per_block"},
    {"l2_bytes", "memory_bytes"},
};

std::uint64_t value_of(const GpuSpec& gpu, std::string_view name) {
    for (const GpuField& field : gpu_fields()) {
        if (field.name == name) return get(gpu, field);
    }
    return 0;
}

/// Numbers that are fine alone and impossible together.
std::optional<Diagnostic> contradiction(const toml::table& table, const std::string& name,
                                        const GpuSpec& gpu) {
    for (const Order& order : kOrders) {
        const std::uint64_t small = value_of(gpu, order.small), large = value_of(gpu, order.large);
        if (small <= large) continue;
        return Diagnostic{place(name, table.get(order.small)->source()),
                          fmt::format("\"{}\" ({}) is larger than \"{}\" ({})", order.small, small,
                                      order.large, large),
                          "correct one of the two"};
    }
    if (gpu.max_threads_per_block > gpu.max_warps_per_sm * gpu.warp_size) {
        return Diagnostic{place(name, table.get("max_threads_per_block")->source()),
                          fmt::format("a block of {} threads does not fit on an SM of {} warps",
                                      gpu.max_threads_per_block, gpu.max_warps_per_sm),
                          "correct \"max_threads_per_block\" or \"max_warps_per_sm\""};
    }
    return std::nullopt;
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\', result += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            result += fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
        } else {
            result += c;
        }
    }
    return result + '"';
}

/// The TOML reader is not safe from every character beyond ASCII, and descriptions need none.
std::optional<Diagnostic> beyond_ascii(std::string_view text, const std::string& name) {
    FilePosition where{name, 1, 1};
    for (const char c : text) {
        if (static_cast<unsigned char>(c) >= 0x80)
            return Diagnostic{where, "GPU descriptions are plain ASCII text",
                              "replace the character, also in comments"};
        ++where.column;
        if (c == '\n') where = {name, where.line + 1, 1};
    }
    return std::nullopt;
}

} // namespace

Result<GpuSpec> parse_gpu(std::string_view text, const std::string& name) {
    if (auto wrong = beyond_ascii(text, name)) return *wrong;
    const toml::parse_result parsed = toml::parse(text, std::string_view(name));
    if (!parsed) {
        const toml::parse_error& error = parsed.error();
        return Diagnostic{place(name, error.source()), std::string(error.description()),
                          "GPU descriptions are TOML: one `field = value` a line"};
    }
    const toml::table& table = parsed.table();
    GpuSpec gpu;
    if (auto wrong = unknown_key(table, name)) return *wrong;
    if (auto wrong = read_string(table, name, "id", "what --gpu takes", gpu.id)) return *wrong;
    if (auto wrong = read_string(table, name, "name", "as people call it", gpu.name)) return *wrong;
    for (const GpuField& field : gpu_fields()) {
        if (auto wrong = read_number(table, name, field, gpu)) return *wrong;
    }
    if (auto wrong = contradiction(table, name, gpu)) return *wrong;
    return gpu;
}

std::string to_toml(const GpuSpec& gpu) {
    std::string text = fmt::format("id = {}\nname = {}\n", quoted(gpu.id), quoted(gpu.name));
    for (const GpuField& field : gpu_fields()) {
        text += fmt::format("{} = {}\n", field.name, get(gpu, field));
    }
    return text;
}

} // namespace warpscope
