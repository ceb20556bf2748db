// The seal: one hash over the files of a folder, in the order of their names.
#include "runtime/compile/sealed_folder.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "runtime/compile/files.h"
#include "sim/base/hash.h"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

constexpr const char* seal_name = "seal";

/// Reads until the buffer is full or the file ends; the number of bytes, or -1.
ssize_t fill(int descriptor, std::vector<char>& buffer) {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
        const ssize_t count = ::read(descriptor, buffer.data() + filled, buffer.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -1;
        if (count == 0) break;
        filled += static_cast<std::size_t>(count);
    }
    return static_cast<ssize_t>(filled);
}

std::optional<Hash> hash_file(const fs::path& file, Hash hash) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return std::nullopt;
    // Small enough to stay in the processor's cache: executables and precompiled headers are
    // megabytes.
    std::vector<char> buffer(256 * 1024);
    ssize_t count = 0;
    while ((count = fill(descriptor, buffer)) > 0)
        hash = hash_bytes(buffer.data(), static_cast<std::size_t>(count), hash);
    ::close(descriptor);
    return count == 0 ? std::optional(hash) : std::nullopt;
}

/// The hash of everything but the seal; nothing when something cannot be read.
std::optional<Hash> hash_folder(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().filename() != seal_name) names.push_back(entry->path().filename());
    }
    if (error) return std::nullopt;
    std::sort(names.begin(), names.end());
    Hash hash;
    for (const std::string& name : names) {
        hash = hash_bytes(name.c_str(), name.size() + 1, hash);
        const std::optional<Hash> with_content = hash_file(folder / name, hash);
        if (!with_content) return std::nullopt;
        hash = *with_content;
    }
    return hash;
}

} // namespace

Status seal_folder(const fs::path& folder) {
    const std::optional<Hash> hash = hash_folder(folder);
    if (!hash) return file_error(folder, "cannot be read again");
    return write_file(folder / seal_name, to_string(*hash));
}

bool is_intact(const fs::path& folder) {
    const Result<std::string> seal = read_file(folder / seal_name);
    if (!seal) return false;
    const std::optional<Hash> hash = hash_folder(folder);
    return hash && *seal == to_string(*hash);
}

} // namespace warpscope::compile
