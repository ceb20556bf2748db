// Finding compilers, telling their versions apart by stat, knowing their targets.
#include "runtime/compile/toolchain.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/compile/files.h"
#include "runtime/compile/process.h"

namespace warpscope::compile {
namespace {

// What clang 19 knows, from the oldest whose PTX this project reads.
constexpr std::array<std::string_view, 15> clang_architectures = {
    "sm_50", "sm_52", "sm_53", "sm_60", "sm_61", "sm_62", "sm_70", "sm_72",
    "sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90", "sm_90a"};

/// sm_, digits, and perhaps one letter.
bool looks_like_architecture(std::string_view name) {
    if (!name.starts_with("sm_")) return false;
    name.remove_prefix(3);
    if (!name.empty() && (name.back() == 'a' || name.back() == 'f')) name.remove_suffix(1);
    return name.size() >= 2 &&
           std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

Result<Toolchain> find_toolchain(FrontEnd device_front_end) {
    Toolchain toolchain;
    toolchain.clang = find_in_path("clang++-19");
    if (toolchain.clang.empty())
        return plain_error("clang++-19 was not found in PATH", "apt install clang-19");
    for (const char* name : {"ld.lld-19", "ld.lld"}) {
        if (toolchain.linker.empty()) toolchain.linker = find_in_path(name);
    }
    if (device_front_end == FrontEnd::clang) return toolchain;

    toolchain.nvcc = find_in_path("nvcc");
    const std::string usual = "/usr/local/cuda/bin/nvcc";
    if (toolchain.nvcc.empty() && ::access(usual.c_str(), X_OK) == 0) toolchain.nvcc = usual;
    if (toolchain.nvcc.empty())
        return plain_error("nvcc was found neither in PATH nor in /usr/local/cuda/bin",
                           "install the CUDA toolkit, or compile with clang");
    return toolchain;
}

std::string file_identity(const std::filesystem::path& file) {
    struct stat status;
    if (::stat(file.c_str(), &status) != 0) return file.string() + " absent";
    return fmt::format("{} {} {} {}.{}", file.string(), status.st_size, status.st_ino,
                       status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

std::string clang_identity(const std::string& clang) {
    std::string identity = file_identity(clang);
    std::error_code error;
    const std::filesystem::path executable = std::filesystem::canonical(clang, error);
    const std::filesystem::path libraries = executable.parent_path().parent_path() / "lib";
    for (std::filesystem::directory_iterator entry(libraries, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().filename().string().starts_with("libclang-cpp.so"))
            identity += '\n' + file_identity(entry->path());
    }
    return identity;
}

Status check_architecture(const std::string& architecture, FrontEnd front_end) {
    if (!looks_like_architecture(architecture))
        return plain_error(fmt::format("'{}' is not an architecture", architecture),
                           "write sm_80 or sm_90, for example");
    if (front_end == FrontEnd::clang &&
        std::find(clang_architectures.begin(), clang_architectures.end(), architecture) ==
            clang_architectures.end())
        return plain_error(fmt::format("clang 19 does not know the architecture {}", architecture),
                           fmt::format("one of {}", fmt::join(clang_architectures, " ")));
    return Done{};
}

} // namespace warpscope::compile
