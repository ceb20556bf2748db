// MemoryImage: all device memory as it was at one moment, kept in case a capsule has to be made
// later.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/debug/capsule.h"

namespace warpscope {

/// Taking an image costs one copy of all live memory; storage is used again from image to image.
class MemoryImage {
public:
    struct Piece {
        Address base = 0;
        std::uint64_t size = 0;
        AllocationKind kind = AllocationKind::Device;
        bool read_only = false;
        std::uint32_t id = 0;
        std::string name;
        FilePosition allocated_at;
        std::vector<std::uint8_t> bytes; ///< `size` of them
    };

    void take(const DeviceMemory& memory);
    void clear();

    const std::vector<Piece>& pieces() const { return pieces_; }
    DeviceMemory::Cursor cursor() const { return cursor_; }
    const ObjectTable& objects() const { return objects_; }

private:
    std::vector<Piece> pieces_; ///< in address order
    DeviceMemory::Cursor cursor_;
    ObjectTable objects_;
};

/// Bytes that an image of this memory takes.
std::uint64_t image_bytes(const DeviceMemory& memory);

/// A capsule of the launch as it would have begun when the image was taken.
Capsule make_capsule(const LaunchRequest& request, const GpuSpec& gpu, const MemoryImage& image,
                     const LaunchOptions& options);

} // namespace warpscope
