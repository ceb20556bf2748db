// WrittenBytes: one bit for each byte of a piece of memory, whether something wrote it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace warpscope {

/// Pages of bits are made when the first byte of theirs is written, and forgotten again when all
/// have been, so that what a host filled costs 8 bytes a page.
class WrittenBytes {
public:
    static constexpr std::uint64_t kPage = 4096; ///< bytes that a page of bits stands for

    explicit WrittenBytes(std::uint64_t size)
        : pages_((size + kPage - 1) / kPage), missing_(size) {}

    void mark(std::uint64_t offset, std::uint64_t size);
    /// Whether every byte was written.
    bool complete() const { return missing_ == 0; }
    /// Whether all of them were written.
    bool all(std::uint64_t offset, std::uint64_t size) const;

    /// Of host memory that this takes.
    std::uint64_t bytes() const;

    /// From now on changes can be taken back, until the next call. Memory for that is taken as
    /// pages change.
    void keep_undo(bool keep);
    void undo();

private:
    using Bits = std::array<std::uint64_t, kPage / 64>;
    struct Page {
        std::unique_ptr<Bits> bits; ///< null: none of it was written, or all
        bool full = false;
        bool saved = false; ///< what it was is in undo_
    };
    static Page copy(const Page& page);
    void mark_in_page(std::uint64_t page, std::uint64_t first, std::uint64_t size);

    std::vector<Page> pages_;
    std::uint64_t missing_;            ///< bytes that nothing wrote
    std::uint64_t missing_before_ = 0; ///< ... when changes began to be kept
    bool keeps_ = false;
    std::vector<std::pair<std::uint64_t, Page>> undo_;
};

} // namespace warpscope
