// Moments for the tests of gui/views, made by hand: a launch of a few warps whose steps are listed.
#pragma once

#include <memory>
#include <vector>

#include "gui/engine/moment.h"

namespace warpscope::test {

/// Facts of a kernel of `lines` with one instruction each: PTX line 100 + i, source line as given.
inline std::shared_ptr<gui::LaunchFacts> facts_with_lines(const std::vector<std::uint32_t>& lines,
                                                          Dim3 block) {
    auto facts = std::make_shared<gui::LaunchFacts>();
    facts->kernel = "kernel";
    facts->launch = 1;
    facts->grid = {2, 1, 1};
    facts->block = block;
    facts->sources.push_back({"a.cu", std::vector<std::string>(60, "  x = 1;  // text")});
    std::vector<gui::CodeLine> code;
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        gui::CodeLine line;
        line.instruction = i;
        line.ptx_line = 100 + i;
        line.mnemonic = "ld.shared.u32";
        line.operands = "%r1, [%rd1];";
        line.file = lines[i] == 0 ? "" : "a.cu";
        line.line = lines[i];
        code.push_back(std::move(line));
    }
    facts->code.push_back(std::move(code));
    return facts;
}

inline gui::TimelineRow row_at(std::uint64_t position, std::uint32_t warp,
                               std::uint32_t instruction, LaneMask lanes = kAllLanes) {
    gui::TimelineRow row;
    row.position = position;
    row.warp = warp;
    row.instruction = instruction;
    row.active = row.executed = lanes;
    return row;
}

/// A moment behind row `now` of the rows; the snapshot has no block unless the test adds one.
inline gui::Moment moment_at(std::shared_ptr<gui::LaunchFacts> facts,
                             const std::vector<gui::TimelineRow>& rows, std::size_t now) {
    gui::Moment moment;
    moment.id = 1;
    auto timeline = std::make_shared<gui::Timeline>();
    timeline->rows = rows;
    moment.facts = std::move(facts);
    moment.index = std::make_shared<gui::TimelineIndex>(gui::index_of(*timeline, *moment.facts));
    moment.timeline = std::move(timeline);
    const gui::TimelineRow& row = rows[now];
    moment.step.position = row.position;
    moment.step.warp = row.warp;
    moment.step.at.function = row.function;
    moment.step.at.instruction = row.instruction;
    moment.step.active = row.active;
    moment.step.executed = row.executed;
    moment.snapshot.position = row.position;
    return moment;
}

inline SnapshotSplit split_of(std::uint32_t instruction, LaneMask lanes, warpscope::LaneState state,
                              bool current) {
    SnapshotSplit split;
    split.at.instruction = instruction;
    split.lanes = lanes;
    split.state = state;
    split.current = current;
    return split;
}

} // namespace warpscope::test
