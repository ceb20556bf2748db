// Buffers that a launch declares owned, and which of its threads each element belongs to.
//
// A ws::disjoint_span or ws::scatter_span among the arguments has a tag (its layout:
// runtime/include/ws/owned_words.h); raw pointers are declared from outside.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/base/address.h"
#include "sim/base/dim3.h"
#include "sim/events/ids.h"

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
    bool has_known_owners() const;
    /// Whether owners are blocks.
    bool belongs_to_blocks() const {
        return division == Division::Blocks || division == Division::BlockTiles;
    }
};

/// A kernel's pointer parameter that was declared owned: its place in the parameter bytes.
struct OwnedParameter {
    std::uint32_t offset = 0;
    Division division = Division::Scatter; ///< or Blocks, BlockTiles
    std::uint32_t rows = 1, columns = 1;   ///< BlockTiles
    std::uint64_t pitch = 0;               ///< BlockTiles; 0: the grid's tiles side by side
};

/// The tagged spans in a launch's parameter bytes.
std::vector<OwnedBuffer> find_tagged_spans(std::span<const std::uint8_t> parameters);

/// A thread by its coordinates in the grid.
struct ThreadPlace {
    Dim3 block, thread; ///< indices
    std::uint32_t warp = 0;
};
ThreadPlace place_of(const WarpId& warp, unsigned lane, const Dim3& grid, const Dim3& block);

/// Whether the element belongs to that thread, its warp or its block. Only with known owners.
bool owns(const OwnedBuffer& buffer, std::uint64_t element, const ThreadPlace& who,
          const Dim3& block);
/// "thread (5, 0, 0) of block (1, 0, 0)", or that nobody of the launch owns it.
std::string owner_text(const OwnedBuffer& buffer, std::uint64_t element, const Dim3& grid,
                       const Dim3& block);

} // namespace warpscope
