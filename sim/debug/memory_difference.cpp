// Finding the first difference and counting all of them.
#include "sim/debug/memory_difference.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>

#include "sim/debug/ptx_arguments.h"

namespace warpscope {
namespace {

bool holds_outputs(const Allocation& a) {
    return a.kind != AllocationKind::Workspace && a.kind != AllocationKind::Heap;
}

std::uint64_t first_difference(const std::uint8_t* a, const std::uint8_t* b, std::uint64_t size) {
    return static_cast<std::uint64_t>(std::mismatch(a, a + size, b).first - a);
}

std::map<std::string_view, std::int64_t> lines_of(std::string_view text) {
    std::map<std::string_view, std::int64_t> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        ++lines[text.substr(0, end)];
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

} // namespace

std::vector<MemoryDifference> compare_memory(const DeviceMemory& recorded,
                                             const DeviceMemory& other) {
    std::vector<MemoryDifference> found;
    for (const auto& [base, a] : recorded.allocations()) {
        const auto same = other.allocations().find(base);
        if (!holds_outputs(a) || same == other.allocations().end()) continue;
        if (same->second.size != a.size) continue;
        if (std::memcmp(a.bytes(), same->second.bytes(), a.size) == 0) continue;
        MemoryDifference d;
        d.name = a.name;
        d.id = a.id;
        d.kind = a.kind;
        d.allocated_at = a.allocated_at;
        d.base = base;
        d.size = a.size;
        d.element = first_difference(a.bytes(), same->second.bytes(), a.size);
        found.push_back(std::move(d));
    }
    return found;
}

void describe_elements(MemoryDifference& d, Address address, unsigned width, Type type,
                       const DeviceMemory& recorded, const DeviceMemory& other) {
    const std::uint8_t* a = recorded.find(d.base)->bytes();
    const std::uint8_t* b = other.find(d.base)->bytes();
    const std::uint64_t offset = address - d.base;
    const std::uint64_t phase = offset % width; // elements need not be aligned to the allocation
    d.type = type;
    d.width = width;
    d.element = offset / width;
    d.recorded = value_text(type, a + offset, width);
    d.other = value_text(type, b + offset, width);
    d.elements = 0;
    // Bytes before the first whole element and after the last one count as one element each.
    for (std::uint64_t at = 0; at < d.size;) {
        const std::uint64_t end = std::min(at < phase ? phase : at + width, d.size);
        d.elements += std::memcmp(a + at, b + at, end - at) != 0;
        at = end;
    }
}

std::string value_text(Type type, const std::uint8_t* bytes, unsigned width) {
    if (size_in_bytes(type) == width) {
        const std::string text = elements_text(type, {bytes, bytes + width});
        if (!text.empty()) return text;
    }
    constexpr char kDigits[] = "0123456789abcdef";
    std::string text = "0x";
    for (unsigned i = width; i-- > 0;) {
        text += kDigits[bytes[i] >> 4];
        text += kDigits[bytes[i] & 15];
    }
    return text;
}

std::optional<std::string> line_missing(const std::string& from, const std::string& in) {
    const auto there = lines_of(from);
    for (const auto& [line, count] : lines_of(in)) {
        const auto found = there.find(line);
        if (found == there.end() || found->second < count) return std::string(line);
    }
    return std::nullopt;
}

} // namespace warpscope
