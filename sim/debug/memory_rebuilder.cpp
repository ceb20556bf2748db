// Collects the writes of blocks as logs, and applies them when the launch has ended.
#include "sim/debug/memory_rebuilder.h"

#include <cstring>

namespace warpscope {
namespace {

/// One lane's write; the bits that it changed follow.
struct WriteHeader {
    Address address = 0;
    std::uint8_t width = 0;
};

/// Appends every lane's write to a log, as the difference (old xor new).
///
/// Parts come in block order, while blocks that take turns, and reductions of blocks that run side
/// by side, wrote to one place in another order. But each write went on from where another ended,
/// so the differences together lead from the first old value to the last new one, in whatever order
/// they are applied.
class WriteLog : public BlockObserver {
public:
    void on_access(const AccessEvent& event) override {
        if (event.kind == AccessKind::Load) return;
        if (event.space != Space::Global && event.space != Space::Constant) return;
        for_each_lane(event.lanes, [&](unsigned lane) {
            if (event.kind == AccessKind::Store && is_overwritten(event, lane)) return;
            const WriteHeader header = {event.address(lane), event.width};
            const auto* first = reinterpret_cast<const std::uint8_t*>(&header);
            log.insert(log.end(), first, first + sizeof header);
            const std::size_t at = std::size_t{lane} * event.width;
            for (std::size_t b = at; b < at + event.width; ++b)
                log.push_back(event.old_values[b] ^ event.new_values[b]);
        });
    }

    std::vector<std::uint8_t> log;

private:
    /// All lanes of a store saw the old value; of several that write to one place, the last one
    /// counts.
    static bool is_overwritten(const AccessEvent& event, unsigned lane) {
        for (unsigned later = lane + 1; later < kLanes; ++later)
            if (has_lane(event.lanes, later) && event.address(later) == event.address(lane))
                return true;
        return false;
    }
};

} // namespace

MemoryRebuilder::MemoryRebuilder() : memory_(UINT64_MAX / 2) {}

Interest MemoryRebuilder::interest() const {
    Interest wanted;
    wanted.accesses = true;
    wanted.values = true;
    return wanted;
}

void MemoryRebuilder::on_allocation(const AllocationEvent& event) {
    if (memory_.allocate_at(event.base, event.size, AllocationKind::Device, event.name) == nullptr)
        ++misses_;
    else
        memory_.fill(event.base, event.poison, event.size);
}

void MemoryRebuilder::on_free(const FreeEvent& event) {
    if (!memory_.release(event.base)) ++misses_;
    released_[event.base] = event.size;
}

/// Blocks that device code frees are gone when the writes of its launch are applied.
bool MemoryRebuilder::was_released(Address address) const {
    const auto above = released_.upper_bound(address);
    if (above == released_.begin()) return false;
    const auto& [base, size] = *std::prev(above);
    return address - base < size;
}

void MemoryRebuilder::on_host_copy(const HostCopyEvent& event) {
    if (event.direction == HostCopyEvent::Direction::FromDevice || event.size == 0) return;
    if (event.bytes.size() != event.size ||
        !memory_.write(event.destination, event.bytes.data(), event.size))
        ++misses_;
}

void MemoryRebuilder::on_launch_restart(const LaunchEvent&) {
    writes_.clear();
}

void MemoryRebuilder::on_launch_end(const LaunchEndEvent&) {
    for (const std::vector<std::uint8_t>& log : writes_)
        apply(log);
    writes_.clear();
    released_.clear();
}

void MemoryRebuilder::apply(const std::vector<std::uint8_t>& log) {
    for (const std::uint8_t* at = log.data(); at != log.data() + log.size();) {
        WriteHeader header;
        std::memcpy(&header, at, sizeof header);
        at += sizeof header;
        Allocation* a = memory_.find(header.address);
        if (a == nullptr || !a->contains(header.address, header.width)) {
            if (!was_released(header.address)) ++misses_;
        } else {
            std::uint8_t* bytes = a->bytes() + (header.address - a->base);
            for (unsigned b = 0; b < header.width; ++b)
                bytes[b] ^= at[b];
        }
        at += header.width;
    }
}

std::unique_ptr<BlockObserver> MemoryRebuilder::begin_block(LaunchId, std::uint64_t) {
    return std::make_unique<WriteLog>();
}

void MemoryRebuilder::join(LaunchId, std::uint64_t, BlockObserver& part) {
    writes_.push_back(std::move(static_cast<WriteLog&>(part).log));
}

} // namespace warpscope
