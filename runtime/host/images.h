// Arrays, boxes and textures as the host side describes them to a device.
#pragma once

#include <cstdint>

#include "sim/base/address.h"
#include "sim/memory/texture.h"

namespace warpscope::host {

/// Names an array of a device; 0 is none.
using ArrayHandle = std::uint64_t;
/// A texture or surface object as kernels get it; 0 is none.
using ObjectHandle = ObjectTable::Handle;

/// What an array is made with; extents that the shape lacks are 1.
struct ArrayFacts {
    ChannelFormat format;
    ImageShape shape = ImageShape::TwoD;
    std::uint32_t width = 1, height = 1, depth = 1;
    bool for_surfaces = false, for_gather = false;
};

/// One end of a copy: host memory, device memory or an array.
struct BoxEnd {
    enum class Kind : std::uint8_t { Host, Device, Array };
    Kind kind = Kind::Host;
    void* host = nullptr;
    Address address = 0;
    ArrayHandle array = 0;
    std::uint64_t x_bytes = 0, y = 0, z = 0;          ///< where the box begins
    std::uint64_t row_bytes = 0, rows_of_a_slice = 0; ///< from row to row; not of arrays
    /// Of host and device memory: the offset of a row's first byte from the start.
    std::uint64_t offset(std::uint64_t row, std::uint64_t slice) const {
        return ((z + slice) * rows_of_a_slice + y + row) * row_bytes + x_bytes;
    }
};

struct BoxCopy {
    BoxEnd to, from;
    std::uint64_t bytes = 0, rows = 1, slices = 1; ///< bytes of a row
};

/// A row of a box, found: device memory, or else host memory.
struct BoxRow {
    Address address = 0;
    std::uint8_t* host = nullptr;
};

/// What a texture reads: an array, or memory that `image` describes.
struct TextureSource {
    ArrayHandle array = 0;
    Image image;
};

} // namespace warpscope::host
