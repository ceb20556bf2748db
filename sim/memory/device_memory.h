// DeviceMemory: the allocation table of one simulated device, and host access to it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/hash.h"
#include "sim/memory/allocation.h"
#include "sim/memory/texture.h"

namespace warpscope {

/// A piece of memory that was released: kept so that a late access can be explained.
struct FreedRange {
    Address base = 0;
    std::uint64_t size = 0;
    std::uint32_t id = 0;
    FilePosition allocated_at;                ///< as of Allocation
};

/// How an address relates to the allocation nearest to it.
struct Nearest {
    const Allocation* allocation = nullptr;   ///< null when the device holds no memory at all
    std::int64_t distance = 0;                ///< bytes: 0 inside, n past the end, -n before the start
    const FreedRange* freed = nullptr;        ///< set when the address lies in memory that was freed
};

/// The heap of device code at one moment: all that a launch changes of the table of allocations.
struct HeapImage {
    struct Piece {
        Address base = 0;
        std::uint64_t size = 0;
        std::uint32_t id = 0;
        std::vector<std::uint8_t> bytes;
    };
    std::vector<Piece> blocks;   ///< in address order
    std::vector<FreedRange> freed;
    Address next = 0;
    std::uint32_t next_id = 0;
};

/// Not thread-safe for allocate/release; reads and writes of distinct bytes may run in parallel.
class DeviceMemory {
  public:
    explicit DeviceMemory(std::uint64_t capacity_bytes) : capacity_(capacity_bytes) {}

    /// Returns the new allocation, or null when the device's capacity does not hold it. `size` may be 0 (gives 1).
    Allocation* allocate(std::uint64_t size, AllocationKind kind, std::string name = {},
                         std::uint64_t alignment = kAllocationAlignment);
    /// The same at a given address (capsules, side-by-side runs). Null when it overlaps another or its guard;
    /// between two pieces of managed memory there is none.
    Allocation* allocate_at(Address base, std::uint64_t size, AllocationKind kind, std::string name = {});
    /// The same for `size` > 0 bytes that the caller has already, as they are, and keeps until release().
    Allocation* share_at(Address base, std::uint8_t* bytes, std::uint64_t size, AllocationKind kind);
    /// False when `base` is not the start of a live allocation.
    bool release(Address base);

    /// The live allocation that holds `address`, or null. Safe to call from several threads.
    Allocation* find(Address address) const;
    Nearest nearest(Address address) const;

    /// Host copies; false when the range does not lie inside one live allocation.
    bool read(Address from, void* to, std::uint64_t size) const;
    bool write(Address to, const void* from, std::uint64_t size);
    bool fill(Address to, std::uint8_t value, std::uint64_t size);

    /// Texture and surface objects, which name memory of this device.
    ObjectTable& objects() { return objects_; }
    const ObjectTable& objects() const { return objects_; }

    const std::map<Address, Allocation>& allocations() const { return allocations_; }
    std::uint64_t capacity() const { return capacity_; }
    /// Bytes of all allocations but the blocks of the heap, which has its own limit.
    std::uint64_t used() const { return used_; }
    std::uint64_t heap_used() const { return heap_used_; }
    /// What a block of `size` bytes takes from the heap.
    static constexpr std::uint64_t heap_bytes(std::uint64_t size) {
        // As on an H200, malloc(0) gives a block too.
        return size == 0 ? kHeapGrain : (size + kHeapGrain - 1) / kHeapGrain * kHeapGrain;
    }

    /// Where the next allocation may begin and the number it gets: what a replay needs to give the
    /// same addresses.
    struct Cursor {
        Address next = 0;
        std::uint32_t next_id = 0;
    };
    Cursor cursor() const { return {next_, next_id_}; }
    void set_cursor(const Cursor& cursor) { next_ = cursor.next, next_id_ = cursor.next_id; }

    HeapImage heap_image() const;
    /// Allocations of other kinds stay as they are.
    void restore_heap(const HeapImage& image);

    /// Hash over all live allocations, addresses included, in address order.
    Hash content_hash() const;

    /// Grows at each allocate and release, so that translation caches know when to forget.
    std::uint64_t generation() const { return generation_; }

  private:
    bool has_room(Address base, std::uint64_t size, AllocationKind kind) const;
    Allocation* add(Address base, std::uint64_t size, AllocationKind kind, std::string name, Storage storage);

    PoisonedStorage poisoned_;
    std::map<Address, Allocation> allocations_;
    std::vector<FreedRange> freed_;
    ObjectTable objects_;
    Address next_ = kGlobalBase;
    std::uint64_t capacity_;
    std::uint64_t used_ = 0;
    std::uint64_t heap_used_ = 0;
    std::uint64_t generation_ = 1;
    std::uint32_t next_id_ = 1;
};

}  // namespace warpscope
