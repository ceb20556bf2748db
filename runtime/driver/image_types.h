// The driver API's descriptions of arrays, textures and surfaces.
#pragma once

#include "runtime/driver/driver_types.h"

namespace warpscope::driver {

enum class ArrayFormat : int {
    Unsigned8 = 0x01,
    Unsigned16 = 0x02,
    Unsigned32 = 0x03,
    Signed8 = 0x08,
    Signed16 = 0x09,
    Signed32 = 0x0a,
    Half = 0x10,
    Float = 0x20,
};

/// CUDA_ARRAY3D_DESCRIPTOR: a depth of 0 makes two dimensions, a height of 0 one.
struct ArrayDescriptor {
    static constexpr unsigned kLayered = 1, kSurface = 2, kCubemap = 4, kGather = 8;
    std::size_t width = 0, height = 0, depth = 0;
    ArrayFormat format = ArrayFormat::Float;
    unsigned channels = 1;
    unsigned flags = 0;
};

/// CUDA_RESOURCE_DESC
struct ResourceDescriptor {
    enum class Kind : int { Array = 0, MipmappedArray = 1, Linear = 2, Pitch2d = 3 };
    struct Linear {
        DevicePointer pointer;
        ArrayFormat format;
        unsigned channels;
        std::size_t bytes;
    };
    struct Pitch2d {
        DevicePointer pointer;
        ArrayFormat format;
        unsigned channels;
        std::size_t width, height, pitch_bytes;
    };
    Kind kind = Kind::Array;
    union {
        ArrayHandle array = nullptr;
        MipmappedArrayHandle mipmapped;
        Linear linear;
        Pitch2d pitch2d;
        int reserved[32];
    };
    unsigned flags = 0;
};

enum class AddressMode : int { Wrap = 0, Clamp = 1, Mirror = 2, Border = 3 };
enum class FilterMode : int { Point = 0, Linear = 1 };

/// CUDA_TEXTURE_DESC
struct TextureDescriptor {
    static constexpr unsigned kReadAsInteger = 1, kNormalizedCoordinates = 2, kSrgb = 16,
                              kSeamlessCube = 64;
    AddressMode address[3] = {AddressMode::Clamp, AddressMode::Clamp, AddressMode::Clamp};
    FilterMode filter = FilterMode::Point;
    unsigned flags = 0;
    unsigned max_anisotropy = 0;
    FilterMode mipmap_filter = FilterMode::Point;
    float mipmap_bias = 0, min_mipmap_level = 0, max_mipmap_level = 0;
    float border[4] = {};
    int reserved[12] = {};
};
static_assert(sizeof(ArrayDescriptor) == 40 && sizeof(ResourceDescriptor) == 144 &&
              sizeof(TextureDescriptor) == 104);

/// CUDA_RESOURCE_VIEW_DESC is never passed; the type keeps the signature honest.
struct ResourceViewDescriptor;

} // namespace warpscope::driver
