// Mappings of poison.
#include "sim/memory/storage.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "sim/memory/allocation.h"

namespace warpscope {
namespace {

/// Bytes of the file. The host limits the number of mappings of a process (Linux: 65530 by default); pieces of this
/// size leave room for all the memory of the largest GPUs.
constexpr std::uint64_t kFileBytes = std::uint64_t{8} << 20;

}  // namespace

void StorageRelease::operator()(std::uint8_t* bytes) const {
    if (!owned) return;
    if (mapped_bytes != 0) munmap(bytes, mapped_bytes);
    else delete[] bytes;
}

PoisonedStorage::PoisonedStorage(PoisonedStorage&& other) noexcept
    : file_(std::exchange(other.file_, -1)), filled_(std::exchange(other.filled_, 0)) {}

PoisonedStorage::~PoisonedStorage() {
    if (file_ >= 0) close(file_);
}

Storage PoisonedStorage::make(std::uint64_t size) {
    if (size >= kSmallestMapped)
        if (Storage mapped = map(size)) return mapped;
    Storage storage(new std::uint8_t[size]);
    std::memset(storage.get(), kPoison, size);
    return storage;
}

/// Has the file hold at least so many bytes, up to its whole size.
bool PoisonedStorage::fill_file(std::uint64_t bytes) {
    bytes = std::min(bytes, kFileBytes);
    if (file_ < 0) file_ = memfd_create("warpscope poison", MFD_CLOEXEC);
    if (file_ < 0) return false;
    std::vector<std::uint8_t> poison(filled_ < bytes ? kSmallestMapped : 0, kPoison);
    while (filled_ < bytes) {
        const ssize_t written = pwrite(file_, poison.data(), poison.size(), static_cast<off_t>(filled_));
        if (written <= 0) return false;
        filled_ += static_cast<std::uint64_t>(written);
    }
    return true;
}

/// Null when the host cannot do this.
Storage PoisonedStorage::map(std::uint64_t size) {
    const std::uint64_t rounded = (size + kPageBytes - 1) / kPageBytes * kPageBytes;
    if (!fill_file(rounded)) return nullptr;
    void* place = mmap(nullptr, rounded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) return nullptr;
    Storage storage(static_cast<std::uint8_t*>(place), {rounded, true});
    for (std::uint64_t offset = 0; offset < rounded; offset += kFileBytes) {
        void* piece = mmap(storage.get() + offset, std::min(kFileBytes, rounded - offset), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file_, 0);
        if (piece == MAP_FAILED) return nullptr;
    }
    return storage;
}

}  // namespace warpscope
