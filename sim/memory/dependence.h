// Dependence tracking: which blocks touched which sectors in one launch, and the image to go back to.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/memory/device_memory.h"

namespace warpscope {

/// Two tags per 32-byte sector: who wrote it and who read it. 0: nobody.
struct SectorTags {
    static constexpr std::uint32_t kMany = 0xFFFFFFFFu;         ///< several blocks read it
    static constexpr std::uint32_t kReduction = 0x80000000u;    ///< flag: only commuting updates, low bits say which

    explicit SectorTags(std::uint64_t bytes)
        : sectors((bytes + kSectorBytes - 1) / kSectorBytes),
          pages((bytes + kPageBytes - 1) / kPageBytes),
          writer(new std::atomic<std::uint32_t>[sectors]()),
          reader(new std::atomic<std::uint32_t>[sectors]()),
          page_state(new std::atomic<std::uint8_t>[pages]()) {}

    std::uint64_t sectors, pages;
    std::unique_ptr<std::atomic<std::uint32_t>[]> writer, reader;
    std::unique_ptr<std::atomic<std::uint8_t>[]> page_state;    ///< 0 untouched, 1 being saved, 2 saved
};

/// Watches one launch whose blocks are thought to be independent. Saves every page before its first write,
/// so that the launch can be undone, and notices when a sector that one block wrote is touched by another.
/// A block's tag is its linear index + 1; launches of 2^30 blocks or more are not tracked.
class DependenceTracker {
  public:
    explicit DependenceTracker(DeviceMemory& memory);   ///< attaches tags to every live allocation
    ~DependenceTracker();                               ///< detaches them
    DependenceTracker(const DependenceTracker&) = delete;
    DependenceTracker& operator=(const DependenceTracker&) = delete;

    /// Each must be called before the bytes are touched. `offset` and `size` lie inside `allocation`.
    void read(const Allocation& allocation, std::uint64_t offset, std::uint64_t size, std::uint32_t block_tag);
    void write(const Allocation& allocation, std::uint64_t offset, std::uint64_t size, std::uint32_t block_tag);
    /// An atomic whose result nobody sees; `operation` is its kind: equal kinds commute.
    void reduce(const Allocation& allocation, std::uint64_t offset, std::uint64_t size, std::uint32_t block_tag,
                std::uint8_t operation);

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
    void save_page(const Allocation& allocation, std::uint64_t page);

    DeviceMemory& memory_;
    std::atomic<bool> overlap_ = false;
    std::mutex saved_mutex_;
    std::vector<SavedPage> saved_;
};

}  // namespace warpscope
