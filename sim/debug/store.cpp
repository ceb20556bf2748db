// Whole files, and stores of them by content.
#include "sim/debug/store.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

#include <unistd.h>

namespace warpscope {
namespace {

struct CloseFile {
    void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Diagnostic trouble(const std::filesystem::path& file, const std::string& what) {
    return {{file.string(), 0, 0}, what + ": " + std::strerror(errno), ""};
}

/// A name beside `file` that no other thread or process uses at the same time.
std::filesystem::path name_beside(const std::filesystem::path& file, const void* own_stack) {
    std::filesystem::path beside = file;
    beside += ".part-" + std::to_string(getpid()) + "-" +
              std::to_string(reinterpret_cast<std::uintptr_t>(own_stack));
    return beside;
}

} // namespace

Result<std::string> read_whole_file(const std::filesystem::path& file, std::uint64_t largest) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return Diagnostic{{file.string(), 0, 0}, "there is no such file", ""};
    const std::uint64_t size = std::filesystem::file_size(file, error);
    if (error) return Diagnostic{{file.string(), 0, 0}, "cannot be read: " + error.message(), ""};
    if (size > largest)
        return Diagnostic{{file.string(), 0, 0},
                          "has " + std::to_string(size) + " bytes, at most " +
                              std::to_string(largest) + " are possible here",
                          ""};
    const File opened(std::fopen(file.c_str(), "rb"));
    if (opened == nullptr) return trouble(file, "cannot be read");
    std::string bytes(size, '\0');
    if (std::fread(bytes.data(), 1, size, opened.get()) != size)
        return Diagnostic{{file.string(), 0, 0}, "became shorter while it was read", ""};
    return bytes;
}

Status write_whole_file(const std::filesystem::path& file, std::string_view bytes) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (error)
        return Diagnostic{
            {file.parent_path().string(), 0, 0}, "cannot be created: " + error.message(), ""};
    const std::filesystem::path part = name_beside(file, &error);
    File opened(std::fopen(part.c_str(), "wb"));
    if (opened == nullptr) return trouble(part, "cannot be written");
    bool written = std::fwrite(bytes.data(), 1, bytes.size(), opened.get()) == bytes.size();
    written = std::fclose(opened.release()) == 0 && written;
    if (written) {
        std::filesystem::rename(part, file, error);
        if (!error) return Done{};
    }
    const Diagnostic problem = trouble(file, "cannot be written");
    std::filesystem::remove(part, error);
    return problem;
}

Result<Hash> store(const std::filesystem::path& folder, std::string_view bytes) {
    const Hash hash = hash_bytes(bytes.data(), bytes.size());
    const std::filesystem::path file = folder / to_string(hash);
    std::error_code error;
    // A file of the right length was written whole; one of another length is what a full disk left.
    if (std::filesystem::file_size(file, error) == bytes.size() && !error) return hash;
    if (Status written = write_whole_file(file, bytes); !written) return written.error();
    return hash;
}

Result<std::string> load_stored(const std::vector<std::filesystem::path>& folders, const Hash& hash,
                                std::uint64_t largest) {
    const std::string name = to_string(hash);
    std::error_code error;
    for (const std::filesystem::path& folder : folders) {
        if (!std::filesystem::exists(folder / name, error)) continue;
        Result<std::string> bytes = read_whole_file(folder / name, largest);
        if (!bytes) return bytes;
        if (hash_bytes(bytes->data(), bytes->size()) == hash) return bytes;
        return Diagnostic{{(folder / name).string(), 0, 0},
                          "its content is not what its name says",
                          "the file is damaged; capture the launch again"};
    }
    return Diagnostic{{(folders.back() / name).string(), 0, 0},
                      "there is no such file",
                      "a launch folder needs the `pages` and `texts` folders beside it"};
}

} // namespace warpscope
