// Texture and surface arguments of cases: `texture:2d:f32x1:3x2:linear,border=0.5:f32:1,2,3,4,5,6`
// and `surface:2d:u8x4:4x2:u32:0,0,0,0,0,0,0,0`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/memory/texture.h"

namespace warpscope::cases {

/// The image's base is not set yet.
struct ImageArgument {
    TextureObject texture;
    bool is_surface = false;
};

/// The parts between the colons, without type and values. Nothing when they cannot be read.
std::optional<ImageArgument> read_image_argument(const std::vector<std::string>& parts);

} // namespace warpscope::cases
