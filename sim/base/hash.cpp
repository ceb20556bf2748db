// Content hashes, computed by xxHash's header-only form so that user programs need no library.
#include "sim/base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace warpscope {

Hash hash_bytes(const void* data, std::size_t size) {
    const XXH128_hash_t h = XXH3_128bits(data, size);
    return {h.high64, h.low64};
}

Hash hash_bytes(const void* data, std::size_t size, const Hash& seed) {
    const Hash content = hash_bytes(data, size);
    const std::uint64_t chain[4] = {seed.high, seed.low, content.high, content.low};
    return hash_bytes(chain, sizeof chain);
}

std::string to_string(const Hash& hash) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text(32, '0');
    for (int i = 0; i < 16; ++i) {
        text[15 - i] = digits[hash.high >> (4 * i) & 15];
        text[31 - i] = digits[hash.low >> (4 * i) & 15];
    }
    return text;
}

} // namespace warpscope
