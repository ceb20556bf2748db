// Which face of a cube a direction meets, and where (PTX ISA, "tex": the cube geometries).
#pragma once

#include <cstdint>

namespace warpscope {

struct FacePoint {
    std::uint32_t face = 0; ///< +x, -x, +y, -y, +z, -z
    float s = 0, t = 0;     ///< coordinates on it, 0 to 1
};

FacePoint face_point(float x, float y, float z);

} // namespace warpscope
