// Collects the writes of blocks as logs, and applies them when the launch has ended.
#include "sim/debug/memory_rebuilder.h"

#include <cstring>

namespace warpscope {
namespace {

/// Appends {address, width, value} of every lane that wrote.
class WriteLog : public BlockObserver {
  public:
    void on_access(const AccessEvent& event) override {
        if (event.kind == AccessKind::Load) return;
        if (event.space != Space::Global && event.space != Space::Constant) return;
        for_each_lane(event.lanes, [&](unsigned lane) {
            const std::size_t at = log.size();
            log.resize(at + sizeof(Address) + 1 + event.width);
            std::memcpy(log.data() + at, &event.addresses[lane], sizeof(Address));
            log[at + sizeof(Address)] = event.width;
            std::memcpy(log.data() + at + sizeof(Address) + 1,
                        event.new_values + std::size_t{lane} * event.width, event.width);
        });
    }

    std::vector<std::uint8_t> log;
};

}  // namespace

MemoryRebuilder::MemoryRebuilder() : memory_(UINT64_MAX / 2) {}

Interest MemoryRebuilder::interest() const {
    Interest wanted;
    wanted.accesses = true;
    return wanted;
}

void MemoryRebuilder::on_allocation(const AllocationEvent& event) {
    if (memory_.allocate_at(event.base, event.size, AllocationKind::Device, event.name) == nullptr) ++misses_;
    else memory_.fill(event.base, event.poison, event.size);
}

void MemoryRebuilder::on_free(const FreeEvent& event) {
    if (!memory_.release(event.base)) ++misses_;
}

void MemoryRebuilder::on_host_copy(const HostCopyEvent& event) {
    if (event.direction == HostCopyEvent::Direction::FromDevice || event.size == 0) return;
    if (event.bytes.size() != event.size || !memory_.write(event.destination, event.bytes.data(), event.size))
        ++misses_;
}

void MemoryRebuilder::on_launch_restart(const LaunchEvent&) { writes_.clear(); }

void MemoryRebuilder::on_launch_end(const LaunchEndEvent&) {
    for (const std::vector<std::uint8_t>& log : writes_) {
        for (std::size_t at = 0; at < log.size();) {
            Address address = 0;
            std::memcpy(&address, log.data() + at, sizeof address);
            const std::uint8_t width = log[at + sizeof address];
            at += sizeof address + 1;
            if (!memory_.write(address, log.data() + at, width)) ++misses_;
            at += width;
        }
    }
    writes_.clear();
}

std::unique_ptr<BlockObserver> MemoryRebuilder::begin_block(LaunchId, std::uint64_t) {
    return std::make_unique<WriteLog>();
}

void MemoryRebuilder::join(LaunchId, std::uint64_t, BlockObserver& part) {
    writes_.push_back(std::move(static_cast<WriteLog&>(part).log));
}

}  // namespace warpscope
