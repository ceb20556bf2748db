// Dropping the entries of the cache that nobody used for longest.
#include "runtime/compile/cache_limit.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "runtime/compile/files.h"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char* limit_variable = "WARPSCOPE_CACHE_LIMIT";

/// Some process has found it and is about to use it.
constexpr auto in_use = 1min;
/// No compilation takes that long.
constexpr auto abandoned = 24h;

struct Entry {
    fs::file_time_type used;
    fs::path path;
    std::uint64_t bytes = 0;
};

std::uint64_t file_bytes(const fs::path& file) {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(file, error);
    return error ? 0 : bytes;
}

std::uint64_t entry_bytes(const fs::path& entry) {
    std::error_code error;
    if (!fs::is_directory(entry, error)) return file_bytes(entry);
    std::uint64_t bytes = 0;
    for (fs::recursive_directory_iterator file(entry, error), end; !error && file != end;
         file.increment(error))
        if (file->is_regular_file(error)) bytes += file_bytes(file->path());
    return bytes;
}

/// Everything that can be dropped by itself: the children of every folder but `making`.
std::vector<Entry> entries_of(const fs::path& cache) {
    std::vector<Entry> entries;
    std::error_code error;
    for (fs::directory_iterator kind(cache, error), end; !error && kind != end;
         kind.increment(error)) {
        if (kind->path().filename() == "making") continue;
        std::error_code inside;
        for (fs::directory_iterator entry(kind->path(), inside); !inside && entry != end;
             entry.increment(inside)) {
            std::error_code gone;
            const auto used = fs::last_write_time(entry->path(), gone);
            if (!gone) entries.push_back({used, entry->path(), entry_bytes(entry->path())});
        }
    }
    return entries;
}

std::uint64_t sum(const std::vector<Entry>& entries) {
    std::uint64_t bytes = 0;
    for (const Entry& entry : entries)
        bytes += entry.bytes;
    return bytes;
}

void remove_abandoned(const fs::path& making, fs::file_time_type now) {
    std::error_code error;
    for (fs::directory_iterator entry(making, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code ignored;
        const auto made = fs::last_write_time(entry->path(), ignored);
        if (!ignored && now - made > abandoned) fs::remove_all(entry->path(), ignored);
    }
}

} // namespace

Result<std::uint64_t> cache_limit() {
    const char* value = std::getenv(limit_variable);
    if (!value || !*value) return kDefaultCacheLimit;
    std::string_view text = value;
    std::uint64_t unit = 1;
    for (const char suffix : {'K', 'M', 'G'}) {
        unit *= 1024;
        if (text.back() == suffix) {
            text.remove_suffix(1);
            break;
        }
        if (suffix == 'G') unit = 1;
    }
    const bool digits = !text.empty() && text.size() <= 9 &&
                        text.find_first_not_of("0123456789") == std::string_view::npos;
    if (!digits)
        return plain_error(fmt::format("{}={} is no size", limit_variable, value),
                           "write 500M or 2G, or unset it");
    std::uint64_t number = 0;
    for (const char digit : text)
        number = number * 10 + static_cast<std::uint64_t>(digit - '0');
    return number * unit;
}

std::uint64_t cache_size(const fs::path& cache) {
    return sum(entries_of(cache));
}

void drop_entry(const fs::path& entry, const fs::path& making) {
    const Result<TemporaryDirectory> grave = TemporaryDirectory::create(making);
    std::error_code ignored;
    if (grave) fs::rename(entry, grave->path() / "dropped", ignored);
}

void trim_cache(const fs::path& cache, std::uint64_t limit) {
    const auto now = fs::file_time_type::clock::now();
    const fs::path making = cache / "making";
    remove_abandoned(making, now);
    std::vector<Entry> entries = entries_of(cache);
    std::uint64_t bytes = sum(entries);
    if (bytes <= limit) return;
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.used < b.used; });
    for (const Entry& entry : entries) {
        if (bytes <= limit / 10 * 9 || now - entry.used < in_use) return;
        drop_entry(entry.path, making);
        bytes -= entry.bytes;
    }
}

} // namespace warpscope::compile
