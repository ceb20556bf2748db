// Reading who waits out of the splits of a block's warps.
#include "gui/views/barrier_view.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>

#include "gui/views/source_view.h"

namespace warpscope::views {
namespace {

/// The second operand of `bar.sync 1, 64;`: 0 when there is none, UINT_MAX when it is a register.
unsigned expected_threads(const gui::CodeLine* code) {
    if (code == nullptr) return 0;
    const std::size_t comma = code->operands.find(',');
    if (comma == std::string::npos) return 0;
    const std::size_t digit = code->operands.find_first_not_of(' ', comma + 1);
    if (digit == std::string::npos) return 0;
    const char first = code->operands[digit];
    if (first < '0' || first > '9') return UINT32_MAX;
    return static_cast<unsigned>(std::strtoul(code->operands.c_str() + digit, nullptr, 10));
}

void add_arrived(const gui::Moment& moment, const SnapshotBlock& block, BarrierView& view) {
    std::map<std::uint32_t, BarrierRow> rows;
    for (const SnapshotWarp& warp : block.warps) {
        std::map<std::uint32_t, LaneMask> here;
        for (const SnapshotSplit& split : warp.splits) {
            if (split.state == warpscope::LaneState::AtWarpSync)
                view.syncs.push_back({warp.id, 0, split.lanes, split.members & ~split.lanes});
            if (split.state != warpscope::LaneState::AtBarrier) continue;
            here[split.barrier] |= split.lanes;
            BarrierRow& row = rows[split.barrier];
            if (row.ptx_line != 0) continue;
            const gui::CodeLine* code = moment.facts->find(split.at.function, split.at.instruction);
            row.ptx_line = split.at.ptx_line;
            if (code == nullptr) continue;
            row.line = code->line;
            row.ptx_line = code->ptx_line;
            const unsigned expected = expected_threads(code);
            row.expects_all = expected == 0;
            row.expected = expected == UINT32_MAX ? 0 : expected;
        }
        for (const auto& [barrier, lanes] : here) {
            BarrierRow& row = rows[barrier];
            row.barrier = barrier;
            row.threads += count_lanes(lanes);
            (lanes == warp.alive ? row.arrived : row.partly).push_back(warp.id);
        }
    }
    for (auto& [barrier, row] : rows) {
        for (const SnapshotWarp& warp : block.warps) {
            const auto is_here = [&](const std::vector<std::uint32_t>& list) {
                return std::find(list.begin(), list.end(), warp.id) != list.end();
            };
            if (warp.alive != 0 && !is_here(row.arrived) && !is_here(row.partly))
                row.missing.push_back(warp.id);
        }
        view.rows.push_back(std::move(row));
    }
}

/// Warps in a circle: each waits at a barrier for the next, which waits at another one.
std::vector<WaitEdge> circle_in(const BarrierView& view, std::size_t living) {
    std::map<std::uint32_t, std::vector<WaitEdge>> waits;
    std::set<std::uint32_t> waiting;
    for (const BarrierRow& row : view.rows)
        waiting.insert(row.arrived.begin(), row.arrived.end());
    // A barrier with a count of its own waits for anybody: only when all wait is it for these.
    const bool all_wait = waiting.size() == living;
    for (const BarrierRow& row : view.rows) {
        if (!row.expects_all && !all_wait) continue;
        for (const std::uint32_t from : row.arrived)
            for (const std::uint32_t to : row.missing)
                if (waiting.contains(to)) waits[from].push_back({from, to, row.barrier});
    }
    // Shortest circle through any warp; there are at most 32 of them.
    std::vector<WaitEdge> best;
    for (const auto& [start, ignored] : waits) {
        std::map<std::uint32_t, WaitEdge> came;
        std::vector<std::uint32_t> queue = {start};
        for (std::size_t i = 0; i < queue.size() && !came.contains(start); ++i)
            for (const WaitEdge& edge : waits[queue[i]])
                if (!came.contains(edge.to)) came[edge.to] = edge, queue.push_back(edge.to);
        if (!came.contains(start)) continue;
        std::vector<WaitEdge> circle;
        std::uint32_t at = start;
        do {
            circle.insert(circle.begin(), came[at]);
            at = came[at].from;
        } while (at != start);
        if (best.empty() || circle.size() < best.size()) best = circle;
    }
    return best;
}

void describe(BarrierView& view) {
    if (!view.begun) {
        view.sentence = "This block is not on the machine, so nobody waits.";
        return;
    }
    if (!view.circle.empty()) {
        view.sentence = "Deadlock: each waits for the next, and nobody can go on.";
        return;
    }
    if (view.rows.empty() && view.syncs.empty()) {
        view.sentence = "Nobody waits.";
        return;
    }
    if (view.rows.empty()) {
        view.sentence = "Lanes wait for others of their own warp.";
        return;
    }
    const BarrierRow& row = view.rows.front();
    const auto warps = [](std::size_t n) {
        return n == 1 ? std::string("1 warp") : fmt::format("{} warps", n);
    };
    view.sentence =
        row.missing.empty()
            ? fmt::format("All living warps are at barrier {}.", row.barrier)
            : fmt::format("{} at barrier {} for {}.",
                          warps(row.arrived.size() + row.partly.size()) +
                              (row.arrived.size() + row.partly.size() == 1 ? " waits" : " wait"),
                          row.barrier, warps(row.missing.size()));
}

} // namespace

BarrierView barrier_view(const gui::Moment& moment) {
    BarrierView view;
    const SnapshotBlock* block = moment.shown_block();
    view.begun = block != nullptr;
    if (block != nullptr) add_arrived(moment, *block, view);
    std::size_t living = 0;
    if (block != nullptr)
        for (const SnapshotWarp& warp : block->warps)
            living += warp.alive != 0 ? 1 : 0;
    view.circle = circle_in(view, living);
    describe(view);
    return view;
}

} // namespace warpscope::views
