// Reading and writing whole files, and folders that vanish when they are no longer needed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "sim/base/result.h"

namespace warpscope::compile {

/// An error without a place.
Diagnostic plain_error(std::string message, std::string hint = {});

/// An error about a file as a whole.
Diagnostic file_error(const std::filesystem::path& file, std::string message,
                      std::string hint = {});

/// The whole file, or why it cannot be read.
Result<std::string> read_file(const std::filesystem::path& file);

/// Writes the file whole, or leaves what was there: another process never sees a part.
Status write_file(const std::filesystem::path& file, std::string_view bytes);

/// Copies a file, again whole or not at all.
Status place_copy(const std::filesystem::path& from, const std::filesystem::path& to);

/// Gives a finished file a second name on the same file system, or copies it when that cannot be.
Status place_link(const std::filesystem::path& from, const std::filesystem::path& to);

/// A folder with a name of its own, removed with all it holds at the end.
class TemporaryDirectory {
public:
    static Result<TemporaryDirectory> create(const std::filesystem::path& parent);

    TemporaryDirectory(TemporaryDirectory&& other) noexcept;
    TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
    ~TemporaryDirectory();

    const std::filesystem::path& path() const { return path_; }

private:
    explicit TemporaryDirectory(std::filesystem::path path);

    std::filesystem::path path_; // empty once moved from
};

} // namespace warpscope::compile
