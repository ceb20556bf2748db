// What texts and reports call a piece of device memory.
#pragma once

#include <string>

#include "sim/memory/allocation.h"
#include "sim/memory/device_memory.h"
#include "sim/report/finding.h"

namespace warpscope::report {

/// What there is to say of a piece of memory. Parts that are not told are left at their defaults.
struct AllocationFacts {
    AllocationKind kind = AllocationKind::Device;
    std::uint32_t id = 0;
    std::string name; ///< as the PTX has it; of a variable or a buffer
    std::uint64_t bytes = 0;
    Address base = 0;          ///< 0: is not told
    FilePosition allocated_at; ///< a line of 0: not known
    std::string shape;         ///< instead of the bytes: "64 x 32 texels of 4 bytes"
};

/// Of an Allocation, or what has its members. The address is left out.
template<class Memory>
AllocationFacts facts_of(const Memory& a) {
    return {a.kind, a.id, a.name, a.size, 0, a.allocated_at, {}};
}
inline AllocationFacts facts_of(const FreedRange& a) {
    return {AllocationKind::Device, a.id, {}, a.size, 0, a.allocated_at, {}};
}

/// "allocation 2 (1,024 bytes, allocated at saxpy.cu:31)", "variable `total` (4 bytes)", "block 7
/// of the device heap (64 bytes at 0x7f0000000100)". The only place that words it.
std::string allocation_text(const AllocationFacts& facts);

/// The same without what is in parentheses: "allocation 2".
std::string allocation_name(const AllocationFacts& facts);

/// "saxpy.cu:31": without folders, because it stands in the middle of sentences.
std::string site_text(const FilePosition& site);

/// For reports that have fields.
MemoryReference reference_to(const AllocationFacts& facts);
template<class Memory>
MemoryReference reference_to(const Memory& a) {
    MemoryReference reference = reference_to(facts_of(a));
    reference.address = a.base;
    return reference;
}

} // namespace warpscope::report
