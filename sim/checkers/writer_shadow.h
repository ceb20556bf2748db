// WriterShadow: who wrote each element of a buffer in one launch, in no more memory than the
// buffer.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/events/ids.h"

namespace warpscope {

/// An element has a cell of 4 bytes, or of 1 or 2 when it is smaller itself. A cell holds the
/// writer and as far as there is room its instruction. Where a launch has more writers than a cell
/// has numbers (255, 65535), those that are the same modulo that count are not told apart.
class WriterShadow {
public:
    struct Writer {
        std::uint64_t id = 0;
        bool has_position = false;
        CodePosition at;
    };

    /// `writers` have the ids 0 ... writers - 1. `least_cell_bytes` 4: elements that are smaller
    /// have large cells, too.
    WriterShadow(std::uint32_t element_bytes, std::uint64_t elements, std::uint64_t writers,
                 std::uint32_t least_cell_bytes = 1);

    /// Notes the writer of an element. False when another one wrote it before: `before` says who,
    /// and stays the one noted.
    bool note(std::uint64_t element, std::uint64_t writer, CodePosition at, Writer& before);

    /// The same for elements of a part of the size.
    WriterShadow divided(std::uint32_t element_bytes) const;
    std::uint32_t element_bytes() const { return element_bytes_; }
    /// Of host memory that this takes.
    std::uint64_t bytes() const {
        std::uint64_t sum = pages_.capacity() * sizeof pages_[0];
        for (const std::vector<std::uint8_t>& page : pages_)
            sum += page.capacity();
        return sum;
    }

private:
    static constexpr std::uint32_t kCells = 1024; ///< of a page

    std::uint8_t* cell(std::uint64_t element);
    std::uint32_t load(const std::uint8_t* cell) const;
    void store(std::uint8_t* cell, std::uint32_t value) const;
    Writer decode(std::uint32_t value) const;

    std::uint32_t element_bytes_, least_cell_bytes_, cell_bytes_;
    std::uint64_t elements_, writers_;
    std::uint64_t told_apart_;                     ///< writers that have numbers of their own
    std::uint64_t positions_held_;                 ///< so many positions fit beside them
    std::vector<std::vector<std::uint8_t>> pages_; ///< empty where nobody wrote
    std::vector<CodePosition> positions_;
};

} // namespace warpscope
