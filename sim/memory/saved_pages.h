// SavedPages: the pages of a launch as they were before its first write to them, to go back to.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/base/address.h"

namespace warpscope {

/// Pages of one byte over and over are not kept but remembered. Of others so many bytes stay in memory; the rest goes
/// into a file without a name, so that undoing a launch does not double what a program takes.
class SavedPages {
  public:
    explicit SavedPages(std::uint64_t bytes_in_memory) : bytes_in_memory_(bytes_in_memory) {}
    SavedPages(const SavedPages&) = delete;
    SavedPages& operator=(const SavedPages&) = delete;
    ~SavedPages();

    /// Keeps `size` > 0 bytes, at most kPageBytes. Safe to call from several threads.
    void save(Address base, const std::uint8_t* bytes, std::uint64_t size);

    /// Calls put(base, bytes, size) for each page saved.
    template <class Put>
    void restore(Put put) const {
        for (const Page& page : pages_) put(page.base, content(page), std::uint64_t{page.size});
    }
    void clear();

    std::uint64_t bytes_in_file() const { return next_in_file_; }

  private:
    /// Where a page's bytes are.
    enum class Kept : std::uint8_t { Uniform, InMemory, InFile };
    struct Page {
        Address base = 0;
        std::uint64_t place = 0;   ///< Uniform: the byte; InMemory: index in memory_; InFile: offset
        std::uint32_t size = 0;
        Kept kept = Kept::Uniform;
    };

    bool open_file();
    const std::uint8_t* content(const Page& page) const;

    std::uint64_t bytes_in_memory_;
    std::mutex mutex_;
    std::vector<Page> pages_;
    std::vector<std::unique_ptr<std::uint8_t[]>> memory_;
    std::uint64_t memory_used_ = 0;
    int file_ = -1;
    bool file_failed_ = false;
    std::uint64_t next_in_file_ = 0;
    mutable std::vector<std::uint8_t> buffer_;
};

}  // namespace warpscope
