// How large the cache may grow, and what goes when it has.
#pragma once

#include <cstdint>
#include <filesystem>

#include "sim/base/result.h"

namespace warpscope::compile {

/// Bytes of the cache unless the user says otherwise.
inline constexpr std::uint64_t kDefaultCacheLimit = std::uint64_t{1} << 30;

/// `$WARPSCOPE_CACHE_LIMIT`, a number of bytes with K, M or G behind it (powers of 1024), else the
/// default.
Result<std::uint64_t> cache_limit();

/// What the cache's files take, in bytes.
std::uint64_t cache_size(const std::filesystem::path& cache);

/// Takes an entry out of the cache. It first loses its name, so that nobody finds a half of it;
/// `making` is a folder on the same file system.
void drop_entry(const std::filesystem::path& entry, const std::filesystem::path& making);

/// Brings the cache under nine tenths of `limit` bytes once it is over it: what was used least
/// recently goes first, and nothing that was used in the last minute. Removes what processes left
/// behind that were killed a day ago or more.
void trim_cache(const std::filesystem::path& cache, std::uint64_t limit);

} // namespace warpscope::compile
