// Variables and watches as rows, and what can be said of them in words.
#include "gui/views/named_rows.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

namespace warpscope::views {
namespace {

/// Whether the step stored to where the value lies, in a lane that took part.
bool was_stored(const gui::NamedValue& value, const gui::StepRecord& step) {
    if (!value.places) return false;
    for (const gui::LaneAccess& access : step.accesses) {
        if (access.kind == AccessKind::Load || access.space != value.places->space) continue;
        bool met = false;
        for_each_lane(access.lanes & value.places->valid, [&](unsigned lane) {
            const Address at = access.address[lane], place = value.places->address[lane];
            met |= at < place + value.bytes && place < at + access.width;
        });
        if (met) return true;
    }
    return false;
}

LaneRow row_of(const gui::NamedValue& value, const gui::Moment& moment, std::uint32_t warp) {
    LaneRow row;
    row.name = value.name;
    row.expression = value.name;
    row.type = value.type;
    row.watch = value.watch;
    row.trouble = value.trouble;
    row.bits = value.bits;
    row.valid = value.valid;
    row.format = value.format;
    row.bytes = value.bytes;
    row.is_object = value.is_object;
    row.objects = value.texts;
    if (moment.step.position != 0 && moment.step.warp == warp &&
        moment.step.block == moment.block) {
        row.stale = row.valid & ~moment.step.active;
        // Between branches nobody's value is old: then all of them are.
        if (row.stale == row.valid)
            row.stale = 0;
        else
            row.valid &= moment.step.active;
        row.written = was_stored(value, moment.step);
    }
    if (!row.is_object) find_shape(row);
    return row;
}

bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

double float_of(const LaneRow& row, unsigned lane) {
    return row.format == 'f' ? std::bit_cast<float>(static_cast<std::uint32_t>(row.bits[lane]))
                             : std::bit_cast<double>(row.bits[lane]);
}

} // namespace

std::vector<LaneRow> named_rows(const gui::Moment& moment, const Selection& selection) {
    std::vector<LaneRow> rows;
    const auto read = std::find_if(moment.values.begin(), moment.values.end(),
                                   [&](const auto& v) { return v.warp == selection.warp; });
    if (read != moment.values.end()) {
        for (const gui::NamedValue& value : read->values)
            rows.push_back(row_of(value, moment, selection.warp));
    } else if (!moment.values.empty()) {
        for (const gui::NamedValue& value : moment.values[0].values) {
            LaneRow row;
            row.name = row.expression = value.name;
            row.type = value.type;
            row.watch = value.watch;
            row.valid = 0;
            row.trouble = "…";
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

LaneRow compared_with(LaneRow row, unsigned lane) {
    if (row.is_object || !row.trouble.empty()) return row;
    if (!has_lane(row.valid, lane)) {
        row.valid = row.stale = 0;
        row.trouble = fmt::format("lane {} has no value to compare with", lane);
        return row;
    }
    const LaneRow before = row;
    for (unsigned other = 0; other < kLanes; ++other) {
        std::uint64_t& bits = row.bits[other];
        if (before.format == 'f')
            bits = std::bit_cast<std::uint32_t>(
                static_cast<float>(float_of(before, other) - float_of(before, lane)));
        else if (before.format == 'F')
            bits = std::bit_cast<std::uint64_t>(float_of(before, other) - float_of(before, lane));
        else if (before.format == 'p')
            bits = (bits != 0) != (before.bits[lane] != 0);
        else if (before.format == 'd' && before.bytes == 4)
            bits = static_cast<std::uint64_t>(
                std::int64_t{static_cast<std::int32_t>(before.bits[other])} -
                std::int64_t{static_cast<std::int32_t>(before.bits[lane])});
        else
            bits -= before.bits[lane];
    }
    if (row.format != 'f' && row.format != 'F' && row.format != 'p') {
        row.format = 'd';
        row.bytes = 8;
    }
    row.conflict = false;
    find_shape(row);
    return row;
}

std::string pattern_in_words(const LaneRow& row) {
    if (row.valid == 0 || row.is_object || row.breaks_pattern != 0) return "";
    if (row.shape == LaneRow::Shape::Uniform)
        return fmt::format(
            "{} in {}", format_value(row.bits[first_lane(row.valid)], row.format, row.bytes),
            row.valid == kAllLanes ? "all lanes" : fmt::format("{} lanes", count_lanes(row.valid)));
    if (row.shape != LaneRow::Shape::Affine || row.format == 'x') return "";
    const std::string times = row.stride == 1    ? "lane"
                              : row.stride == -1 ? "-lane"
                                                 : fmt::format("{} * lane", row.stride);
    if (row.base == 0) return times;
    if (row.stride < 0)
        return row.stride == -1 ? fmt::format("{} - lane", row.base)
                                : fmt::format("{} - {} * lane", row.base, -row.stride);
    return fmt::format("{} + {}", row.base, times);
}

std::string identifier_at(const std::string& line, std::size_t character) {
    if (character >= line.size() || !is_letter(line[character])) return "";
    std::size_t first = character, last = character;
    while (first > 0 && is_letter(line[first - 1]))
        --first;
    while (last + 1 < line.size() && is_letter(line[last + 1]))
        ++last;
    if (std::isdigit(static_cast<unsigned char>(line[first])) != 0) return "";
    // Behind a dot or an arrow it is a member, whatever else has this name.
    if (first > 0 && line[first - 1] == '.') return "";
    if (first > 1 && line[first - 1] == '>' && line[first - 2] == '-') return "";
    return line.substr(first, last - first + 1);
}

std::string variable_in_words(const std::vector<LaneRow>& rows, const std::string& name,
                              unsigned lane) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const LaneRow& r) {
        return !r.watch && r.expression == name && !r.type.empty();
    });
    if (name.empty() || row == rows.end()) return "";
    if (row->is_object && has_lane(row->valid | row->stale, lane))
        return fmt::format("{} = {} in lane {}", name, row->objects[lane], lane);
    if (!row->trouble.empty()) return fmt::format("{}: {}", name, row->trouble);
    if (!has_lane(row->valid | row->stale, lane))
        return fmt::format("{} has no value in lane {}", name, lane);
    const std::string pattern = pattern_in_words(*row);
    return fmt::format("{} = {} in lane {}{}{}", name,
                       format_value(row->bits[lane], row->format, row->bytes), lane,
                       pattern.empty() ? "" : ": ", pattern);
}

} // namespace warpscope::views
