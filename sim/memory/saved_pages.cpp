// Keeping pages in memory and in a file.
#include "sim/memory/saved_pages.h"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <unistd.h>

#include "sim/memory/allocation.h"

namespace warpscope {
namespace {

bool is_uniform(const std::uint8_t* bytes, std::uint64_t size) {
    return std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

/// Calls transfer(bytes, size, offset) until all is transferred; false when it fails.
template <class Bytes, class Transfer>
bool transfer_all(Bytes* bytes, std::uint64_t size, std::uint64_t offset, Transfer transfer) {
    while (size != 0) {
        const ssize_t count = transfer(bytes, size, static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes += count, offset += static_cast<std::uint64_t>(count), size -= static_cast<std::uint64_t>(count);
    }
    return true;
}

}  // namespace

SavedPages::~SavedPages() {
    if (file_ >= 0) close(file_);
}

/// Folders for large temporary files come first (Filesystem Hierarchy Standard 3.0, 5.15), as /tmp may be memory.
bool SavedPages::open_file() {
    for (const char* folder : {"/var/tmp", "/tmp"})
        if (file_ < 0 && !file_failed_) file_ = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    file_failed_ = file_failed_ || file_ < 0;
    return !file_failed_;
}

void SavedPages::save(Address base, const std::uint8_t* bytes, std::uint64_t size) {
    Page page{base, 0, static_cast<std::uint32_t>(size), Kept::Uniform};
    if (is_uniform(bytes, size)) {
        page.place = bytes[0];
        const std::lock_guard lock(mutex_);
        pages_.push_back(page);
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        if (memory_used_ + size > bytes_in_memory_ && open_file()) {
            page.kept = Kept::InFile;
            page.place = next_in_file_;
            next_in_file_ += kPageBytes;
        }
    }
    // Outside the lock: each page has a place of its own.
    if (page.kept == Kept::InFile) {
        const int file = file_;
        if (transfer_all(bytes, size, page.place, [file](const std::uint8_t* from, std::uint64_t n, off_t at) {
                return pwrite(file, from, n, at);
            })) {
            const std::lock_guard lock(mutex_);
            pages_.push_back(page);
            return;
        }
    }
    std::unique_ptr<std::uint8_t[]> copy(new std::uint8_t[size]);
    std::memcpy(copy.get(), bytes, size);
    const std::lock_guard lock(mutex_);
    file_failed_ = file_failed_ || page.kept == Kept::InFile;   // the disk is full, say
    page.kept = Kept::InMemory;
    page.place = memory_.size();
    memory_used_ += size;
    memory_.push_back(std::move(copy));
    pages_.push_back(page);
}

const std::uint8_t* SavedPages::content(const Page& page) const {
    if (page.kept == Kept::InMemory) return memory_[page.place].get();
    buffer_.assign(page.size, static_cast<std::uint8_t>(page.place));
    if (page.kept == Kept::Uniform) return buffer_.data();
    const int file = file_;
    const auto read = [file](std::uint8_t* to, std::uint64_t n, off_t at) { return pread(file, to, n, at); };
    // Nothing sensible is left to do without the bytes: the disk itself has failed.
    if (!transfer_all(buffer_.data(), page.size, page.place, read))
        throw std::runtime_error("cannot read back a page saved in a temporary file");
    return buffer_.data();
}

void SavedPages::clear() {
    pages_.clear();
    memory_.clear();
    memory_used_ = next_in_file_ = 0;
    if (file_ >= 0 && ftruncate(file_, 0) != 0) file_failed_ = true;
}

}  // namespace warpscope
