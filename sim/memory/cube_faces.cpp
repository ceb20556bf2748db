// Projects a direction onto the face of its largest component.
#include "sim/memory/cube_faces.h"

#include <cmath>

namespace warpscope {

/// The table of faces that the CUDA programming guide gives ("Cubemap Textures"): the component m
/// with the largest magnitude chooses the face; s and t are the two others over |m|, from -1..1 to
/// 0..1. Ties go to z, then to y.
FacePoint face_point(float x, float y, float z) {
    const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    FacePoint p;
    float m, s, t;
    if (az >= ax && az >= ay) {
        p.face = std::signbit(z) ? 5 : 4;
        m = az, s = std::signbit(z) ? -x : x, t = -y;
    } else if (ay >= ax) {
        p.face = std::signbit(y) ? 3 : 2;
        m = ay, s = x, t = std::signbit(y) ? -z : z;
    } else {
        p.face = std::signbit(x) ? 1 : 0;
        m = ax, s = std::signbit(x) ? z : -z, t = -y;
    }
    if (m == 0) s = t = 0, m = 1; // the middle of the face
    p.s = (s / m + 1) * 0.5f;
    p.t = (t / m + 1) * 0.5f;
    return p;
}

} // namespace warpscope
