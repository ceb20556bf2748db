// Moving rows apart.
#include "gui/views/padding.h"

#include <algorithm>
#include <cstdlib>

#include "gui/views/occupancy_view.h"
#include "sim/rules/access_shape.h"
#include "sim/rules/row_padding.h"

namespace warpscope::views {
namespace {

/// Where an array lies in the block's shared memory.
struct Extent {
    std::string name;
    std::uint64_t begin = 0, end = 0;
};

/// The array that all lanes go into, or nothing.
std::optional<Extent> array_of(const gui::LaneAccess& access, const gui::LaunchFacts& facts) {
    std::vector<Extent> arrays;
    for (const gui::SharedVariable& v : facts.shared)
        arrays.push_back({v.name, v.offset, v.offset + v.bytes});
    arrays.push_back(
        {"", facts.static_shared_bytes, facts.static_shared_bytes + facts.dynamic_shared_bytes});
    for (const Extent& array : arrays) {
        bool inside = true;
        for_each_lane(access.lanes, [&](unsigned lane) {
            inside &= access.address[lane] >= array.begin &&
                      access.address[lane] + access.width <= array.end;
        });
        if (inside) return array;
    }
    return std::nullopt;
}

SharedCost cost_of(const gui::LaneAccess& access) {
    return shared_cost(
        {gui::shared_operation(access.kind), access.width, access.lanes, access.address.data()});
}

/// The block's memory, or what is known of it, with the rows of the array apart; what stood behind
/// the array moves on.
std::vector<std::uint8_t> moved_apart(const std::vector<std::uint8_t>& shared, const Extent& array,
                                      std::uint64_t row, std::uint64_t padded) {
    const std::uint64_t end = std::min<std::uint64_t>(array.end, shared.size());
    std::vector<std::uint8_t> moved(
        shared.begin(), shared.begin() + static_cast<std::ptrdiff_t>(std::min(array.begin, end)));
    for (std::uint64_t at = array.begin; at < end; at += row) {
        const std::uint64_t size = std::min(row, end - at);
        moved.insert(moved.end(), shared.begin() + static_cast<std::ptrdiff_t>(at),
                     shared.begin() + static_cast<std::ptrdiff_t>(at + size));
        moved.resize(moved.size() + (padded - row));
    }
    moved.insert(moved.end(), shared.begin() + static_cast<std::ptrdiff_t>(end), shared.end());
    return moved;
}

unsigned blocks_with(const gui::LaunchFacts& facts, std::uint64_t shared_bytes) {
    BlockResources block = resources_of(facts);
    block.shared_bytes = shared_bytes;
    return occupancy(block, facts.gpu).blocks_per_sm;
}

} // namespace

std::optional<Padding> padding_of(const gui::LaneAccess& access,
                                  const std::vector<std::uint8_t>& shared,
                                  const gui::LaunchFacts& facts) {
    const SharedCost now = cost_of(access);
    const AccessShape shape = access_shape(access.width, access.lanes, access.address.data());
    if (now.conflicts == 0 || shape.order != LaneOrder::Strided) return std::nullopt;
    const auto row = static_cast<std::uint64_t>(std::llabs(shape.stride));
    const std::uint64_t padded = conflict_free_stride(
        gui::shared_operation(access.kind), access.width, access.lanes, static_cast<unsigned>(row));
    const std::optional<Extent> array = array_of(access, facts);
    if (padded == row || !array) return std::nullopt;
    Padding padding;
    padding.array = array->name;
    padding.row_bytes = row;
    padding.padded_row_bytes = padded;
    padding.access = access;
    for_each_lane(access.lanes, [&](unsigned lane) {
        const Address inside = access.address[lane] - array->begin;
        padding.access.address[lane] = array->begin + inside / row * padded + inside % row;
    });
    padding.passes_now = now.wavefronts;
    padding.passes = cost_of(padding.access).wavefronts;
    if (padding.passes >= padding.passes_now) return std::nullopt;
    padding.shared = moved_apart(shared, *array, row, padded);
    const std::uint64_t rows = (array->end - array->begin + row - 1) / row;
    padding.bytes_now = facts.static_shared_bytes + facts.dynamic_shared_bytes;
    padding.bytes = padding.bytes_now + rows * (padded - row);
    padding.blocks_now = blocks_with(facts, padding.bytes_now);
    padding.blocks = blocks_with(facts, padding.bytes);
    return padding;
}

} // namespace warpscope::views
