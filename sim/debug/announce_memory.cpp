// Announces allocations and their contents to observers that come late.
#include "sim/debug/announce_memory.h"

#include <algorithm>
#include <cstring>

#include "sim/memory/allocation_events.h"

namespace warpscope {
namespace {

bool is_poison(const std::uint8_t* bytes, std::uint64_t size) {
    return bytes[0] == kPoison && std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

void announce_content(const Allocation& a, Observer& observer) {
    const auto announce = [&](std::uint64_t from, std::uint64_t to) {
        if (from == to) return;
        HostCopyEvent copy;
        copy.destination = a.base + from;
        copy.size = to - from;
        copy.bytes = {a.bytes() + from, copy.size};
        observer.on_host_copy(copy);
    };
    std::uint64_t begin = 0;
    for (std::uint64_t at = 0; at < a.size; at += kSectorBytes) {
        const std::uint64_t size = std::min(kSectorBytes, a.size - at);
        if (!is_poison(a.bytes() + at, size)) continue;
        announce(begin, at);
        begin = at + size;
    }
    announce(begin, a.size);
}

} // namespace

void announce_allocation(const Allocation& a, const std::vector<Observer*>& observers) {
    for (Observer* observer : observers) {
        observer->on_allocation(allocation_event(a));
        announce_content(a, *observer);
    }
}

void announce_as_written(const DeviceMemory& memory, const std::vector<Observer*>& observers) {
    for (const auto& [base, a] : memory.allocations())
        for (Observer* observer : observers) {
            observer->on_allocation(allocation_event(a));
            HostCopyEvent copy;
            copy.destination = a.base;
            copy.size = a.size;
            copy.bytes = {a.bytes(), a.size};
            observer->on_host_copy(copy);
        }
}

void announce_memory(const DeviceMemory& memory, const std::vector<Observer*>& observers) {
    for (const auto& [base, a] : memory.allocations())
        announce_allocation(a, observers);
}

} // namespace warpscope
