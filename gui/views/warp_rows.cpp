// Warp rows from a snapshot's splits and the timeline of the block.
#include "gui/views/warp_rows.h"

#include <fmt/format.h>

namespace warpscope::views {
namespace {

LaneState state_of(const SnapshotSplit& split) {
    switch (split.state) {
    case warpscope::LaneState::Ready:
        return split.current ? LaneState::Active : LaneState::Divergent;
    case warpscope::LaneState::AtRejoin: return LaneState::Rejoining;
    case warpscope::LaneState::AtBarrier: return LaneState::AtBarrier;
    case warpscope::LaneState::AtWarpSync: return LaneState::Rejoining;
    }
    return LaneState::Active;
}

/// The last instruction that each warp of the block ran up to this step.
std::vector<const gui::TimelineRow*> last_rows(const gui::Moment& moment, std::size_t warps) {
    std::vector<const gui::TimelineRow*> last(warps, nullptr);
    const auto& rows = moment.timeline->rows;
    const std::size_t now = moment.timeline->index_at(moment.step.position);
    if (now == rows.size()) return last;
    for (std::size_t w = 0; w < std::min(warps, moment.index->warps.size()); ++w)
        if (const auto at = moment.index->warps[w].last_at(now))
            last[w] = &rows[moment.index->warps[w].rows[*at]];
    return last;
}

std::string short_mnemonic(const std::string& mnemonic) {
    // Two parts say what it does: "ld.shared" of "ld.shared.f32".
    std::size_t dot = mnemonic.find('.');
    if (dot != std::string::npos) dot = mnemonic.find('.', dot + 1);
    std::string text = mnemonic.substr(0, dot);
    return text.size() > 10 ? text.substr(0, 10) : text;
}

void fill_lanes(const SnapshotWarp& warp, WarpRow& row) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        if (!has_lane(warp.existing, lane))
            row.lane[lane] = LaneState::Absent;
        else if (!has_lane(warp.alive, lane))
            row.lane[lane] = LaneState::Exited;
    }
    for (const SnapshotSplit& split : warp.splits) {
        const LaneState state = state_of(split);
        for_each_lane(split.lanes & warp.alive, [&](unsigned lane) { row.lane[lane] = state; });
    }
}

} // namespace

const char* name_of(LaneState state) {
    switch (state) {
    case LaneState::Stepped: return "active, just stepped";
    case LaneState::Active: return "active";
    case LaneState::Divergent: return "off: other side of a branch";
    case LaneState::Rejoining: return "off: waits to rejoin";
    case LaneState::AtBarrier: return "waits at a barrier";
    case LaneState::Exited: return "exited";
    case LaneState::Faulted: return "faulted";
    case LaneState::Absent: return "no thread";
    }
    return "";
}

std::vector<WarpRow> warp_rows(const gui::Moment& moment) {
    const std::size_t warps = moment.facts->warps_per_block();
    const auto last = last_rows(moment, warps);
    const SnapshotBlock* block = moment.shown_block();
    std::vector<WarpRow> rows;
    for (std::uint32_t w = 0; w < warps; ++w) {
        WarpRow row;
        row.warp = w;
        const std::uint64_t threads = volume(moment.facts->block);
        row.lanes_of = static_cast<unsigned>(std::min<std::uint64_t>(kLanes, threads - w * kLanes));
        // A block that is gone has ended.
        row.lane.fill(LaneState::Exited);
        for (unsigned lane = row.lanes_of; lane < kLanes; ++lane)
            row.lane[lane] = LaneState::Absent;
        if (block != nullptr && w < block->warps.size()) fill_lanes(block->warps[w], row);
        if (last[w] != nullptr) {
            row.begun = true;
            row.function = last[w]->function;
            row.instruction = last[w]->instruction;
            if (const gui::CodeLine* code = moment.facts->find(row.function, row.instruction)) {
                row.ptx_line = code->ptx_line;
                row.at = fmt::format("{} {}", code->ptx_line, short_mnemonic(code->mnemonic));
            }
        }
        const gui::StepRecord& step = moment.step;
        row.stepped = step.position != 0 && step.warp == w;
        if (row.stepped) {
            for_each_lane(step.executed, [&](unsigned lane) {
                if (row.lane[lane] == LaneState::Active || row.lane[lane] == LaneState::Divergent)
                    row.lane[lane] = LaneState::Stepped;
            });
        }
        if (row.stepped)
            for_each_lane(moment.fault_lanes,
                          [&](unsigned lane) { row.lane[lane] = LaneState::Faulted; });
        for (const LaneState state : row.lane)
            row.lanes_on += state == LaneState::Active || state == LaneState::Stepped;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string describe_lane(const gui::Moment& moment, const WarpRow& row, unsigned lane) {
    const std::uint64_t linear = std::uint64_t{row.warp} * kLanes + lane;
    const Dim3 thread = from_linear_index(linear, moment.facts->block);
    std::string text =
        fmt::format("thread ({},{},{}): {}", thread.x, thread.y, thread.z, name_of(row.lane[lane]));
    const SnapshotBlock* block = moment.shown_block();
    if (block == nullptr || row.warp >= block->warps.size()) return text;
    for (const SnapshotSplit& split : block->warps[row.warp].splits) {
        if (!has_lane(split.lanes, lane)) continue;
        const gui::CodeLine* next = moment.facts->find(split.at.function, split.at.instruction);
        if (next != nullptr)
            text += fmt::format("; next is line {}, {}", next->line, next->mnemonic);
        if (split.state == warpscope::LaneState::AtWarpSync)
            text += fmt::format("; waits for the lanes of mask {:#010x}", split.members);
    }
    return text;
}

std::vector<LaneRun> runs_of(const std::array<LaneState, kLanes>& lanes) {
    std::vector<LaneRun> runs;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        if (runs.empty() || runs.back().state != lanes[lane])
            runs.push_back({lane, 0, lanes[lane]});
        ++runs.back().count;
    }
    return runs;
}

} // namespace warpscope::views
