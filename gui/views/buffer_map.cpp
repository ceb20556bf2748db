// Making a map of one buffer.
#include "gui/views/buffer_map.h"

#include <algorithm>
#include <bit>
#include <set>

#include <fmt/format.h>

#include "runtime/report/units.h"

namespace warpscope::views {
namespace {

constexpr unsigned kHeats = 6;

std::uint64_t accesses(const BufferPiece& piece) {
    return std::uint64_t{piece.reads} + piece.writes;
}

/// 1 for one access, kHeats for the most; in between by their number's length in bits, so that few
/// accesses are told from none.
std::uint8_t heat_of(std::uint64_t count, std::uint64_t most) {
    if (count == 0) return 0;
    const auto bits = static_cast<unsigned>(std::bit_width(count)),
               all = static_cast<unsigned>(std::bit_width(most));
    return static_cast<std::uint8_t>(all <= 1 ? kHeats : 1 + (bits - 1) * (kHeats - 1) / (all - 1));
}

} // namespace

BufferMap buffer_map(const gui::LaneAccess& access, const gui::LaunchFacts& facts) {
    BufferMap map;
    if (access.lanes == 0 || access.space != Space::Global) return map;
    const Address first = access.address[first_lane(access.lanes)];
    const auto found = std::find_if(facts.buffers.begin(), facts.buffers.end(),
                                    [&](const BufferUse& b) { return b.contains(first); });
    if (found == facts.buffers.end()) return map;
    const BufferUse& use = *found;
    map.use = &use;
    map.name = fmt::format("allocation {}", use.allocation);
    map.address = use.address;
    map.bytes = use.bytes;
    map.cell_bytes = use.piece_bytes;
    std::uint64_t most = 0, touched = 0;
    for (const BufferPiece& piece : use.pieces)
        most = std::max(most, accesses(piece));
    std::set<std::uint64_t> owners;
    for (const BufferPiece& piece : use.pieces) {
        const std::uint64_t count = accesses(piece);
        const bool several = piece.several && map.by_words();
        map.cells.push_back({heat_of(count, most), piece.writer, several, false});
        touched += count != 0;
        map.written_by_several += several;
        if (piece.writer != BufferPiece::kNobody) owners.insert(piece.writer);
    }
    map.owners = owners.size();
    for_each_lane(access.lanes, [&](unsigned lane) {
        if (!use.contains(access.address[lane])) return;
        const std::uint64_t from = (access.address[lane] - use.address) / use.piece_bytes;
        const std::uint64_t to =
            (access.address[lane] + access.width - 1 - use.address) / use.piece_bytes;
        for (std::uint64_t cell = from; cell <= to && cell < map.cells.size(); ++cell)
            map.cells[cell].now = true;
    });
    map.sentence = fmt::format("{} B, {} B a cell; the launch touches {} of {} cells",
                               report::grouped(use.bytes), report::grouped(use.piece_bytes),
                               report::grouped(touched), report::grouped(map.cells.size()));
    return map;
}

std::string describe_cell(const BufferMap& map, std::size_t cell, const gui::LaunchFacts& facts) {
    const std::uint64_t from = cell * map.cell_bytes;
    const std::uint64_t to = std::min(map.bytes, from + map.cell_bytes) - 1;
    const BufferPiece& piece = map.use->pieces[cell];
    std::string text = fmt::format("bytes {} to {}: {} reads, {} writes", report::grouped(from),
                                   report::grouped(to), report::grouped(piece.reads),
                                   report::grouped(piece.writes));
    if (piece.writer == BufferPiece::kNobody) return text;
    const Dim3 block = from_linear_index(piece.writer, facts.grid);
    text += fmt::format(", the last by block ({},{},{})", block.x, block.y, block.z);
    return piece.several ? text + ", others before it" : text;
}

} // namespace warpscope::views
