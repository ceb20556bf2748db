// Ranges with values: setting one cuts those that it covers.
#include "runtime/host/memory_hints.h"

namespace warpscope::host {

void MemoryHints::unset(Hint hint, Address begin, std::uint64_t bytes) {
    const auto found = ranges_.find(hint);
    if (found == ranges_.end() || bytes == 0) return;
    auto& ranges = found->second;
    const Address end = begin + bytes;
    auto at = ranges.lower_bound(begin);
    if (at != ranges.begin() && std::prev(at)->second.end > begin) --at;
    while (at != ranges.end() && at->first < end) {
        const Address first = at->first;
        const Range range = at->second;
        at = ranges.erase(at);
        if (first < begin) ranges[first] = {begin, range.value};
        if (range.end > end) ranges[end] = range;
    }
}

void MemoryHints::set(Hint hint, Address begin, std::uint64_t bytes, int value) {
    if (bytes == 0) return;
    unset(hint, begin, bytes);
    ranges_[hint][begin] = {begin + bytes, value};
}

int MemoryHints::get(Hint hint, Address begin, std::uint64_t bytes, int otherwise) const {
    const auto found = ranges_.find(hint);
    if (found == ranges_.end()) return otherwise;
    const auto& ranges = found->second;
    auto at = ranges.upper_bound(begin);
    if (at == ranges.begin()) return otherwise;
    --at;
    const int value = at->second.value;
    const Address end = begin + bytes;
    Address covered = begin;
    for (; at != ranges.end() && at->first <= covered && covered < end; ++at) {
        if (at->second.end <= covered || at->second.value != value) return otherwise;
        covered = at->second.end;
    }
    return covered >= end ? value : otherwise;
}

void MemoryHints::forget(Address begin, std::uint64_t bytes) {
    for (const auto& entry : ranges_)
        unset(entry.first, begin, bytes);
}

} // namespace warpscope::host
