// Reads tags, and names owners.
#include "sim/checkers/owned_buffers.h"

#include <algorithm>
#include <cstring>

#include "sim/report/thread_words.h"

namespace warpscope {
namespace {

constexpr std::uint32_t kMagic = 0xD15A;

/// The words of a span, from owned_words.h.
struct Words {
    std::uint64_t data;
    std::uint32_t size, tag;
};
struct Shape {
    std::uint32_t first, second;
};

bool has_shape(Division division) {
    return division != Division::Linear && division != Division::Warps &&
           division != Division::Scatter;
}

bool read_shape(OwnedBuffer& buffer, std::span<const std::uint8_t> bytes) {
    Shape shape;
    if (!has_shape(buffer.division)) return true;
    if (bytes.size() < sizeof(Words) + sizeof shape) return false;
    std::memcpy(&shape, bytes.data() + sizeof(Words), sizeof shape);
    buffer.pitch = shape.first;
    if (buffer.division == Division::Runs || buffer.division == Division::StridedRuns)
        buffer.columns = shape.first;
    if (buffer.division == Division::Tiles) {
        buffer.rows = shape.second >> 16;
        buffer.columns = shape.second & 0xFFFF;
    }
    return buffer.pitch != 0 && buffer.rows != 0 && buffer.columns != 0;
}

/// Of owners, which have two indices.
Dim3 index_of(const OwnerPlace& place) {
    return {static_cast<std::uint32_t>(place.x), static_cast<std::uint32_t>(place.y), 0};
}

} // namespace

std::vector<OwnedBuffer> find_tagged_spans(std::span<const std::uint8_t> parameters) {
    std::vector<OwnedBuffer> buffers;
    // Spans begin with a pointer, so they are 8-byte aligned.
    for (std::size_t at = 0; at + sizeof(Words) <= parameters.size(); at += 8) {
        Words words;
        std::memcpy(&words, parameters.data() + at, sizeof words);
        const std::uint32_t code = words.tag >> 12 & 0xF, element = words.tag & 0xFFF;
        if (words.tag >> 16 != kMagic || element == 0 || code == 0 ||
            code > static_cast<std::uint32_t>(Division::Scatter))
            continue;
        OwnedBuffer buffer;
        buffer.division = static_cast<Division>(code);
        buffer.base = words.data;
        buffer.bytes = std::uint64_t{words.size} * element;
        buffer.element_bytes = element;
        if (buffer.bytes != 0 && read_shape(buffer, parameters.subspan(at)))
            buffers.push_back(buffer);
    }
    return buffers;
}

std::vector<OwnedBuffer> owned_buffers(std::span<const std::uint8_t> parameters, const Dim3& grid,
                                       const std::vector<OwnedParameter>& declared,
                                       const std::function<std::uint64_t(Address)>& bytes_from) {
    std::vector<OwnedBuffer> buffers;
    // A number that happens to look like a tag has no allocation before it.
    for (OwnedBuffer& buffer : find_tagged_spans(parameters))
        if (const std::uint64_t there = bytes_from(buffer.base); there != 0) {
            buffer.bytes = std::min(buffer.bytes, there);
            buffers.push_back(buffer);
        }
    for (const OwnedParameter& parameter : declared) {
        OwnedBuffer buffer;
        if (parameter.offset + sizeof buffer.base > parameters.size()) continue;
        std::memcpy(&buffer.base, parameters.data() + parameter.offset, sizeof buffer.base);
        buffer.bytes = bytes_from(buffer.base);
        if (buffer.bytes == 0) continue; // a null pointer: nothing of it is written
        buffer.is_raw = true;
        buffer.division = parameter.division;
        buffer.rows = parameter.rows;
        buffer.columns = parameter.columns;
        buffer.pitch =
            parameter.pitch != 0 ? parameter.pitch : std::uint64_t{grid.x} * parameter.columns;
        buffers.push_back(buffer);
    }
    return buffers;
}

Overlap overlap_of(const OwnedBuffer& one, const OwnedBuffer& other) {
    const Address from = std::max(one.base, other.base);
    const Address to = std::min(one.base + one.bytes, other.base + other.bytes);
    return from < to ? Overlap{from, to - from} : Overlap{};
}

ThreadPlace place_of(const WarpId& warp, unsigned lane, const Dim3& grid, const Dim3& block) {
    return {from_linear_index(warp.block, grid),
            from_linear_index(std::uint64_t{warp.warp} * kLanes + lane, block), warp.warp};
}

std::string owner_text(const OwnedBuffer& buffer, std::uint64_t element, const Dim3& grid,
                       const Dim3& block) {
    const OwnerPlace owner = owner_of(buffer, element);
    OwnerPlace group{owner.x / block.x, owner.y / block.y};
    if (buffer.division == Division::Warps) group = {owner.x / warps_of(block), 0};
    if (buffer.division == Division::BlockTiles) group = owner;
    if (group.x >= grid.x || group.y >= grid.y) return "no thread of this launch";
    if (buffer.division == Division::BlockTiles) return block_words(index_of(group));
    if (buffer.division == Division::Warps)
        return "warp " + std::to_string(owner.x % warps_of(block)) + " of " +
               block_words(index_of(group));
    return thread_words(index_of({owner.x % block.x, owner.y % block.y}), index_of(group));
}

} // namespace warpscope
