// CellPages: for each word of a piece of memory, who accessed it last.
#pragma once

#include <cstdint>
#include <vector>

namespace warpscope {

/// A word (or, in pages with narrower accesses, a byte): 8 bytes for 4. Its last weak write, and
/// what came after it: reads, and strong writes, which do not race with each other.
struct AccessCell {
    std::uint32_t write = 0;  ///< record << 5 | lane
    std::uint32_t others = 0; ///< the same for a single one, or kSet | number of a set
};

/// The cells of one piece of memory, in pages that are made when they are touched.
class CellPages {
public:
    static constexpr std::uint64_t kPageBytes = 4096;

    explicit CellPages(std::uint64_t size) : pages_((size + kPageBytes - 1) / kPageBytes) {}

    /// Calls visit(cell) for each cell of the `width` bytes at `offset`, aligned to `width`. A page
    /// has a cell a word until an access is narrower than that.
    template<class Visit>
    void each(std::uint64_t offset, unsigned width, Visit visit) {
        const Row row = row_at(offset, width);
        for (unsigned k = 0; k < row.cells; ++k)
            visit(row.first[k]);
    }
    /// Cells side by side, to the page's end: `cells` for every `width` bytes.
    struct Row {
        AccessCell* first = nullptr;
        unsigned cells = 0;
    };
    Row row_at(std::uint64_t offset, unsigned width) {
        std::vector<AccessCell>& page = pages_[offset / kPageBytes];
        if (page.empty())
            page.resize(width < 4 ? kPageBytes : kPageBytes / 4);
        else if (width < 4 && page.size() != kPageBytes)
            split(page);
        const std::uint64_t in_page = offset % kPageBytes;
        if (page.size() == kPageBytes) return {page.data() + in_page, width};
        return {page.data() + in_page / 4, width / 4};
    }
    /// Calls visit(offset, cell) for the cells of a piece that were ever made, until it says false.
    template<class Visit>
    void each_touched(std::uint64_t offset, std::uint64_t size, Visit visit) {
        for (std::uint64_t p = offset / kPageBytes; p * kPageBytes < offset + size; ++p) {
            const std::uint64_t grain = pages_[p].size() == kPageBytes ? 1 : 4;
            for (std::uint64_t c = 0; c < pages_[p].size(); ++c) {
                const std::uint64_t at = p * kPageBytes + c * grain;
                if (at + grain > offset && at < offset + size && !visit(at, pages_[p][c])) return;
            }
        }
    }
    std::uint64_t bytes() const {
        std::uint64_t sum = pages_.capacity() * sizeof pages_[0];
        for (const auto& page : pages_)
            sum += page.capacity() * sizeof(AccessCell);
        return sum;
    }
    void clear() {
        for (auto& page : pages_)
            page.clear();
    }

private:
    static void split(std::vector<AccessCell>& page);
    std::vector<std::vector<AccessCell>> pages_;
};

} // namespace warpscope
