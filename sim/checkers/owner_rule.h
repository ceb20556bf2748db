// Which of a launch's threads an element of an owned buffer belongs to, as arithmetic alone, so
// that device code can ask too.
#pragma once

#include <cstdint>

#include "sim/base/address.h"
#include "sim/base/dim3.h"
#include "sim/base/lane_mask.h"

namespace warpscope {

/// How elements are divided. The first eight have the codes of runtime/include/ws/spaces.h.
enum class Division : std::uint8_t {
    Linear = 1,  ///< element i to thread i
    Rows,        ///< `pitch` elements a row; row and column to the thread with these coordinates
    Pitched,     ///< the same
    Warps,       ///< element i to warp i
    Runs,        ///< `columns` elements to each thread
    StridedRuns, ///< each to whoever writes it first, a thread
    Tiles,       ///< `rows` x `columns` elements to each thread
    Scatter,     ///< each to whoever writes it first, a thread
    Blocks,      ///< each to whoever writes it first, a block
    BlockTiles,  ///< `rows` x `columns` elements to each block
};

struct OwnedBuffer {
    Division division = Division::Linear;
    Address base = 0;
    std::uint64_t bytes = 0;
    std::uint32_t element_bytes = 0; ///< 0: not known before somebody writes
    bool is_raw = false;             ///< a pointer, which does not say how large an element is
    std::uint64_t pitch = 0;         ///< elements of a row
    std::uint32_t rows = 1, columns = 1;

    /// Whether an element's owner follows from its number; else the first who writes it owns it.
    constexpr bool has_known_owners() const {
        return division != Division::StridedRuns && division != Division::Scatter &&
               division != Division::Blocks;
    }
    /// Whether owners are blocks.
    constexpr bool belongs_to_blocks() const {
        return division == Division::Blocks || division == Division::BlockTiles;
    }
};

/// A thread by its coordinates in the grid.
struct ThreadPlace {
    Dim3 block, thread; ///< indices
    std::uint32_t warp = 0;
};

/// An owner's coordinates: of a thread in the whole grid, of a block, or of a warp (x alone).
struct OwnerPlace {
    std::uint64_t x = 0, y = 0;
};

constexpr OwnerPlace owner_of(const OwnedBuffer& b, std::uint64_t element) {
    switch (b.division) {
    case Division::Rows:
    case Division::Pitched: return {element % b.pitch, element / b.pitch};
    case Division::Runs: return {element / b.columns, 0};
    case Division::Tiles:
    case Division::BlockTiles: return {element % b.pitch / b.columns, element / b.pitch / b.rows};
    default: return {element, 0};
    }
}

constexpr std::uint64_t warps_of(const Dim3& block) {
    return (volume(block) + kLanes - 1) / kLanes;
}

/// Whether the element belongs to that thread, its warp or its block. Only with known owners.
constexpr bool owns(const OwnedBuffer& b, std::uint64_t element, const ThreadPlace& who,
                    const Dim3& block) {
    const OwnerPlace owner = owner_of(b, element);
    if (b.division == Division::BlockTiles) return owner.x == who.block.x && owner.y == who.block.y;
    if (b.division == Division::Warps)
        return owner.x == who.block.x * warps_of(block) + who.warp && owner.y == 0;
    return owner.x == std::uint64_t{who.block.x} * block.x + who.thread.x &&
           owner.y == std::uint64_t{who.block.y} * block.y + who.thread.y;
}

} // namespace warpscope
