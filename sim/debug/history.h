// History: where a stepped launch has been, kept so that it can go back there.
//
// Every so many warp instructions there is a checkpoint: the blocks on the machine, and the pages
// of device memory that were written since the one before. Between checkpoints the launch runs
// again, which gives the same states because a launch is deterministic.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/exec/stepped_launch.h"
#include "sim/memory/dependence.h"
#include "sim/memory/device_memory.h"

namespace warpscope {

class History {
public:
    static constexpr std::uint64_t kFirstInterval = std::uint64_t{1} << 18;

    /// `launch` is at its beginning and has no observers. Both outlive the history. It keeps about
    /// `most_bytes` at most, by having fewer checkpoints; at first there is one every `interval`
    /// warp instructions, which takes a few milliseconds to run again.
    History(SteppedLaunch& launch, DeviceMemory& memory, std::uint64_t most_bytes,
            std::uint64_t interval = kFirstInterval);
    ~History();
    History(const History&) = delete;
    History& operator=(const History&) = delete;

    /// Takes the launch to `position`, forwards or back. Stops before it where the launch ends, or
    /// when `cancel` is set.
    void go_to(std::uint64_t position, const std::atomic<bool>* cancel = nullptr);

    /// The furthest position so far.
    std::uint64_t frontier() const { return frontier_; }
    /// The last checkpoint at or before `position`.
    std::uint64_t checkpoint_before(std::uint64_t position) const;
    /// Whether one of these bytes of device memory may have been written between the checkpoint at
    /// or before `position` and the next. After the last checkpoint everything may have been.
    bool may_have_written(std::uint64_t position, Address from, std::uint64_t size) const;

    std::uint64_t bytes() const { return bytes_; }
    std::size_t checkpoints() const { return points_.size(); }

private:
    using Bytes = std::shared_ptr<const std::vector<std::uint8_t>>;
    struct Checkpoint {
        std::uint64_t position = 0;
        std::shared_ptr<const SteppedState> state;
        std::shared_ptr<const HeapImage> heap;
        std::vector<Address> written; ///< pages, from here to the next checkpoint; sorted
    };
    /// What a page held at a position; until the next version's it was the same.
    struct Version {
        std::uint64_t position = 0;
        Bytes bytes;
    };

    static std::vector<Version>::iterator after_position(std::vector<Version>& versions,
                                                         std::uint64_t position);
    void add_checkpoint();
    void take_written();
    void keep_versions(const Checkpoint& from, std::uint64_t position);
    void drop_checkpoint(std::size_t index);
    void thin_out();
    void restore(std::size_t target);
    void advance(std::uint64_t position, const std::atomic<bool>* cancel);
    std::size_t index_before(std::uint64_t position) const;
    void put(Address page, std::uint64_t position);

    SteppedLaunch& launch_;
    DeviceMemory& memory_;
    std::uint64_t most_bytes_;
    std::uint64_t interval_; ///< warp instructions
    std::uint64_t frontier_ = 0;
    std::uint64_t bytes_ = 0;
    std::unique_ptr<DependenceTracker> tracker_;
    std::vector<Checkpoint> points_;
    std::unordered_map<Address, std::vector<Version>> pages_;
};

} // namespace warpscope
