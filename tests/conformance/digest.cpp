// XXH3 over outputs.
#include "tests/conformance/digest.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace warpscope::conformance {

Digest digest_of(const Form& form, std::span<const std::uint8_t> output, std::uint32_t tuples) {
    Digest digest;
    std::array<std::uint64_t, kChunks> full{};
    const auto offsets = area_offsets(form.destinations);
    for (unsigned c = 0; c * kChunk < tuples; ++c) {
        for (std::size_t k = 0; k < form.destinations.size(); ++k) {
            const std::uint64_t bytes =
                std::uint64_t{kChunk} * memory_bytes(form.destinations[k].type);
            full[c] = XXH3_64bits_withSeed(output.data() + offsets[k] + c * bytes, bytes, full[c]);
        }
        digest.chunks[c] = static_cast<std::uint32_t>(full[c] & 0xffffff);
    }
    if (tuples == kTuples) digest.whole = XXH3_64bits(full.data(), sizeof full);
    return digest;
}

std::string to_hex(std::uint64_t value, unsigned digits) {
    std::string text(digits, '0');
    for (unsigned k = 0; k < digits; ++k)
        text[digits - 1 - k] = "0123456789abcdef"[value >> (4 * k) & 15];
    return text;
}

} // namespace warpscope::conformance
