// Whole-file input and output; what is written appears under its name by a rename.
#include "runtime/compile/files.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

Diagnostic cannot(std::string_view doing, const fs::path& file, std::string_view reason) {
    return file_error(file, fmt::format("cannot {}: {}", doing, reason));
}

/// A name beside `file` that no other process or thread uses.
Result<fs::path> name_beside(const fs::path& file) {
    std::string pattern = file.string() + ".XXXXXX";
    const int descriptor = ::mkstemp(pattern.data());
    if (descriptor < 0) return cannot("write", file, std::strerror(errno));
    ::close(descriptor);
    return fs::path(pattern);
}

Status rename_onto(const fs::path& from, const fs::path& to) {
    if (::rename(from.c_str(), to.c_str()) == 0) return Done{};
    const Diagnostic error = cannot("write", to, std::strerror(errno));
    ::unlink(from.c_str());
    return error;
}

} // namespace

Diagnostic plain_error(std::string message, std::string hint) {
    Diagnostic error;
    error.message = std::move(message);
    error.hint = std::move(hint);
    return error;
}

Diagnostic file_error(const fs::path& file, std::string message, std::string hint) {
    Diagnostic error = plain_error(std::move(message), std::move(hint));
    error.where.file = file.string();
    return error;
}

Result<std::string> read_file(const fs::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return cannot("read", file, std::strerror(errno));
    struct stat status;
    std::string bytes;
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
        bytes.resize(static_cast<std::size_t>(status.st_size));
    std::size_t filled = 0;
    int error = 0;
    while (true) {
        if (filled == bytes.size()) bytes.resize(bytes.size() + 4096);
        const ssize_t count = ::read(descriptor, bytes.data() + filled, bytes.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) error = errno;
        if (count <= 0) break;
        filled += static_cast<std::size_t>(count);
    }
    ::close(descriptor);
    if (error) return cannot("read", file, std::strerror(error));
    bytes.resize(filled);
    return bytes;
}

Status write_file(const fs::path& file, std::string_view bytes) {
    const Result<fs::path> beside = name_beside(file);
    if (!beside) return beside.error();
    std::ofstream stream(*beside, std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream) {
        ::unlink(beside->c_str());
        return cannot("write", file, "the file system refused it");
    }
    ::chmod(beside->c_str(), 0644);
    return rename_onto(*beside, file);
}

Status place_copy(const fs::path& from, const fs::path& to) {
    const Result<fs::path> beside = name_beside(to);
    if (!beside) return beside.error();
    std::error_code error;
    fs::copy_file(from, *beside, fs::copy_options::overwrite_existing, error);
    if (!error) fs::permissions(*beside, fs::status(from).permissions(), error);
    if (error) {
        ::unlink(beside->c_str());
        return cannot("write", to, error.message());
    }
    return rename_onto(*beside, to);
}

Status place_link(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::create_hard_link(from, to, error);
    return error ? place_copy(from, to) : Done{};
}

TemporaryDirectory::TemporaryDirectory(fs::path path) : path_(std::move(path)) {}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

Result<TemporaryDirectory> TemporaryDirectory::create(const fs::path& parent) {
    std::error_code error;
    fs::create_directories(parent, error);
    std::string pattern = (parent / "warpscope-XXXXXX").string();
    if (error || !::mkdtemp(pattern.data()))
        return cannot("make a folder in it", parent,
                      error ? error.message() : std::string(std::strerror(errno)));
    return TemporaryDirectory(fs::path(pattern));
}

} // namespace warpscope::compile
