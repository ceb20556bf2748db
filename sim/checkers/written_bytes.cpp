// Bits in pages.
#include "sim/checkers/written_bytes.h"

#include <algorithm>
#include <bit>

namespace warpscope {
namespace {

/// Bits `first` ... `first` + `size` - 1 of a word, which they do not leave.
std::uint64_t bits(std::uint64_t first, std::uint64_t size) {
    return (size == 64 ? UINT64_MAX : (std::uint64_t{1} << size) - 1) << first;
}

/// Calls visit(word, mask) for the words of a page that hold some of the bits; false as soon as a
/// call says so.
template<class Visit>
bool each_word(std::uint64_t first, std::uint64_t size, Visit visit) {
    while (size != 0) {
        const std::uint64_t here = std::min(size, 64 - first % 64);
        if (!visit(first / 64, bits(first % 64, here))) return false;
        first += here;
        size -= here;
    }
    return true;
}

} // namespace

WrittenBytes::Page WrittenBytes::copy(const Page& page) {
    Page copied;
    copied.full = page.full;
    if (page.bits != nullptr) copied.bits = std::make_unique<Bits>(*page.bits);
    return copied;
}

void WrittenBytes::mark_in_page(std::uint64_t number, std::uint64_t first, std::uint64_t size) {
    Page& page = pages_[number];
    if (page.full) return;
    if (keeps_ && !page.saved) {
        undo_.emplace_back(number, copy(page));
        page.saved = true;
    }
    if (size == kPage) {
        missing_ -= kPage;
        if (page.bits != nullptr)
            for (const std::uint64_t word : *page.bits)
                missing_ += static_cast<unsigned>(std::popcount(word));
        page.full = true;
        page.bits.reset();
        return;
    }
    if (page.bits == nullptr) page.bits = std::make_unique<Bits>();
    Bits& words = *page.bits;
    const std::uint64_t last_before = words.back();
    each_word(first, size, [&](std::uint64_t word, std::uint64_t mask) {
        const std::uint64_t fresh = mask & ~words[word];
        if (fresh == 0) return true;
        words[word] |= fresh;
        missing_ -= fresh == UINT64_MAX ? 64 : static_cast<unsigned>(std::popcount(fresh));
        return true;
    });
    // Most pages are filled from front to back: only then is it worth looking at all of it.
    if (words.back() != UINT64_MAX || last_before == UINT64_MAX) return;
    if (std::all_of(words.begin(), words.end(), [](std::uint64_t w) { return w == UINT64_MAX; })) {
        page.full = true;
        page.bits.reset();
    }
}

void WrittenBytes::mark(std::uint64_t offset, std::uint64_t size) {
    while (size != 0) {
        const std::uint64_t first = offset % kPage, here = std::min(size, kPage - first);
        mark_in_page(offset / kPage, first, here);
        offset += here;
        size -= here;
    }
}

bool WrittenBytes::all(std::uint64_t offset, std::uint64_t size) const {
    while (size != 0) {
        const std::uint64_t first = offset % kPage, here = std::min(size, kPage - first);
        const Page& page = pages_[offset / kPage];
        if (!page.full) {
            if (page.bits == nullptr) return false;
            const bool whole = each_word(first, here, [&](std::uint64_t word, std::uint64_t mask) {
                return ((*page.bits)[word] & mask) == mask;
            });
            if (!whole) return false;
        }
        offset += here;
        size -= here;
    }
    return true;
}

std::uint64_t WrittenBytes::bytes() const {
    std::uint64_t sum = pages_.capacity() * sizeof(Page) + undo_.capacity() * sizeof undo_[0];
    for (const Page& page : pages_)
        sum += page.bits != nullptr ? sizeof(Bits) : 0;
    for (const auto& [number, page] : undo_)
        sum += page.bits != nullptr ? sizeof(Bits) : 0;
    return sum;
}

void WrittenBytes::keep_undo(bool keep) {
    for (const auto& [number, page] : undo_)
        pages_[number].saved = false;
    undo_.clear();
    missing_before_ = missing_;
    keeps_ = keep;
}

void WrittenBytes::undo() {
    for (auto& [number, page] : undo_)
        pages_[number] = std::move(page);
    undo_.clear();
    missing_ = missing_before_;
}

} // namespace warpscope
