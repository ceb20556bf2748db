// Dependence tracking: which blocks touched which memory in one launch, and the image to go back to.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "sim/base/lane_mask.h"
#include "sim/memory/device_memory.h"
#include "sim/memory/saved_pages.h"

namespace warpscope {

/// One word per grain of memory (a line, a sector or a word): who wrote it, who read it, and whether only commuting
/// updates wrote it. One word, so that every touch is one atomic transition and no order between two tags has to be
/// thought about: who read it (bits 29..0), who wrote it (59..30), how (63..60). Who is a block tag, 0 for nobody,
/// kMany for several blocks. How is 0 for plain writes, else the kind of commuting update that is all that was done.
struct GrainTags {
    static constexpr std::uint64_t kMany = (1u << 30) - 1;

    /// A tag covers 2^grain_shift bytes.
    GrainTags(std::uint64_t bytes, std::uint8_t level, unsigned grain_shift);

    /// Zeroed memory that the host only maps where it is touched: launches touch little of large allocations.
    struct Free {
        void operator()(void* p) const;
    };
    std::uint8_t level;                        ///< index into kTagShifts
    unsigned grain_shift;                      ///< a tag covers 2^grain_shift bytes
    std::atomic<bool> contested = false;       ///< blocks overlapped here
    std::uint64_t grains, pages;
    std::unique_ptr<std::atomic<std::uint64_t>[], Free> state;
    std::unique_ptr<std::atomic<std::uint8_t>[], Free> page_state;  ///< 0 untouched, 1 being saved, 2 saved

    /// Nothing new: every other block that touches the grain from now on, or did before, is seen without this read.
    [[gnu::always_inline]] static bool read_is_known(std::uint64_t word, std::uint64_t tag) {
        const std::uint64_t reader = word & kMany;
        return reader == tag || reader == kMany || word >> 30 == tag;   // the last: written by nothing but it, plainly
    }
    /// The same for an update. `kind`: 0 a plain write, else the kind of commuting update.
    [[gnu::always_inline]] static bool update_is_known(std::uint64_t word, std::uint64_t tag, std::uint64_t kind) {
        const std::uint64_t writer = word >> 30 & kMany, how = word >> 60;
        return writer == tag ? how == kind || how == 0 : writer == kMany && kind != 0 && how == kind;
    }
};

/// Watches one launch whose blocks are thought to be independent. Saves every page before its first write,
/// so that the launch can be undone, and notices when a grain that one block wrote is touched by another.
/// Or, made by of_pages(), which pages a launch on one host thread writes, whoever does it.
/// A block's tag is its linear index + 1, at most kLargestTag; launches of more blocks are not tracked.
class DependenceTracker {
  public:
    static constexpr std::uint32_t kLargestTag = (1u << 30) - 2;

    /// Attaches tags to every live allocation. The launch image has so many bytes in memory at most, and the rest of
    /// it in a file.
    explicit DependenceTracker(DeviceMemory& memory) : DependenceTracker(memory, image_bytes_in_memory(memory)) {}
    DependenceTracker(DeviceMemory& memory, std::uint64_t image_bytes_in_memory);
    ~DependenceTracker();   ///< detaches them
    /// Knows of no blocks: all tags are 1, one a page.
    static std::unique_ptr<DependenceTracker> of_pages(DeviceMemory& memory);
    bool watches_pages() const { return by_page_; }
    DependenceTracker(const DependenceTracker&) = delete;
    DependenceTracker& operator=(const DependenceTracker&) = delete;

    /// Whether one host thread at a time runs the launch, which is cheaper to watch. False at first.
    void set_single_threaded(bool single) { single_threaded_ = single; }

    /// Each must be called before the bytes are touched. `offset` and `size` lie inside `allocation`; `size` > 0.
    [[gnu::always_inline]] void read(const Allocation& allocation, std::uint64_t offset, std::uint64_t size,
                                     std::uint32_t block_tag) {
        GrainTags* const tags = allocation.tags.get();
        if (tags == nullptr) return;
        const std::uint64_t last = (offset + size - 1) >> tags->grain_shift;
        for (std::uint64_t g = offset >> tags->grain_shift; g <= last; ++g)
            if (!GrainTags::read_is_known(tags->state[g].load(std::memory_order_relaxed), block_tag))
                touch_for_read(*tags, g, block_tag);
    }
    /// `operation`: of an atomic whose result nobody sees, its kind, 1 to 15: equal kinds commute. 0: a plain write.
    [[gnu::always_inline]] void reduce(const Allocation& allocation, std::uint64_t offset, std::uint64_t size,
                                       std::uint32_t block_tag, std::uint8_t operation) {
        GrainTags* const tags = allocation.tags.get();
        if (tags == nullptr) return;
        const std::uint64_t last = (offset + size - 1) >> tags->grain_shift;
        // Whoever entered a writer saved the page first.
        for (std::uint64_t g = offset >> tags->grain_shift; g <= last; ++g)
            if (!GrainTags::update_is_known(tags->state[g].load(std::memory_order_acquire), block_tag, operation))
                touch_for_update(allocation, g, block_tag, operation);
    }
    [[gnu::always_inline]] void write(const Allocation& allocation, std::uint64_t offset, std::uint64_t size,
                                      std::uint32_t block_tag) {
        reduce(allocation, offset, size, block_tag, 0);
    }

    /// The same for the lanes of one warp instruction that fall into one allocation, `width` bytes each: lane l
    /// at offset places[l] - origin, so that simulated and host addresses serve alike.
    void read(const Allocation& allocation, const std::uint64_t* places, std::uint64_t origin, LaneMask lanes,
              std::uint64_t width, std::uint32_t block_tag);
    void reduce(const Allocation& allocation, const std::uint64_t* places, std::uint64_t origin, LaneMask lanes,
                std::uint64_t width, std::uint32_t block_tag, std::uint8_t operation);

    /// After an overlap: asks for finer tags in the allocations where it was found. False when they had the finest
    /// already, so that the overlap is real. Takes effect with restore().
    bool refine();
    /// Bytes of the launch image that are in a file.
    std::uint64_t image_bytes_in_file() const { return saved_.bytes_in_file(); }
    bool overlap_found() const { return overlap_.load(std::memory_order_relaxed); }
    /// Puts every saved page back and forgets all tags.
    void restore();
    /// Calls take(base, bytes as they were, size) for every page written since the beginning or the last take_pages(),
    /// and forgets all tags.
    template <class Take>
    void take_pages(Take take) {
        saved_.restore(take);
        saved_.clear();
        attach_tags();
    }

  private:
    static std::uint64_t image_bytes_in_memory(const DeviceMemory& memory);
    void attach_tags();
    void touch_for_read(GrainTags& tags, std::uint64_t grain, std::uint32_t block_tag);
    void touch_for_update(const Allocation& allocation, std::uint64_t grain, std::uint32_t block_tag,
                          std::uint8_t operation);
    bool replace(std::atomic<std::uint64_t>& word, std::uint64_t& seen, std::uint64_t next);
    void note_overlap(GrainTags& tags);
    void save_page(const Allocation& allocation, std::uint64_t page);

    DeviceMemory& memory_;
    std::atomic<bool> overlap_ = false;
    bool single_threaded_ = false;
    bool by_page_ = false;
    SavedPages saved_;
};

}  // namespace warpscope
