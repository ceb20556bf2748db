// Reads tags, and divides elements among threads as the index functions of ws:: do.
#include "sim/checkers/owned_buffers.h"

#include <cstring>

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

/// An owner's coordinates: of a thread in the whole grid, of a block, or of a warp (x alone).
struct Coordinates {
    std::uint64_t x = 0, y = 0;
    friend bool operator==(const Coordinates&, const Coordinates&) = default;
};

Coordinates owner_of(const OwnedBuffer& b, std::uint64_t element) {
    switch (b.division) {
    case Division::Rows:
    case Division::Pitched: return {element % b.pitch, element / b.pitch};
    case Division::Runs: return {element / b.columns, 0};
    case Division::Tiles:
    case Division::BlockTiles: return {element % b.pitch / b.columns, element / b.pitch / b.rows};
    default: return {element, 0};
    }
}

std::uint64_t warps_of(const Dim3& block) {
    return (volume(block) + kLanes - 1) / kLanes;
}

Coordinates coordinates_of(const OwnedBuffer& b, const ThreadPlace& who, const Dim3& block) {
    if (b.division == Division::BlockTiles) return {who.block.x, who.block.y};
    if (b.division == Division::Warps) return {who.block.x * warps_of(block) + who.warp, 0};
    return {std::uint64_t{who.block.x} * block.x + who.thread.x,
            std::uint64_t{who.block.y} * block.y + who.thread.y};
}

std::string triple(std::uint64_t x, std::uint64_t y) {
    return "(" + std::to_string(x) + ", " + std::to_string(y) + ", 0)";
}

} // namespace

bool OwnedBuffer::has_known_owners() const {
    return division != Division::StridedRuns && division != Division::Scatter &&
           division != Division::Blocks;
}

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

ThreadPlace place_of(const WarpId& warp, unsigned lane, const Dim3& grid, const Dim3& block) {
    return {from_linear_index(warp.block, grid),
            from_linear_index(std::uint64_t{warp.warp} * kLanes + lane, block), warp.warp};
}

bool owns(const OwnedBuffer& buffer, std::uint64_t element, const ThreadPlace& who,
          const Dim3& block) {
    return owner_of(buffer, element) == coordinates_of(buffer, who, block);
}

std::string owner_text(const OwnedBuffer& buffer, std::uint64_t element, const Dim3& grid,
                       const Dim3& block) {
    const Coordinates owner = owner_of(buffer, element);
    Coordinates group{owner.x / block.x, owner.y / block.y};
    std::string text = "thread " + triple(owner.x % block.x, owner.y % block.y);
    if (buffer.division == Division::Warps) {
        group = {owner.x / warps_of(block), 0};
        text = "warp " + std::to_string(owner.x % warps_of(block));
    } else if (buffer.division == Division::BlockTiles) {
        group = owner;
        text.clear();
    }
    if (group.x >= grid.x || group.y >= grid.y) return "no thread of this launch";
    return text + (text.empty() ? "" : " of ") + "block " + triple(group.x, group.y);
}

} // namespace warpscope
