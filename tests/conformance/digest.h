// Digests of a form's outputs, chunk by chunk, so that a difference can be located without the
// values.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/conformance/kernel_text.h"

namespace warpscope::conformance {

inline constexpr unsigned kChunks = 16;
inline constexpr unsigned kChunkDigits = 6; ///< hexadecimal
inline constexpr std::uint32_t kChunk = kTuples / kChunks;

/// A chunk's digest is XXH3-64 of its values, destination after destination, each seeded with the
/// digest of the one before; 24 bits of it are kept. `whole` is XXH3-64 of the full chunk digests.
struct Digest {
    std::uint64_t whole = 0; ///< 0 when not all chunks were run
    std::array<std::uint32_t, kChunks> chunks{};
};

Digest digest_of(const Form& form, std::span<const std::uint8_t> output, std::uint32_t tuples);

std::string to_hex(std::uint64_t value, unsigned digits);

} // namespace warpscope::conformance
