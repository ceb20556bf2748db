// Storage: the bytes of an allocation, in host memory that large allocations take only where they are written.
#pragma once

#include <cstdint>
#include <memory>

namespace warpscope {

/// How the bytes of an allocation are given back.
struct StorageRelease {
    std::uint64_t mapped_bytes = 0;   ///< 0: the bytes are from new
    bool owned = true;                ///< else somebody else's, who keeps them for as long as the allocation lives
    void operator()(std::uint8_t* bytes) const;
};
using Storage = std::unique_ptr<std::uint8_t[], StorageRelease>;

/// Bytes of somebody else's.
inline Storage borrowed_storage(std::uint8_t* bytes) { return Storage(bytes, {0, false}); }

/// Makes storage full of poison. Large pieces are private mappings of one file of poison, over and over: a page that
/// was never written is the file's, and costs nothing of its own.
class PoisonedStorage {
  public:
    PoisonedStorage() = default;
    PoisonedStorage(PoisonedStorage&& other) noexcept;
    PoisonedStorage& operator=(PoisonedStorage&&) = delete;
    ~PoisonedStorage();

    /// `size` > 0 bytes; throws std::bad_alloc when the host has no room for them.
    Storage make(std::uint64_t size);

    /// Smaller pieces are written whole.
    static constexpr std::uint64_t kSmallestMapped = 128 * 1024;

  private:
    bool fill_file(std::uint64_t bytes);
    Storage map(std::uint64_t size);

    int file_ = -1;
    std::uint64_t filled_ = 0;   ///< bytes of the file that hold poison
};

}  // namespace warpscope
