// Describing differences: elements, their last writers, and reasons.
#pragma once

#include <vector>

#include "runtime/compare/last_writers.h"
#include "runtime/compare/owners.h"
#include "runtime/compare/side_by_side.h"

namespace warpscope::compare {

/// A buffer in which the two devices left different bytes.
struct DifferingBuffer {
    const CapsuleAllocation* before = nullptr;
    const Allocation* emulator = nullptr; ///< as the launch left it
    std::vector<std::uint8_t> gpu;        ///< all of its bytes
    std::vector<std::uint64_t> words;     ///< offsets of words that differ, rising
};

/// The buffer that holds the address, as BufferComparison names it.
NamedBuffer named_buffer(const Capsule& before, const Executable& code, Address address);

/// Runs the launch of the capsule once more, and says for each buffer what differs, by how much,
/// who wrote it and why it may. Sets the verdict.
void describe_differences(const Capsule& before, const std::vector<DifferingBuffer>& differing,
                          const CompareOptions& options, report::SourceFiles& sources,
                          LaunchComparison& comparison);

} // namespace warpscope::compare
