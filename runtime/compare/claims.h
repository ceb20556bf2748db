// What instrumented device code and the host tell each other about writes into owned buffers.
#pragma once

#include <cstdint>

#include "sim/checkers/owner_rule.h"

namespace warpscope::compare {

/// A cell holds an element's first writer, plus one, and in its lowest bits where it wrote; 0:
/// nobody.
inline constexpr unsigned kClaimSiteBits = 24;
inline constexpr std::uint64_t kClaimSites = std::uint64_t{1} << kClaimSiteBits;

constexpr std::uint64_t claim_of(std::uint64_t writer, std::uint32_t site) {
    return (writer + 1) << kClaimSiteBits | site;
}
constexpr std::uint64_t writer_of_claim(std::uint64_t claim) {
    return (claim >> kClaimSiteBits) - 1;
}
constexpr std::uint32_t site_of_claim(std::uint64_t claim) {
    return static_cast<std::uint32_t>(claim & (kClaimSites - 1));
}

/// An owned buffer at its address on the GPU.
struct ClaimBuffer {
    OwnedBuffer buffer;
    Address cells = 0; ///< of 8 bytes, one an element; 0 where the owner follows from its number
};

/// A write by somebody who does not own the element.
struct ClaimRecord {
    std::uint32_t buffer = 0; ///< index
    std::uint32_t site = 0;
    std::uint64_t element = 0;
    std::uint64_t writer = 0; ///< linear index of the thread, or of the block where blocks own
    std::uint64_t first = 0;  ///< claim of who wrote it first; 0 where the owner is known
};

/// The variable `warpscope_claims` of instrumented code.
struct ClaimTable {
    Address lowest = 0, end = 0; ///< of all buffers
    Address buffers = 0;         ///< of `count` ClaimBuffer
    Address records = 0;         ///< of `capacity` ClaimRecord
    std::uint64_t count = 0, capacity = 0;
    std::uint64_t found = 0; ///< records asked for, of which those beyond the capacity are lost
};

} // namespace warpscope::compare
