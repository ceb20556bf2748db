// Comparing what two runs of one launch left in memory. Internal to sim/debug and its tests.
#pragma once

#include <vector>

#include "sim/debug/race_search.h"

namespace warpscope {

/// The allocations of both whose bytes differ, in address order, with base, size, name and, as
/// `element`, the first byte that differs: elements are bytes until describe_elements. Workspaces
/// and blocks of the device heap are left out, as no program's output is in them or nowhere else.
std::vector<MemoryDifference> compare_memory(const DeviceMemory& recorded,
                                             const DeviceMemory& other);

/// Counts elements of `type` from a store to `address` on, and shows the values of the first one.
void describe_elements(MemoryDifference& difference, Address address, unsigned width, Type type,
                       const DeviceMemory& recorded, const DeviceMemory& other);

/// One value of `type` as text: a number, or the bits in hexadecimal where the type is none.
std::string value_text(Type type, const std::uint8_t* bytes, unsigned width);

/// A line that was printed more often in one run than in the other, if any; the order of lines does
/// not count, as nothing orders the threads that print.
std::optional<std::string> line_missing(const std::string& from, const std::string& in);

} // namespace warpscope
