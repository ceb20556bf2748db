// Buffers that a launch declares owned.
//
// A ws::disjoint_span or ws::scatter_span among the arguments has a tag (its layout:
// runtime/include/ws/owned_words.h); raw pointers are declared from outside.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sim/checkers/owner_rule.h"
#include "sim/events/ids.h"

namespace warpscope {

/// A kernel's pointer parameter that was declared owned: its place in the parameter bytes.
struct OwnedParameter {
    std::uint32_t offset = 0;
    Division division = Division::Scatter; ///< or Blocks, BlockTiles
    std::uint32_t rows = 1, columns = 1;   ///< BlockTiles
    std::uint64_t pitch = 0;               ///< BlockTiles; 0: the grid's tiles side by side
};

/// The tagged spans in a launch's parameter bytes.
std::vector<OwnedBuffer> find_tagged_spans(std::span<const std::uint8_t> parameters);

/// What a launch has owned: tagged spans among its parameters, and what was declared.
/// `bytes_from(a)`: bytes of the allocation that holds address `a`, from there on; 0 when none
/// does.
std::vector<OwnedBuffer> owned_buffers(std::span<const std::uint8_t> parameters, const Dim3& grid,
                                       const std::vector<OwnedParameter>& declared,
                                       const std::function<std::uint64_t(Address)>& bytes_from);

/// Bytes that belong to both buffers, whose elements would have two owners.
struct Overlap {
    Address from = 0;
    std::uint64_t bytes = 0;
};
Overlap overlap_of(const OwnedBuffer& one, const OwnedBuffer& other);

ThreadPlace place_of(const WarpId& warp, unsigned lane, const Dim3& grid, const Dim3& block);

/// "thread (5, 0, 0) of block (1, 0, 0)", or that nobody of the launch owns it.
std::string owner_text(const OwnedBuffer& buffer, std::uint64_t element, const Dim3& grid,
                       const Dim3& block);

} // namespace warpscope
