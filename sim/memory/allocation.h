// Allocation: one contiguous piece of device memory, with poison and guards around it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/base/address.h"
#include "sim/base/diagnostic.h"
#include "sim/memory/storage.h"

namespace warpscope {

enum class AllocationKind : std::uint8_t {
    Device, Managed, ModuleVariable, Constant,
    Workspace,  ///< not the program's: where the blocks of a cooperative launch meet
    Heap,       ///< what device code got from malloc
    Array,      ///< a CUDA array, which only texture and surface instructions reach
};

/// Bytes on either side of every allocation that no access may touch.
inline constexpr std::uint64_t kGuardBytes = 256;
/// CUDA promises at least this alignment for device allocations.
inline constexpr std::uint64_t kAllocationAlignment = 256;
/// What fresh memory holds: a quiet NaN as float or double, -1 as integer.
inline constexpr std::uint8_t kPoison = 0xFF;
/// Blocks of the device heap take multiples of this from it.
inline constexpr std::uint64_t kHeapGrain = 16;
/// A GPU's memory sector.
inline constexpr std::uint64_t kSectorBytes = 32;
/// Dependences between blocks are seen by the line, once blocks have met in one by the sector, and then by the word:
/// log2 of the bytes, from the coarsest on; see DependenceTracker::refine.
inline constexpr std::uint8_t kTagShifts[] = {7, 5, 2};
/// Allocations up to this size are watched by the word from the start: results of one word a block, written side by
/// side, are common.
inline constexpr std::uint64_t kFinelyTaggedBytes = 128 * 1024;
/// So many bytes of them; tags for words take twice what they watch.
inline constexpr std::uint64_t kFinelyTaggedInAll = 8 * 1024 * 1024;
/// The grain at which memory images are stored and restored.
inline constexpr std::uint64_t kPageBytes = 4096;

/// Which blocks read and wrote what of an allocation during one launch; see dependence.h.
struct GrainTags;

struct Allocation {
    Address base = 0;
    std::uint64_t size = 0;
    Storage storage;                           ///< `size` bytes
    std::shared_ptr<GrainTags> tags;           ///< null unless a launch tracks dependences
    AllocationKind kind = AllocationKind::Device;
    std::uint8_t tag_level = 0;                ///< index into kTagShifts
    bool read_only = false;                    ///< stores from a kernel fault (.const)
    std::uint32_t id = 0;                      ///< order of allocation, from 1; never reused
    std::string name;                          ///< module variable's name; empty for cudaMalloc
    FilePosition allocated_at;                 ///< the program's call; a line of 0: not known

    std::uint8_t* bytes() const { return storage.get(); }
    bool contains(Address address, std::uint64_t width) const {
        return address - base < size && size - (address - base) >= width;
    }
};

}  // namespace warpscope
