// The tags' transitions, and the pages saved before their first write.
#include "sim/memory/dependence.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <thread>

namespace warpscope {
namespace {

constexpr std::uint32_t kMany = GrainTags::kMany;
constexpr std::uint8_t kFinestTags = std::size(kTagShifts) - 1;
static_assert(DependenceTracker::kLargestTag < kMany);
constexpr unsigned kPageShift = std::countr_zero(kPageBytes);

/// A tag's fields.
struct Grain {
    std::uint32_t reader = 0;
    std::uint32_t writer = 0;
    std::uint8_t operation = 0;
};

constexpr Grain unpack(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word & kMany), static_cast<std::uint32_t>(word >> 30 & kMany),
            static_cast<std::uint8_t>(word >> 60)};
}
constexpr std::uint64_t pack(const Grain& g) {
    return g.reader | std::uint64_t{g.writer} << 30 | std::uint64_t{g.operation} << 60;
}

template <class T>
T* zeroed(std::uint64_t count) {
    void* p = std::calloc(count, sizeof(T));
    if (p == nullptr) throw std::bad_alloc();
    return static_cast<T*>(p);
}

}  // namespace

GrainTags::GrainTags(std::uint64_t bytes, std::uint8_t level, unsigned grain_shift)
    : level(level),
      grain_shift(grain_shift),
      grains(((bytes - 1) >> grain_shift) + 1),
      pages((bytes + kPageBytes - 1) / kPageBytes),
      state(zeroed<std::atomic<std::uint64_t>>(grains)),
      page_state(zeroed<std::atomic<std::uint8_t>>(pages)) {}

void GrainTags::Free::operator()(void* p) const { std::free(p); }

std::unique_ptr<DependenceTracker> DependenceTracker::of_pages(DeviceMemory& memory) {
    auto tracker = std::make_unique<DependenceTracker>(memory);
    tracker->single_threaded_ = tracker->by_page_ = true;
    tracker->attach_tags();
    return tracker;
}

DependenceTracker::DependenceTracker(DeviceMemory& memory, std::uint64_t image_bytes_in_memory)
    : memory_(memory), saved_(image_bytes_in_memory) {
    attach_tags();
}

/// What a launch image may add to the memory that programs take anyway.
std::uint64_t DependenceTracker::image_bytes_in_memory(const DeviceMemory& memory) {
    constexpr std::uint64_t always = std::uint64_t{16} << 20;
    return std::max(always, memory.used() / 20);
}

void DependenceTracker::attach_tags() {
    std::uint64_t small_bytes = 0;
    for (const auto& [base, allocation] : memory_.allocations()) {
        if (allocation.kind == AllocationKind::Constant) continue;
        if (by_page_) {
            if (allocation.kind == AllocationKind::Heap) continue;   // comes and goes: see HeapImage
            memory_.find(base)->tags = std::make_shared<GrainTags>(allocation.size, std::uint8_t{0}, kPageShift);
            continue;
        }
        std::uint8_t level = allocation.tag_level;
        if (allocation.size <= kFinelyTaggedBytes && small_bytes < kFinelyTaggedInAll) {
            small_bytes += allocation.size;
            level = kFinestTags;
        }
        memory_.find(base)->tags = std::make_shared<GrainTags>(allocation.size, level, kTagShifts[level]);
    }
}

DependenceTracker::~DependenceTracker() {
    for (const auto& [base, allocation] : memory_.allocations()) memory_.find(base)->tags.reset();
}

/// Enters `next` unless another host thread was faster; then `seen` is what it entered.
bool DependenceTracker::replace(std::atomic<std::uint64_t>& word, std::uint64_t& seen, std::uint64_t next) {
    if (single_threaded_) {
        word.store(next, std::memory_order_relaxed);
        return true;
    }
    return word.compare_exchange_weak(seen, next, std::memory_order_acq_rel, std::memory_order_acquire);
}

void DependenceTracker::touch_for_read(GrainTags& tags, std::uint64_t grain, std::uint32_t block_tag) {
    std::atomic<std::uint64_t>& word = tags.state[grain];
    std::uint64_t seen = word.load(std::memory_order_relaxed);
    while (!GrainTags::read_is_known(seen, block_tag)) {
        Grain g = unpack(seen);
        const bool overlaps = g.writer != 0 && g.writer != block_tag;
        g.reader = g.reader == 0 ? block_tag : kMany;
        if (!replace(word, seen, pack(g))) continue;
        if (overlaps) note_overlap(tags);
        return;
    }
}

void DependenceTracker::touch_for_update(const Allocation& allocation, std::uint64_t grain, std::uint32_t block_tag,
                                         std::uint8_t operation) {
    GrainTags& tags = *allocation.tags;
    const std::uint64_t page = (grain << tags.grain_shift) / kPageBytes;
    if (tags.page_state[page].load(std::memory_order_acquire) != 2) save_page(allocation, page);
    std::atomic<std::uint64_t>& word = tags.state[grain];
    std::uint64_t seen = word.load(std::memory_order_acquire);
    while (!GrainTags::update_is_known(seen, block_tag, operation)) {
        Grain g = unpack(seen);
        const bool commutes = operation != 0 && g.operation == operation;
        const bool overlaps = (g.reader != 0 && g.reader != block_tag) ||
                              (g.writer != 0 && g.writer != block_tag && !commutes);
        if (g.writer == 0) g.operation = operation;
        else if (!commutes) g.operation = 0;
        g.writer = g.writer == 0 || g.writer == block_tag ? block_tag : kMany;
        if (!replace(word, seen, pack(g))) continue;
        if (overlaps) note_overlap(tags);
        return;
    }
}

void DependenceTracker::note_overlap(GrainTags& tags) {
    tags.contested.store(true, std::memory_order_relaxed);
    overlap_.store(true, std::memory_order_relaxed);
}

bool DependenceTracker::refine() {
    bool refined = false;
    for (const auto& [base, allocation] : memory_.allocations()) {
        const GrainTags* tags = allocation.tags.get();
        if (tags == nullptr || !tags->contested.load(std::memory_order_relaxed)) continue;
        if (tags->level == kFinestTags) continue;
        memory_.find(base)->tag_level = static_cast<std::uint8_t>(tags->level + 1);
        refined = true;
    }
    return refined;
}

// Neighbouring lanes mostly share a grain, so only changes of grain are looked at.
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
        const std::uint64_t offset = page * kPageBytes;
        saved_.save(allocation.base + offset, allocation.bytes() + offset,
                    std::min(kPageBytes, allocation.size - offset));
        state.store(2, std::memory_order_release);
    }
    while (state.load(std::memory_order_acquire) == 1) std::this_thread::yield();
}

void DependenceTracker::restore() {
    saved_.restore([this](Address base, const std::uint8_t* bytes, std::uint64_t size) {
        memory_.write(base, bytes, size);
    });
    saved_.clear();
    attach_tags();
    overlap_.store(false, std::memory_order_relaxed);
}

}  // namespace warpscope
