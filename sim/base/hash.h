// Content hashes: 128 bits, for caches, page stores and snapshot comparison.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

namespace warpscope {

struct Hash {
    std::uint64_t high = 0, low = 0;
    friend auto operator<=>(const Hash&, const Hash&) = default;
};

/// Hash of `size` bytes (XXH3, 128 bits).
Hash hash_bytes(const void* data, std::size_t size);

/// Folds the content hash of more bytes into `seed`; order matters.
Hash hash_bytes(const void* data, std::size_t size, const Hash& seed);

/// 32 lower-case hexadecimal digits, most significant first.
std::string to_string(const Hash& hash);

} // namespace warpscope
