// Dependence tracking: which blocks touched which sectors in one launch, and the image to go back to.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/base/lane_mask.h"
#include "sim/memory/device_memory.h"

namespace warpscope {

/// One word per 32-byte sector: who wrote it, who read it, and whether only commuting updates wrote it. One word,
/// so that every touch is one atomic transition and no order between two tags has to be thought about.
struct SectorTags {
    SectorTags(std::uint64_t bytes, bool fine);

    /// Zeroed memory that the host only maps where it is touched: launches touch little of large allocations.
    struct Free {
        void operator()(void* p) const;
    };
    unsigned grain_shift;                      ///< a tag covers 2^grain_shift bytes: a sector or a word
    std::atomic<bool> contested = false;       ///< blocks overlapped here
    std::uint64_t sectors, pages;
    std::unique_ptr<std::atomic<std::uint64_t>[], Free> state;      ///< see dependence.cpp
    std::unique_ptr<std::atomic<std::uint8_t>[], Free> page_state;  ///< 0 untouched, 1 being saved, 2 saved
};

/// Watches one launch whose blocks are thought to be independent. Saves every page before its first write,
/// so that the launch can be undone, and notices when a sector that one block wrote is touched by another.
/// A block's tag is its linear index + 1, at most kLargestTag; launches of more blocks are not tracked.
class DependenceTracker {
  public:
    static constexpr std::uint32_t kLargestTag = (1u << 30) - 2;

    explicit DependenceTracker(DeviceMemory& memory);   ///< attaches tags to every live allocation
    ~DependenceTracker();                               ///< detaches them
    DependenceTracker(const DependenceTracker&) = delete;
    DependenceTracker& operator=(const DependenceTracker&) = delete;

    /// Each must be called before the bytes are touched. `offset` and `size` lie inside `allocation`.
    void read(const Allocation& allocation, std::uint64_t offset, std::uint64_t size, std::uint32_t block_tag);
    void write(const Allocation& allocation, std::uint64_t offset, std::uint64_t size, std::uint32_t block_tag);
    /// An atomic whose result nobody sees; `operation` is its kind, 1 to 15: equal kinds commute. 0 is write().
    void reduce(const Allocation& allocation, std::uint64_t offset, std::uint64_t size, std::uint32_t block_tag,
                std::uint8_t operation);

    /// The same for the lanes of one warp instruction that fall into one allocation, `width` bytes each: lane l
    /// at offset places[l] - origin, so that simulated and host addresses serve alike.
    void read(const Allocation& allocation, const std::uint64_t* places, std::uint64_t origin, LaneMask lanes,
              std::uint64_t width, std::uint32_t block_tag);
    void reduce(const Allocation& allocation, const std::uint64_t* places, std::uint64_t origin, LaneMask lanes,
                std::uint64_t width, std::uint32_t block_tag, std::uint8_t operation);

    /// After an overlap: asks for tags by the word in the allocations where it was found. False when they had them
    /// already, so that the overlap is real. Takes effect with restore().
    bool refine();
    bool overlap_found() const { return overlap_.load(std::memory_order_relaxed); }
    /// Puts every saved page back and forgets all tags.
    void restore();

    /// The launch image: pages as they were when the launch began, for capsules. Ordered by address.
    struct SavedPage {
        Address base = 0;
        std::uint64_t size = 0;
        std::unique_ptr<std::uint8_t[]> bytes;
    };

  private:
    void touch_for_read(SectorTags& tags, std::uint64_t sector, std::uint32_t block_tag);
    void touch_for_update(const Allocation& allocation, std::uint64_t sector, std::uint32_t block_tag,
                          std::uint8_t operation);
    void note_overlap(SectorTags& tags);
    void save_page(const Allocation& allocation, std::uint64_t page);

    DeviceMemory& memory_;
    std::atomic<bool> overlap_ = false;
    std::mutex saved_mutex_;
    std::vector<SavedPage> saved_;
};

}  // namespace warpscope
