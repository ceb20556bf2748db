// MemoryRebuilder: global memory as events alone tell it, to prove that they tell everything.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "sim/base/hash.h"
#include "sim/events/observer.h"
#include "sim/memory/device_memory.h"

namespace warpscope {

/// Listens to a device from its first allocation on, or is told of what was there by
/// announce_memory.
class MemoryRebuilder : public Observer {
public:
    MemoryRebuilder();

    Interest interest() const override;
    void on_allocation(const AllocationEvent& event) override;
    void on_free(const FreeEvent& event) override;
    void on_host_copy(const HostCopyEvent& event) override;
    void on_launch_restart(const LaunchEvent& event) override;
    void on_launch_end(const LaunchEndEvent& event) override;
    std::unique_ptr<BlockObserver> begin_block(LaunchId launch, std::uint64_t block) override;
    void join(LaunchId launch, std::uint64_t block, BlockObserver& part) override;

    /// Equal to DeviceMemory::content_hash of the device when all is well.
    Hash content_hash() const { return memory_.content_hash(); }
    /// Events that spoke of memory which no event announced.
    std::uint64_t misses() const { return misses_; }

private:
    void apply(const std::vector<std::uint8_t>& log);
    bool was_released(Address address) const;

    DeviceMemory memory_;
    std::vector<std::vector<std::uint8_t>>
        writes_; ///< of the running launch, a log per block in join order
    std::map<Address, std::uint64_t> released_; ///< since the last launch ended
    std::uint64_t misses_ = 0;
};

} // namespace warpscope
