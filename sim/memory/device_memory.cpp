// Allocates simulated device memory, finds what lies at an address, and copies between host and device.
#include "sim/memory/device_memory.h"

#include <algorithm>
#include <cstring>

#include "sim/memory/dependence.h"

namespace warpscope {
namespace {

/// Freed ranges that are remembered; older ones are forgotten.
constexpr std::size_t kFreedRanges = 4096;
/// The end of the simulated address space: 47 bits, as a GPU's unified addresses.
constexpr Address kAddressEnd = Address{1} << 47;
/// Device memory lies above the windows of generic addressing.
constexpr Address kLowestBase = kParameterWindow + kWindowSize + kGuardBytes;

constexpr Address round_up(Address value, std::uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

std::uint64_t bytes_taken(AllocationKind kind, std::uint64_t size) {
    return kind == AllocationKind::Heap ? DeviceMemory::heap_bytes(size) : size;
}

}  // namespace

Allocation* DeviceMemory::allocate(std::uint64_t size, AllocationKind kind, std::string name,
                                   std::uint64_t alignment) {
    size = std::max<std::uint64_t>(size, 1);
    alignment = std::max(alignment, kAllocationAlignment);
    if (size > capacity_ - used_) return nullptr;
    // Addresses only rise, so none is used twice; an allocate_at in the way is stepped over.
    Address base = round_up(next_ + kGuardBytes, alignment);
    for (auto above = allocations_.lower_bound(base); above != allocations_.end(); ++above) {
        if (base + size + kGuardBytes <= above->first - std::min(above->first, kGuardBytes)) break;
        base = round_up(above->first + above->second.size + 2 * kGuardBytes, alignment);
    }
    if (base >= kAddressEnd || size > kAddressEnd - base) return nullptr;
    Allocation* made = allocate_at(base, size, kind, std::move(name));
    if (made != nullptr) next_ = base + size + kGuardBytes;
    return made;
}

Allocation* DeviceMemory::allocate_at(Address base, std::uint64_t size, AllocationKind kind, std::string name) {
    size = std::max<std::uint64_t>(size, 1);
    if (!has_room(base, size, kind)) return nullptr;
    return add(base, size, kind, std::move(name), poisoned_.make(size));
}

Allocation* DeviceMemory::share_at(Address base, std::uint8_t* bytes, std::uint64_t size, AllocationKind kind) {
    if (!has_room(base, size, kind)) return nullptr;
    return add(base, size, kind, {}, borrowed_storage(bytes));
}

bool DeviceMemory::has_room(Address base, std::uint64_t size, AllocationKind kind) const {
    if (size > capacity_ - used_ || base < kLowestBase || base > kAddressEnd || size > kAddressEnd - base)
        return false;
    // Managed memory lies where the host has it, which leaves no room for guards.
    const auto guard = [kind](const Allocation& neighbour) {
        const bool both = kind == AllocationKind::Managed && neighbour.kind == kind;
        return both ? 0 : kGuardBytes;
    };
    const auto above = allocations_.lower_bound(base);
    if (above != allocations_.end() && above->first - base < size + guard(above->second)) return false;
    if (above == allocations_.begin()) return true;
    const Allocation& below = std::prev(above)->second;
    return base - below.base >= below.size + guard(below);
}

Allocation* DeviceMemory::add(Address base, std::uint64_t size, AllocationKind kind, std::string name,
                              Storage storage) {
    std::erase_if(freed_, [&](const FreedRange& f) { return f.base < base + size && base < f.base + f.size; });
    Allocation& made = allocations_[base];
    made.base = base;
    made.size = size;
    made.storage = std::move(storage);
    made.kind = kind;
    made.read_only = kind == AllocationKind::Constant;
    made.id = next_id_++;
    made.name = std::move(name);
    (kind == AllocationKind::Heap ? heap_used_ : used_) += bytes_taken(kind, size);
    ++generation_;
    return &made;
}

bool DeviceMemory::release(Address base) {
    const auto found = allocations_.find(base);
    if (found == allocations_.end()) return false;
    if (freed_.size() == kFreedRanges) freed_.erase(freed_.begin());
    freed_.push_back({base, found->second.size, found->second.id, found->second.allocated_at});
    const AllocationKind kind = found->second.kind;
    (kind == AllocationKind::Heap ? heap_used_ : used_) -= bytes_taken(kind, found->second.size);
    allocations_.erase(found);
    ++generation_;
    return true;
}

Allocation* DeviceMemory::find(Address address) const {
    auto above = allocations_.upper_bound(address);
    if (above == allocations_.begin()) return nullptr;
    const Allocation& below = (--above)->second;
    return address - below.base < below.size ? const_cast<Allocation*>(&below) : nullptr;
}

Nearest DeviceMemory::nearest(Address address) const {
    Nearest result;
    // A later allocation may have been freed at the same place (allocate_at): the last one counts.
    for (const FreedRange& f : freed_)
        if (address - f.base < f.size) result.freed = &f;
    const auto above = allocations_.upper_bound(address);
    if (above != allocations_.begin()) {
        const Allocation& below = std::prev(above)->second;
        const std::uint64_t offset = address - below.base;
        result.allocation = &below;
        result.distance = offset < below.size ? 0 : static_cast<std::int64_t>(offset - below.size + 1);
        if (result.distance == 0) return result;
    }
    if (above != allocations_.end()) {
        const auto before = static_cast<std::int64_t>(above->first - address);
        if (result.allocation == nullptr || before < result.distance) {
            result.allocation = &above->second;
            result.distance = -before;
        }
    }
    return result;
}

bool DeviceMemory::read(Address from, void* to, std::uint64_t size) const {
    if (size == 0) return true;
    const Allocation* a = find(from);
    if (a == nullptr || !a->contains(from, size)) return false;
    std::memcpy(to, a->bytes() + (from - a->base), size);
    return true;
}

bool DeviceMemory::write(Address to, const void* from, std::uint64_t size) {
    if (size == 0) return true;
    Allocation* a = find(to);
    if (a == nullptr || !a->contains(to, size)) return false;
    std::memcpy(a->bytes() + (to - a->base), from, size);
    return true;
}

bool DeviceMemory::fill(Address to, std::uint8_t value, std::uint64_t size) {
    if (size == 0) return true;
    Allocation* a = find(to);
    if (a == nullptr || !a->contains(to, size)) return false;
    std::memset(a->bytes() + (to - a->base), value, size);
    return true;
}

HeapImage DeviceMemory::heap_image() const {
    HeapImage image = {{}, freed_, next_, next_id_};
    for (const auto& [base, a] : allocations_)
        if (a.kind == AllocationKind::Heap)
            image.blocks.push_back({base, a.size, a.id, {a.bytes(), a.bytes() + a.size}});
    return image;
}

void DeviceMemory::restore_heap(const HeapImage& image) {
    std::erase_if(allocations_, [](const auto& entry) { return entry.second.kind == AllocationKind::Heap; });
    heap_used_ = 0;
    for (const HeapImage::Piece& piece : image.blocks) {
        Allocation* a = add(piece.base, piece.size, AllocationKind::Heap, {}, poisoned_.make(piece.size));
        a->id = piece.id;
        std::memcpy(a->bytes(), piece.bytes.data(), piece.size);
    }
    freed_ = image.freed;
    next_ = image.next;
    next_id_ = image.next_id;
    ++generation_;
}

Hash DeviceMemory::content_hash() const {
    Hash hash;
    for (const auto& [base, a] : allocations_) {
        const std::uint64_t place[2] = {base, a.size};
        hash = hash_bytes(place, sizeof place, hash);
        hash = hash_bytes(a.bytes(), a.size, hash);
    }
    return hash;
}

}  // namespace warpscope
