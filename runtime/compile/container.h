// The container: how a program's PTX is embedded in its executable.
//
// Layout, little-endian: a ContainerHeader; for each image an ImageHeader, then source path, source
// hash, PTX and contract PTX, each followed by a NUL; zeros up to the next multiple of eight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"

namespace warpscope::compile {

inline constexpr char container_magic[8] = {'W', 'S', 'C', 'O', 'P', 'E', 'P', 'X'};
inline constexpr std::uint32_t container_version = 1;

struct ContainerHeader {
    char magic[8];
    std::uint64_t total_bytes; // with this header
    std::uint32_t version;
    std::uint32_t image_count;
};

/// Facts about an image, one bit each.
enum class ImageFlag : std::uint32_t {
    line_information = 1u << 0, // the PTX names source lines
    made_by_nvcc = 1u << 1,     // else by clang
};

/// Lengths without the terminating NUL.
struct ImageHeader {
    std::uint32_t flags;
    std::uint32_t reserved;
    std::uint64_t source_path_bytes;
    std::uint64_t source_hash_bytes;
    std::uint64_t ptx_bytes;
    std::uint64_t contract_ptx_bytes;
};

/// The device code of one source file, to be written.
struct Image {
    std::string source_path;
    std::string source_hash;
    std::string ptx;
    std::string contract_ptx;
    std::uint32_t flags = 0;

    bool has(ImageFlag flag) const { return flags & static_cast<std::uint32_t>(flag); }
};

/// An image inside a container that was read. Every view is followed by a NUL and lives as long as
/// the bytes of the container.
struct ImageView {
    std::string_view source_path;
    std::string_view source_hash;
    std::string_view ptx;
    std::string_view contract_ptx;
    std::uint32_t flags = 0;

    bool has(ImageFlag flag) const { return flags & static_cast<std::uint32_t>(flag); }
};

std::string write_container(std::span<const Image> images);

/// Reads a container from exactly these bytes; anything out of bounds or malformed is an error.
Result<std::vector<ImageView>> read_container(std::span<const std::byte> bytes);

/// Whether a container starts here. Reads `sizeof container_magic` bytes.
bool starts_container(const void* data);

/// Reads the container a program registers, which comes as an address alone: its own header says
/// how long it is. `data` must address at least a ContainerHeader.
Result<std::vector<ImageView>> read_embedded_container(const void* data);

} // namespace warpscope::compile
