// Counters, blocks, barriers, steps, occupancy and comparisons as the lower panels show them.
#include "gui/views/barrier_view.h"
#include "gui/views/compare_view.h"
#include "gui/views/counter_rows.h"
#include "gui/views/grid_view.h"
#include "gui/views/occupancy_view.h"
#include "gui/views/timeline_strip.h"
#include "tests/catch.h"
#include "tests/unit/gui/moments.h"

using namespace warpscope;
using namespace warpscope::views;

namespace {

SnapshotWarp warp_of(std::uint32_t id, std::vector<SnapshotSplit> splits) {
    SnapshotWarp warp;
    warp.id = id;
    warp.existing = kAllLanes;
    for (const SnapshotSplit& split : splits)
        warp.alive |= split.lanes;
    warp.splits = std::move(splits);
    return warp;
}

SnapshotSplit at_barrier(std::uint32_t barrier, std::uint32_t instruction) {
    SnapshotSplit split =
        test::split_of(instruction, kAllLanes, warpscope::LaneState::AtBarrier, true);
    split.barrier = barrier;
    return split;
}

gui::Moment with_warps(std::shared_ptr<gui::LaunchFacts> facts, std::vector<SnapshotWarp> warps) {
    gui::Moment moment = test::moment_at(std::move(facts), {test::row_at(1, 0, 0)}, 0);
    SnapshotBlock block;
    block.warps = std::move(warps);
    moment.snapshot.blocks = {block};
    return moment;
}

} // namespace

TEST_CASE("counters that matter come first, with a sentence and their line", "[gui][lower]") {
    CounterReport report;
    report.launch = {{"warp_instructions", 1000},
                     {"shared_load_requests", 10},
                     {"shared_load_wavefronts", 320},
                     {"shared_load_bank_conflicts", 310},
                     {"global_load_bytes_used", 900},
                     {"global_load_bytes_wasted", 100},
                     {"passes", 400.25},
                     {"avoidable_passes", 310}};
    LineCounters line;
    line.source.file = "a.cu";
    line.source.line = 16;
    line.counters = {{"shared_load_bank_conflicts", 310}, {"avoidable_passes", 310}};
    report.lines = {line};
    const CounterRows rows = counter_rows(report);
    REQUIRE(rows.matter.size() == 2);
    CHECK(rows.matter[0].id == "avoidable_passes");
    CHECK(rows.matter[0].line == 16);
    CHECK(rows.matter[1].sentence ==
          "32.00 wavefronts for each request instead of 1.00. All of it at line 16.");
    CHECK(rows.matter[1].formula.find("profiler: l1tex__data_bank_conflicts") != std::string::npos);
    // A tenth of the bytes is no waste worth a sentence.
    CHECK(rows.others.size() == 6);
    CHECK(counter_text("passes", 400.25) == "400.25");
    CHECK(counter_text("warp_instructions", 1240704) == "1,240,704");
    SourceView source;
    source.file = "a.cu";
    source.rows.resize(2);
    source.rows[0].number = 15;
    source.rows[1].number = 16;
    add_heat(report, "avoidable_passes", source);
    CHECK(source.rows[0].heat_text.empty());
    CHECK(source.rows[1].heat_text == "310");
    CHECK(source.most_heat == 310);
    CHECK(source.heat == "avoidable passes");
}

TEST_CASE("blocks are to come, on the machine or finished by where their steps lie",
          "[gui][lower]") {
    auto facts = test::facts_with_lines({1}, {32, 1, 1});
    facts->grid = {2, 2, 1};
    const std::vector<gui::BlockSpan> blocks = {{1, 10, 10}, {11, 20, 10}, {15, 30, 8}, {0, 0, 0}};
    const GridView view = grid_view(*facts, blocks, 15, 0, {1});
    CHECK(view.cells == std::vector<GridCell>{{BlockState::Finished, false},
                                              {BlockState::Resident, true},
                                              {BlockState::Resident, false},
                                              {BlockState::NotRun, false}});
    CHECK(view.finished == 1);
    CHECK(view.resident == 2);
    CHECK(view.not_run == 1);
    CHECK(grid_view(*facts, blocks, 10, 0, {}).cells[0].state == BlockState::Finished);
    CHECK(grid_view(*facts, blocks, 9, 0, {}).cells[0].state == BlockState::Resident);
    CHECK(describe_block(*facts, blocks, 1, BlockState::Resident) ==
          "block (1,0): runs; 10 steps, between 11 and 20 of the launch");
    CHECK(parse_block("1,1", facts->grid) == 3);
    CHECK(parse_block("(1,0,0)", facts->grid) == 1);
    CHECK_FALSE(parse_block("2,0", facts->grid));
    CHECK_FALSE(parse_block("", facts->grid));
}

TEST_CASE("squares of a grid fit their room, wrapped or left out when they do not",
          "[gui][lower]") {
    const GridShape fits = grid_shape(32, 25, 600, 300, 6, 28);
    CHECK(fits.across == 32);
    CHECK(fits.cell == 12);
    CHECK_FALSE(fits.wrapped);
    const GridShape line = grid_shape(800, 1, 600, 300, 6, 28);
    CHECK(line.wrapped);
    CHECK(line.hidden == 0);
    CHECK(line.cell * static_cast<float>(line.across) <= 600);
    CHECK(std::ceil(800.f / static_cast<float>(line.across)) * line.cell <= 300);
    CHECK(grid_shape(100000, 1, 600, 300, 6, 28).hidden == 100000 - 100 * 50);
}

TEST_CASE("a barrier has those who came and those who are missing", "[gui][lower]") {
    auto facts = test::facts_with_lines({10, 11}, {96, 1, 1});
    facts->code[0][0].operands = "0;";
    SnapshotSplit running = test::split_of(1, kAllLanes, warpscope::LaneState::Ready, true);
    const auto moment = with_warps(facts, {warp_of(0, {at_barrier(0, 0)}), warp_of(1, {running}),
                                           warp_of(2, {at_barrier(0, 0)})});
    const BarrierView view = barrier_view(moment);
    REQUIRE(view.rows.size() == 1);
    CHECK(view.rows[0].arrived == std::vector<std::uint32_t>{0, 2});
    CHECK(view.rows[0].missing == std::vector<std::uint32_t>{1});
    CHECK(view.rows[0].threads == 64);
    CHECK(view.rows[0].line == 10);
    CHECK(view.rows[0].expects_all);
    CHECK(view.circle.empty());
    CHECK(view.sentence == "2 warps wait at barrier 0 for 1 warp.");
    CHECK(barrier_view(with_warps(facts, {warp_of(0, {running})})).sentence == "Nobody waits.");
}

TEST_CASE("warps that wait for each other at two barriers are a circle", "[gui][lower]") {
    auto facts = test::facts_with_lines({10, 11}, {64, 1, 1});
    facts->code[0][0].operands = "1, 64;";
    facts->code[0][1].operands = "2, 64;";
    const auto moment =
        with_warps(facts, {warp_of(0, {at_barrier(1, 0)}), warp_of(1, {at_barrier(2, 1)})});
    const BarrierView view = barrier_view(moment);
    REQUIRE(view.circle.size() == 2);
    CHECK(view.circle[0].from == 0);
    CHECK(view.circle[0].to == 1);
    CHECK(view.circle[1].from == 1);
    CHECK(view.circle[1].barrier == 2);
    CHECK(view.rows[0].expected == 64);
    CHECK_FALSE(view.rows[0].expects_all);
    // A third warp that runs may be the one that both wait for.
    facts->block = {96, 1, 1};
    const SnapshotSplit running = test::split_of(1, kAllLanes, warpscope::LaneState::Ready, true);
    CHECK(barrier_view(with_warps(facts, {warp_of(0, {at_barrier(1, 0)}),
                                          warp_of(1, {at_barrier(2, 1)}), warp_of(2, {running})}))
              .circle.empty());
}

TEST_CASE("the timeline has at most one piece a pixel, and the worst of them", "[gui][lower]") {
    auto facts = test::facts_with_lines({1, 2}, {64, 1, 1});
    facts->code[0][0].mnemonic = "add.s32";
    std::vector<gui::TimelineRow> rows;
    for (std::uint64_t i = 0; i < 1000; ++i)
        rows.push_back(test::row_at(i + 1, i < 500 ? 0 : 1, 0));
    rows[700].passes = 32, rows[700].least_passes = 1;
    const auto moment = test::moment_at(facts, rows, 0);
    const TimelineStrip strip = timeline_strip(moment, {}, 100);
    REQUIRE(strip.rows.size() == 2);
    // One warp computes and is gone; the other one has a pixel of conflict.
    REQUIRE(strip.rows[0].pieces.size() == 1);
    CHECK(strip.rows[0].pieces[0].state == StripState::Compute);
    CHECK(strip.rows[0].pieces[0].count == 50);
    REQUIRE(strip.rows[1].pieces.size() == 3);
    CHECK(strip.rows[1].pieces[1].state == StripState::Conflict);
    CHECK(strip.rows[1].pieces[1].first == 70);
    CHECK(strip.rows[1].pieces[1].count == 1);
    CHECK(strip.rows[1].pieces[1].degree == 32);
    for (const StripRow& row : strip.rows)
        CHECK(row.pieces.size() <= 100);
    CHECK(sums_of(moment, {600, 200}).avoidable_passes == 31);
    CHECK(sums_of(moment, {600, 200}).steps == 200);
}

TEST_CASE("a warp waits from its barrier to its next step", "[gui][lower]") {
    auto facts = test::facts_with_lines({1, 2}, {64, 1, 1});
    facts->code[0][0].mnemonic = "add.s32";
    facts->code[0][1].barrier = true;
    const auto moment = test::moment_at(facts,
                                        {test::row_at(1, 0, 1), test::row_at(2, 1, 0),
                                         test::row_at(3, 1, 1), test::row_at(4, 0, 0)},
                                        0);
    const TimelineStrip strip = timeline_strip(moment, {}, 4);
    REQUIRE(strip.rows[0].pieces.size() == 3);
    CHECK(strip.rows[0].pieces[0].state == StripState::Barrier);
    CHECK(strip.rows[0].pieces[1].state == StripState::Waiting);
    CHECK(strip.rows[0].pieces[1].count == 2);
    CHECK(strip.rows[0].pieces[2].state == StripState::Compute);
    // The other one has not begun at first, and is gone at last.
    CHECK(strip.rows[1].pieces.front().first == 1);
    CHECK(strip.rows[1].pieces.back().first == 2);
}

TEST_CASE("zooming keeps the step under the pointer", "[gui][lower]") {
    const StripRange once = zoomed({}, 1000, 0.5, 1);
    CHECK(once == StripRange{100, 800});
    CHECK(zoomed(once, 1000, 0.5, -1) == StripRange{0, 1000});
    CHECK(zoomed({0, 20}, 1000, 0, 10).count == 16);
    CHECK(zoomed({}, 8, 0.5, 3) == StripRange{0, 8});
}

TEST_CASE("occupancy says what limits, and what would let one more in", "[gui][lower]") {
    GpuSpec gpu;
    BlockResources block;
    block.threads = 256;
    const OccupancyView full = occupancy_view(block, gpu);
    CHECK(full.result.blocks_per_sm == 8);
    CHECK(full.sentence ==
          "8 blocks on an SM, 64 of 64 warps (100 %): warps per SM are the limit.");
    block.shared_bytes = 60000;
    const OccupancyView shared = occupancy_view(block, gpu);
    CHECK(shared.result.limit == OccupancyLimit::SharedMemory);
    REQUIRE_FALSE(shared.remark.empty());
    // What it names is the border: one byte more does not let one more in.
    const std::string digits = shared.remark.substr(5, shared.remark.find(" B") - 5);
    std::uint64_t bytes = 0;
    for (const char c : digits)
        if (c != ',') bytes = bytes * 10 + static_cast<std::uint64_t>(c - '0');
    block.shared_bytes = bytes;
    CHECK(occupancy(block, gpu).blocks_per_sm > shared.result.blocks_per_sm);
    ++block.shared_bytes;
    CHECK(occupancy(block, gpu).blocks_per_sm == shared.result.blocks_per_sm);
    block.threads = 4096;
    CHECK(occupancy_view(block, gpu).sentence.starts_with("Not even one block fits"));
}

TEST_CASE("a comparison is labelled with the recording's day", "[gui][lower]") {
    LaunchComparison c;
    c.gpu = "NVIDIA H200 (driver 580.1, CUDA 13.0), 2026-12-01";
    c.buffers = 2;
    c.bytes = 2048;
    c.owners.buffers = 1;
    c.owners.elements = 3;
    for (std::uint64_t element : {7, 8, 20}) {
        OwnedElement e;
        e.buffer = "parameter 1";
        e.element = element;
        e.emulator = {{"block (0, 0, 0)", {}}, {"block (1, 0, 0)", {}}};
        e.gpu = e.emulator;
        c.owners.listed.push_back(e);
    }
    const CompareView view = compare_view(c);
    CHECK(view.gpu == "NVIDIA H200 (driver 580.1, CUDA 13.0)");
    CHECK(view.recorded == "2026-12-01");
    CHECK(view.equal);
    CHECK(view.headline == "Both leave the same memory, but not from those it belongs to.");
    REQUIRE(view.violations.size() == 2);
    CHECK(view.violations[0].elements == "7 … 8");
    CHECK(view.violations[1].elements == "20");
    CHECK(view.violations[0].emulator == "block (0, 0, 0); block (1, 0, 0)");
    CHECK(view.violations_both == 3);
    REQUIRE(view.owner_maps.size() == 1);
    REQUIRE(view.owner_maps[0].cells.size() == 3);
    const OwnerCell& cell = view.owner_maps[0].cells[2];
    CHECK(cell.element == "20");
    REQUIRE(cell.emulator.size() == 2);
    CHECK(cell.emulator[0].label == "b0");
    CHECK(cell.emulator[1].label == "b1");
    CHECK(cell.emulator[0].color != cell.emulator[1].color);
    CHECK(cell.gpu[1].color == cell.emulator[1].color);
}

TEST_CASE("owners in a map have short names", "[gui][lower]") {
    LaunchComparison c;
    OwnedElement e;
    e.emulator = {{"thread (3, 0, 0) of block (2, 0, 0)", {}},
                  {"thread (64, 1, 0) of block (2, 0, 0)", {}}};
    c.owners.listed = {e};
    const CompareView one = compare_view(c);
    CHECK(one.owner_maps.at(0).cells[0].emulator[1].label == "t64,1");
    CHECK(one.owner_maps.at(0).cells[0].gpu.empty());
    // Several blocks are told apart.
    c.owners.listed[0].gpu = {{"thread (3, 0, 0) of block (5, 0, 0)", {}}};
    CHECK(compare_view(c).owner_maps.at(0).cells[0].gpu[0].label == "b5 t3");
}

TEST_CASE("counters of a profiler stand beside the emulator's", "[gui][lower]") {
    LaunchComparison c;
    c.counters.profiler = "Nsight Compute 2025.3";
    c.counters.counters = {
        {"shared_load_requests", 25000, 25000, CounterPair::Verdict::Equal, ""},
        {"shared_load_wavefronts", 800, 803, CounterPair::Verdict::Noise, "arbitration"},
        {"global_load_sectors", 10, 12, CounterPair::Verdict::Different, ""}};
    const CompareView view = compare_view(c);
    CHECK(view.profiler == "Nsight Compute 2025.3");
    REQUIRE(view.counters.size() == 3);
    CHECK(view.counters[0].emulator == "25,000");
    CHECK(view.counters[0].equal);
    CHECK(view.counters[1].note == "noise");
    CHECK_FALSE(view.counters[1].different);
    CHECK(view.counters[2].different);
}

TEST_CASE("differing values have the first, the worst and their last writer", "[gui][lower]") {
    LaunchComparison c;
    c.verdict = LaunchComparison::Verdict::Different;
    c.gpu = "NVIDIA H200";
    BufferComparison buffer;
    buffer.name = "parameter 2";
    buffer.differing = 5;
    buffer.first = {16, 4, "f32", "1", "2", "off by 1", {}};
    buffer.worst = {32, 8, "f32", "1", "9", "off by 8", {}};
    buffer.worst.writer.does = "writes";
    buffer.worst.writer.block = {3, 0, 0};
    c.differing = {buffer};
    const CompareView view = compare_view(c);
    CHECK(view.recorded.empty());
    CHECK(view.failed);
    CHECK(view.headline == "5 elements differ without a known reason.");
    REQUIRE(view.values.size() == 2);
    CHECK(view.values[0].element == "4 (first)");
    CHECK(view.values[0].writer.empty());
    CHECK(view.values[1].writer == "block (3,0,0), thread (0,0,0)");
}
