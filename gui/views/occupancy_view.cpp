// The occupancy rule, said in words; what would let one block more in is found by trying.
#include "gui/views/occupancy_view.h"

#include <optional>

#include <fmt/format.h>

#include "gui/views/selection.h"
#include "runtime/report/units.h"

namespace warpscope::views {
namespace {

/// The most of one resource with which at least a block more fits; nothing when none does.
template<class Set>
std::optional<std::uint64_t> most_for_one_more(const BlockResources& block, const GpuSpec& gpu,
                                               unsigned now, std::uint64_t from, Set set) {
    // Larger never lets more in, so halving finds the border.
    std::uint64_t low = 0, high = from;
    const auto fits = [&](std::uint64_t value) {
        BlockResources other = block;
        set(other, value);
        return occupancy(other, gpu).blocks_per_sm > now;
    };
    if (!fits(1)) return std::nullopt;
    while (low + 1 < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        (fits(middle) ? low : high) = middle;
    }
    return low;
}

std::string remark_of(const BlockResources& block, const GpuSpec& gpu, const Occupancy& now) {
    const unsigned blocks = now.blocks_per_sm;
    switch (now.limit) {
    case OccupancyLimit::SharedMemory: {
        const auto bytes =
            most_for_one_more(block, gpu, blocks, block.shared_bytes,
                              [](BlockResources& b, std::uint64_t v) { b.shared_bytes = v; });
        if (!bytes) return "";
        return fmt::format("With {} B of shared memory or less, {} B less than now, more fit.",
                           report::grouped(*bytes), report::grouped(block.shared_bytes - *bytes));
    }
    case OccupancyLimit::Registers: {
        const auto registers = most_for_one_more(
            block, gpu, blocks, block.registers_per_thread, [](BlockResources& b, std::uint64_t v) {
                b.registers_per_thread = static_cast<unsigned>(v);
            });
        if (!registers) return "";
        return fmt::format("With {} registers a thread or fewer, more fit.", *registers);
    }
    case OccupancyLimit::Warps:
        return now.fraction >= 1 ? "All warps that an SM can hold are there."
                                 : "Smaller blocks would fill the rest of the SM.";
    case OccupancyLimit::Blocks:
        return now.fraction >= 1 ? "All warps that an SM can hold are there."
                                 : "Larger blocks would bring more warps.";
    }
    return "";
}

} // namespace

OccupancyView occupancy_view(const BlockResources& block, const GpuSpec& gpu) {
    OccupancyView view;
    view.result = occupancy(block, gpu);
    const Occupancy& o = view.result;
    const auto add = [&](OccupancyLimit limit, unsigned blocks) {
        view.lines.push_back({std::string(name_of(limit)), blocks, limit == o.limit});
    };
    add(OccupancyLimit::Blocks, o.by_blocks);
    add(OccupancyLimit::Warps, o.by_warps);
    add(OccupancyLimit::Registers, o.by_registers);
    add(OccupancyLimit::SharedMemory, o.by_shared);
    if (o.blocks_per_sm == 0) {
        view.sentence = fmt::format(
            "Not even one block fits on an SM: {} are the limit.",
            o.limit == OccupancyLimit::SharedMemory ? "bytes of shared memory" : name_of(o.limit));
        return view;
    }
    view.sentence = fmt::format(
        "{} {} on an SM, {} of {} warps ({:.0f} %): {} {} the limit.", o.blocks_per_sm,
        o.blocks_per_sm == 1 ? "block" : "blocks", o.warps_per_sm, gpu.max_warps_per_sm,
        100 * o.fraction, name_of(o.limit), o.limit == OccupancyLimit::SharedMemory ? "is" : "are");
    view.remark = remark_of(block, gpu, o);
    return view;
}

BlockResources resources_of(const gui::LaunchFacts& facts) {
    BlockResources block;
    block.threads = volume(facts.block);
    block.shared_bytes = facts.static_shared_bytes + facts.dynamic_shared_bytes;
    return block;
}

} // namespace warpscope::views
