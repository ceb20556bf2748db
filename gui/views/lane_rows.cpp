// Building rows of lane values, and finding what pattern they follow.
#include "gui/views/lane_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "gui/views/named_rows.h"
#include "sim/rules/bank_conflicts.h"

namespace warpscope::views {
namespace {

std::int64_t as_number(const LaneRow& row, unsigned lane) {
    if (row.format == 'd' && row.bytes == 4)
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(row.bits[lane]));
    return static_cast<std::int64_t>(row.bits[lane]);
}

bool is_float_format(char format) {
    return format == 'f' || format == 'F';
}

double as_float(const LaneRow& row, unsigned lane) {
    if (row.format == 'f') return std::bit_cast<float>(static_cast<std::uint32_t>(row.bits[lane]));
    return std::bit_cast<double>(row.bits[lane]);
}

void add_thread_indices(const gui::Moment& moment, std::uint32_t warp, LaneMask lanes,
                        std::vector<LaneRow>& rows) {
    const Dim3 extent = moment.facts->block;
    const char* const names[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};
    for (unsigned axis = 0; axis < 3; ++axis) {
        if ((axis == 1 && extent.y == 1 && extent.z == 1) || (axis == 2 && extent.z == 1)) continue;
        LaneRow row;
        row.name = names[axis];
        row.valid = lanes;
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            const Dim3 at = from_linear_index(std::uint64_t{warp} * kLanes + lane, extent);
            row.bits[lane] = axis == 0 ? at.x : axis == 1 ? at.y : at.z;
        }
        rows.push_back(std::move(row));
    }
}

/// The split of the warp to read registers from: the one whose lanes just ran, else the current.
std::size_t split_to_read(const SnapshotWarp& warp, LaneMask ran) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < warp.splits.size(); ++i) {
        if ((warp.splits[i].lanes & ran) != 0) return i;
        if (warp.splits[i].current) best = i;
    }
    return best;
}

void add_registers(const gui::Moment& moment, std::uint32_t warp, const gui::CodeLine& code,
                   LaneMask lanes, bool only_written, std::vector<LaneRow>& rows) {
    const std::size_t block = moment.shown_block_index();
    if (block == moment.snapshot.blocks.size()) return;
    const auto& warps = moment.snapshot.blocks[block].warps;
    if (warp >= warps.size()) return;
    const std::vector<std::string>& wanted = only_written ? code.destinations : code.sources;
    if (wanted.empty()) return;
    const LaneMask ran = moment.step.warp == warp ? moment.step.executed : 0;
    const std::vector<RegisterValue> values =
        registers(moment.snapshot, block, warp, split_to_read(warps[warp], ran), wanted);
    for (const std::string& name : wanted) {
        const auto value = std::find_if(values.begin(), values.end(),
                                        [&](const RegisterValue& v) { return v.name == name; });
        if (value == values.end() || value->bytes > 8) continue;
        // What an instruction reads and writes has only its new value now.
        const auto& written = code.destinations;
        if (!only_written && std::find(written.begin(), written.end(), name) != written.end())
            continue;
        LaneRow row;
        row.name = row.expression = name;
        row.valid = lanes;
        row.bits = value->low;
        row.bytes = value->bytes == 0 ? 1 : value->bytes;
        row.format = value->bytes == 0                         ? 'p'
                     : value->type == "f32"                    ? 'f'
                     : value->type == "f64"                    ? 'F'
                     : value->bytes == 8 && code.format != 'F' ? 'x'
                     : is_float_format(code.format) && value->bytes == (code.format == 'f' ? 4 : 8)
                         ? code.format
                         : (code.format == 'd' ? 'd' : 'u');
        row.stale = warps[warp].alive & ~lanes;
        row.written = only_written;
        rows.push_back(std::move(row));
    }
}

void add_access(const gui::LaneAccess& access, char format, std::vector<LaneRow>& rows) {
    LaneRow address;
    address.name = "address";
    address.valid = access.lanes;
    address.format = 'x';
    address.bytes = access.space == Space::Global ? 8 : 4;
    std::copy(access.address.begin(), access.address.end(), address.bits.begin());
    if (access.space == Space::Shared) {
        LaneRow word, bank;
        word.name = "word";
        bank.name = "bank";
        word.valid = bank.valid = access.lanes;
        for_each_lane(access.lanes, [&](unsigned lane) {
            word.bits[lane] = access.address[lane] / kBankBytes;
            bank.bits[lane] = word.bits[lane] % kBanks;
        });
        const SharedCost cost = shared_cost({gui::shared_operation(access.kind), access.width,
                                             access.lanes, access.address.data()});
        bank.conflict = cost.conflicts != 0;
        bank.conflict_degree = cost.wavefronts;
        rows.push_back(std::move(address));
        rows.push_back(std::move(word));
        rows.push_back(std::move(bank));
    } else {
        rows.push_back(std::move(address));
    }
    const auto& values = access.kind == AccessKind::Load ? access.old_values : access.new_values;
    const unsigned width = std::min(access.element, 8u);
    if (values.size() < std::size_t{access.width} * kLanes || width == 0) return;
    LaneRow value;
    value.name = access.kind == AccessKind::Load ? "value read" : "value written";
    value.valid = access.lanes;
    value.bytes = width;
    value.format = format;
    value.written = true;
    for_each_lane(access.lanes, [&](unsigned lane) {
        std::memcpy(&value.bits[lane], values.data() + std::size_t{lane} * access.width, width);
    });
    rows.push_back(std::move(value));
}

/// A register that holds just the address needs no row beside the address's.
void name_address(std::vector<LaneRow>& rows) {
    for (LaneRow& address : rows) {
        if (address.name != "address") continue;
        const auto same = std::find_if(rows.begin(), rows.end(), [&](const LaneRow& row) {
            bool equal = row.name.starts_with('%') && !row.written;
            for_each_lane(address.valid, [&](unsigned lane) {
                equal = equal && row.bits[lane] == address.bits[lane];
            });
            return equal;
        });
        if (same == rows.end()) continue;
        address.name += " " + same->name;
        rows.erase(same);
        return;
    }
}

void add_parameters(const gui::Moment& moment, LaneMask lanes, std::vector<LaneRow>& rows) {
    for (const gui::ParameterFact& parameter : moment.facts->parameters) {
        LaneRow row;
        row.name = parameter.name;
        row.valid = lanes;
        row.bits.fill(parameter.bits);
        row.bytes = parameter.bytes;
        row.format = parameter.format;
        rows.push_back(std::move(row));
    }
}

} // namespace

void find_shape(LaneRow& row) {
    row.shape = LaneRow::Shape::Any;
    row.breaks_pattern = 0;
    if (row.valid == 0) return;
    const unsigned first = first_lane(row.valid);
    LaneMask unequal = 0;
    for_each_lane(row.valid, [&](unsigned lane) {
        if (row.bits[lane] != row.bits[first]) unequal |= 1u << lane;
    });
    if (unequal == 0) {
        row.shape = LaneRow::Shape::Uniform;
        row.base = as_number(row, first);
        return;
    }
    if (is_float_format(row.format) || row.format == 'p' || count_lanes(row.valid) < 3) return;
    // The step that most neighbours have; lanes that miss it break the pattern, if they are few.
    std::int64_t best_stride = 0;
    unsigned best_count = 0;
    for_each_lane(row.valid & ~(1u << first), [&](unsigned lane) {
        if (!has_lane(row.valid, lane - 1)) return;
        const std::int64_t stride = as_number(row, lane) - as_number(row, lane - 1);
        unsigned count = 0;
        for_each_lane(row.valid & (row.valid << 1), [&](unsigned other) {
            count += as_number(row, other) - as_number(row, other - 1) == stride;
        });
        if (count > best_count) best_count = count, best_stride = stride;
    });
    if (best_stride == 0) return;
    LaneMask breaks = 0;
    const std::int64_t base = as_number(row, first) - best_stride * first;
    for_each_lane(row.valid, [&](unsigned lane) {
        if (as_number(row, lane) != base + best_stride * lane) breaks |= 1u << lane;
    });
    if (count_lanes(breaks) > 3) return;
    row.shape = LaneRow::Shape::Affine;
    row.base = base;
    row.stride = best_stride;
    row.breaks_pattern = breaks;
}

std::vector<LaneRow> lane_rows(const gui::Moment& moment, const Selection& selection) {
    std::vector<LaneRow> rows = named_rows(moment, selection);
    const std::size_t named = rows.size();
    const std::uint64_t threads = volume(moment.facts->block);
    const std::uint64_t before = std::uint64_t{selection.warp} * kLanes;
    if (before >= threads) return {};
    const LaneMask exist =
        lowest_lanes(static_cast<unsigned>(std::min<std::uint64_t>(kLanes, threads - before)));
    add_thread_indices(moment, selection.warp, exist, rows);
    const bool stepped = moment.step.position != 0 && moment.step.warp == selection.warp &&
                         moment.step.block == moment.block;
    if (stepped) {
        const gui::StepRecord& step = moment.step;
        const gui::CodeLine* code = moment.facts->find(step.at.function, step.at.instruction);
        if (code != nullptr) add_registers(moment, step.warp, *code, step.executed, false, rows);
        for (const gui::LaneAccess& access : step.accesses)
            if (access.space != Space::Parameter && access.space != Space::Constant)
                add_access(access, code != nullptr ? code->format : 'x', rows);
        name_address(rows);
        const bool shows_value = !step.accesses.empty() && rows.back().written;
        if (code != nullptr && !shows_value)
            add_registers(moment, step.warp, *code, step.executed, true, rows);
    }
    // A --debug build's variables are its parameters, too.
    if (!moment.has_names) add_parameters(moment, exist, rows);
    for (std::size_t r = named; r < rows.size(); ++r)
        find_shape(rows[r]);
    return rows;
}

std::string format_value(std::uint64_t bits, char format, unsigned bytes) {
    switch (format) {
    case 'f':
        if (bytes == 4)
            return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        break;
    case 'F':
        if (bytes == 8) return fmt::format("{}", std::bit_cast<double>(bits));
        break;
    case 'd': {
        const unsigned shift = 64 - 8 * std::clamp(bytes, 1u, 8u);
        return fmt::format("{}", static_cast<std::int64_t>(bits << shift) >> shift);
    }
    case 'p': return bits != 0 ? "true" : "false";
    case 'x': return fmt::format("0x{:X}", bits);
    case 'b': return fmt::format("0b{:b}", bits);
    default: break;
    }
    return fmt::format("{}", bits);
}

LaneLabels lane_labels(const LaneRow& row, unsigned most_characters) {
    LaneLabels labels;
    if (row.format == 'b') return labels; // they are drawn one by one
    const auto fits = [&] {
        return std::all_of(labels.text.begin(), labels.text.end(),
                           [&](const std::string& t) { return t.size() <= most_characters; });
    };
    for_each_lane(row.valid | row.stale, [&](unsigned lane) {
        labels.text[lane] = row.format == 'p' ? (row.bits[lane] != 0 ? "1" : "0")
                                              : format_value(row.bits[lane], row.format, row.bytes);
    });
    if (row.valid == 0 || fits()) return labels;
    for_each_lane(row.stale, [&](unsigned lane) {
        if (labels.text[lane].size() > most_characters) labels.text[lane].clear();
    });
    if (fits()) return labels;
    const unsigned first = first_lane(row.valid);
    if (is_float_format(row.format)) {
        // Fewer digits are exact in hover only, so a bar says that this is a picture.
        double low = as_float(row, first), high = low;
        for_each_lane(row.valid, [&](unsigned lane) {
            low = std::min(low, as_float(row, lane)), high = std::max(high, as_float(row, lane));
        });
        for_each_lane(row.valid, [&](unsigned lane) {
            if (labels.text[lane].size() <= most_characters) return;
            labels.text[lane].clear();
            labels.bar[lane] =
                high > low ? static_cast<float>((as_float(row, lane) - low) / (high - low)) : 0.5f;
        });
        return labels;
    }
    const std::uint64_t base = row.bits[first];
    std::uint64_t most = 0;
    for_each_lane(row.valid, [&](unsigned lane) {
        const auto difference = static_cast<std::int64_t>(row.bits[lane] - base);
        labels.text[lane] = fmt::format("{}{}", difference >= 0 ? "+" : "", difference);
        most =
            std::max(most, static_cast<std::uint64_t>(difference < 0 ? -difference : difference));
    });
    labels.base = format_value(base, row.format, row.bytes);
    for_each_lane(row.valid, [&](unsigned lane) {
        if (labels.text[lane].size() <= most_characters) return;
        labels.text[lane].clear();
        const auto difference = static_cast<std::int64_t>(row.bits[lane] - base);
        labels.bar[lane] =
            most == 0 ? 0.f
                      : static_cast<float>(
                            static_cast<double>(difference < 0 ? -difference : difference) /
                            static_cast<double>(most));
    });
    return labels;
}

std::string shape_note(const LaneRow& row) {
    switch (row.shape) {
    case LaneRow::Shape::Uniform: return "same";
    case LaneRow::Shape::Affine:
        return fmt::format("{}{} each", row.stride > 0 ? "+" : "", row.stride);
    case LaneRow::Shape::Any: return "";
    }
    return "";
}

} // namespace warpscope::views
