// The sector tags' transitions, and the pages saved before their first write.
#include "sim/memory/dependence.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace warpscope {
namespace {

// A sector's word: who read it (bits 29..0), who wrote it (59..30), how (63..60). Who is a block tag, 0 for nobody,
// kMany for several blocks. How is 0 for plain writes, else the kind of commuting update that is all that was done.
constexpr std::uint32_t kMany = (1u << 30) - 1;
static_assert(DependenceTracker::kLargestTag < kMany);

struct Sector {
    std::uint32_t reader = 0;
    std::uint32_t writer = 0;
    std::uint8_t operation = 0;
};

constexpr Sector unpack(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word & kMany), static_cast<std::uint32_t>(word >> 30 & kMany),
            static_cast<std::uint8_t>(word >> 60)};
}
constexpr std::uint64_t pack(const Sector& s) {
    return s.reader | std::uint64_t{s.writer} << 30 | std::uint64_t{s.operation} << 60;
}

/// Nothing new: every other block that touches the sector from now on, or did before, is seen without this read.
constexpr bool read_is_known(const Sector& s, std::uint32_t tag) {
    return s.reader == tag || s.reader == kMany || (s.writer == tag && s.operation == 0);
}
constexpr bool update_is_known(const Sector& s, std::uint32_t tag, std::uint8_t operation) {
    if (s.writer == tag) return s.operation == operation || s.operation == 0;
    return s.writer == kMany && operation != 0 && s.operation == operation;
}

template <class T>
T* zeroed(std::uint64_t count) {
    void* p = std::calloc(count, sizeof(T));
    if (p == nullptr) throw std::bad_alloc();
    return static_cast<T*>(p);
}

}  // namespace

SectorTags::SectorTags(std::uint64_t bytes, bool fine)
    : grain_shift(fine || bytes <= kFinelyTaggedBytes ? 2 : 5),
      sectors(((bytes - 1) >> grain_shift) + 1),
      pages((bytes + kPageBytes - 1) / kPageBytes),
      state(zeroed<std::atomic<std::uint64_t>>(sectors)),
      page_state(zeroed<std::atomic<std::uint8_t>>(pages)) {}

void SectorTags::Free::operator()(void* p) const { std::free(p); }

DependenceTracker::DependenceTracker(DeviceMemory& memory) : memory_(memory) {
    for (const auto& [base, allocation] : memory.allocations())
        if (allocation.kind != AllocationKind::Constant)
            memory.find(base)->tags = std::make_shared<SectorTags>(allocation.size, allocation.finely_tagged);
}

DependenceTracker::~DependenceTracker() {
    for (const auto& [base, allocation] : memory_.allocations()) memory_.find(base)->tags.reset();
}

void DependenceTracker::touch_for_read(SectorTags& tags, std::uint64_t sector, std::uint32_t block_tag) {
    std::atomic<std::uint64_t>& word = tags.state[sector];
    std::uint64_t seen = word.load(std::memory_order_relaxed);
    while (true) {
        Sector s = unpack(seen);
        if (read_is_known(s, block_tag)) return;
        const bool overlaps = s.writer != 0 && s.writer != block_tag;
        s.reader = s.reader == 0 ? block_tag : kMany;
        if (!word.compare_exchange_weak(seen, pack(s), std::memory_order_relaxed)) continue;
        if (overlaps) note_overlap(tags);
        return;
    }
}

void DependenceTracker::touch_for_update(const Allocation& allocation, std::uint64_t sector, std::uint32_t block_tag,
                                         std::uint8_t operation) {
    SectorTags& tags = *allocation.tags;
    std::atomic<std::uint64_t>& word = tags.state[sector];
    std::uint64_t seen = word.load(std::memory_order_acquire);
    // Whoever entered a writer saved the page first.
    if (update_is_known(unpack(seen), block_tag, operation)) return;
    const std::uint64_t page = (sector << tags.grain_shift) / kPageBytes;
    if (tags.page_state[page].load(std::memory_order_acquire) != 2) save_page(allocation, page);
    while (true) {
        Sector s = unpack(seen);
        if (update_is_known(s, block_tag, operation)) return;
        const bool commutes = operation != 0 && s.operation == operation;
        const bool overlaps = (s.reader != 0 && s.reader != block_tag) ||
                              (s.writer != 0 && s.writer != block_tag && !commutes);
        if (s.writer == 0) s.operation = operation;
        else if (!commutes) s.operation = 0;
        s.writer = s.writer == 0 || s.writer == block_tag ? block_tag : kMany;
        if (!word.compare_exchange_weak(seen, pack(s), std::memory_order_acq_rel,
                                        std::memory_order_acquire))
            continue;
        if (overlaps) note_overlap(tags);
        return;
    }
}

void DependenceTracker::note_overlap(SectorTags& tags) {
    tags.contested.store(true, std::memory_order_relaxed);
    overlap_.store(true, std::memory_order_relaxed);
}

bool DependenceTracker::refine() {
    bool refined = false;
    for (const auto& [base, allocation] : memory_.allocations()) {
        const SectorTags* tags = allocation.tags.get();
        if (tags == nullptr || !tags->contested.load(std::memory_order_relaxed) || tags->grain_shift == 2) continue;
        memory_.find(base)->finely_tagged = true;
        refined = true;
    }
    return refined;
}

void DependenceTracker::read(const Allocation& allocation, std::uint64_t offset, std::uint64_t size,
                             std::uint32_t block_tag) {
    if (allocation.tags == nullptr || size == 0) return;
    const unsigned shift = allocation.tags->grain_shift;
    for (std::uint64_t s = offset >> shift; s <= (offset + size - 1) >> shift; ++s)
        touch_for_read(*allocation.tags, s, block_tag);
}

void DependenceTracker::write(const Allocation& allocation, std::uint64_t offset, std::uint64_t size,
                              std::uint32_t block_tag) {
    reduce(allocation, offset, size, block_tag, 0);
}

void DependenceTracker::reduce(const Allocation& allocation, std::uint64_t offset, std::uint64_t size,
                               std::uint32_t block_tag, std::uint8_t operation) {
    if (allocation.tags == nullptr || size == 0) return;
    const unsigned shift = allocation.tags->grain_shift;
    for (std::uint64_t s = offset >> shift; s <= (offset + size - 1) >> shift; ++s)
        touch_for_update(allocation, s, block_tag, operation);
}

// Neighbouring lanes mostly share sectors, so only changes of sector are looked at.
void DependenceTracker::read(const Allocation& allocation, const std::uint64_t* places, std::uint64_t origin,
                             LaneMask lanes, std::uint64_t width, std::uint32_t block_tag) {
    if (allocation.tags == nullptr) return;
    const unsigned shift = allocation.tags->grain_shift;
    std::uint64_t previous = UINT64_MAX;
    for_each_lane(lanes, [&](unsigned lane) {
        const std::uint64_t offset = places[lane] - origin;
        const std::uint64_t first = offset >> shift, last = (offset + width - 1) >> shift;
        if (first == previous && last == previous) return;
        for (std::uint64_t s = first; s <= last; ++s) touch_for_read(*allocation.tags, s, block_tag);
        previous = last;
    });
}

void DependenceTracker::reduce(const Allocation& allocation, const std::uint64_t* places, std::uint64_t origin,
                               LaneMask lanes, std::uint64_t width, std::uint32_t block_tag,
                               std::uint8_t operation) {
    if (allocation.tags == nullptr) return;
    const unsigned shift = allocation.tags->grain_shift;
    std::uint64_t previous = UINT64_MAX;
    for_each_lane(lanes, [&](unsigned lane) {
        const std::uint64_t offset = places[lane] - origin;
        const std::uint64_t first = offset >> shift, last = (offset + width - 1) >> shift;
        if (first == previous && last == previous) return;
        for (std::uint64_t s = first; s <= last; ++s) touch_for_update(allocation, s, block_tag, operation);
        previous = last;
    });
}

/// The first to come saves the page; the others must not write before it is done.
void DependenceTracker::save_page(const Allocation& allocation, std::uint64_t page) {
    std::atomic<std::uint8_t>& state = allocation.tags->page_state[page];
    std::uint8_t untouched = 0;
    if (state.compare_exchange_strong(untouched, 1, std::memory_order_acquire)) {
        SavedPage saved;
        const std::uint64_t offset = page * kPageBytes;
        saved.base = allocation.base + offset;
        saved.size = std::min(kPageBytes, allocation.size - offset);
        saved.bytes.reset(new std::uint8_t[saved.size]);
        std::memcpy(saved.bytes.get(), allocation.bytes() + offset, saved.size);
        {
            const std::lock_guard lock(saved_mutex_);
            saved_.push_back(std::move(saved));
        }
        state.store(2, std::memory_order_release);
    }
    while (state.load(std::memory_order_acquire) == 1) {}
}

void DependenceTracker::restore() {
    for (const SavedPage& page : saved_) memory_.write(page.base, page.bytes.get(), page.size);
    saved_.clear();
    for (const auto& [base, allocation] : memory_.allocations()) {
        if (allocation.tags == nullptr) continue;
        memory_.find(base)->tags = std::make_shared<SectorTags>(allocation.size, allocation.finely_tagged);
    }
    overlap_.store(false, std::memory_order_relaxed);
}

}  // namespace warpscope
