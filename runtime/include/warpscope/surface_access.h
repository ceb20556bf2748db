// One line for each geometry of surface reads and writes. Part of surface_functions.h.
#pragma once

#define WARPSCOPE_SURFACE_READ(name, geometry, where, where4, parameters, names, inputs)           \
    template<class T>                                                                              \
    WARPSCOPE_DEVICE T name(cudaSurfaceObject_t surface, WARPSCOPE_LIST parameters,                \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                 \
        static_assert(warpscope_detail::is_surface_element<T>, "no access has this size");         \
        if (mode == cudaBoundaryModeClamp) {                                                       \
            WARPSCOPE_SURFACE_LOAD(geometry, "clamp", where, where4, inputs)                       \
        } else if (mode == cudaBoundaryModeZero) {                                                 \
            WARPSCOPE_SURFACE_LOAD(geometry, "zero", where, where4, inputs)                        \
        } else {                                                                                   \
            WARPSCOPE_SURFACE_LOAD(geometry, "trap", where, where4, inputs)                        \
        }                                                                                          \
    }                                                                                              \
    template<class T>                                                                              \
    WARPSCOPE_DEVICE void name(T* result, cudaSurfaceObject_t surface, WARPSCOPE_LIST parameters,  \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {              \
        *result = name<T>(surface, WARPSCOPE_LIST names, mode);                                    \
    }

#define WARPSCOPE_SURFACE_WRITE(name, geometry, where, data, data4, parameters, inputs)            \
    template<class T>                                                                              \
    WARPSCOPE_DEVICE void name(T value, cudaSurfaceObject_t surface, WARPSCOPE_LIST parameters,    \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {              \
        static_assert(warpscope_detail::is_surface_element<T>, "no access has this size");         \
        if (mode == cudaBoundaryModeClamp) {                                                       \
            WARPSCOPE_SURFACE_STORE(geometry, "clamp", where, data, data4, inputs)                 \
        } else if (mode == cudaBoundaryModeZero) {                                                 \
            WARPSCOPE_SURFACE_STORE(geometry, "zero", where, data, data4, inputs)                  \
        } else {                                                                                   \
            WARPSCOPE_SURFACE_STORE(geometry, "trap", where, data, data4, inputs)                  \
        }                                                                                          \
    }

#define WARPSCOPE_SURFACE_2(name, geometry, second)                                                \
    WARPSCOPE_SURFACE_READ(name##read, geometry, "{%3, %2}", "{%6, %5}", (int x, int second),      \
                           (x, second), ("r"(x), "r"(second)))                                     \
    WARPSCOPE_SURFACE_WRITE(name##write, geometry, "{%2, %1}", "%3", "%3, %4, %5, %6",             \
                            (int x, int second), ("r"(x), "r"(second)))
#define WARPSCOPE_SURFACE_LAYERED(name, third)                                                     \
    WARPSCOPE_SURFACE_READ(name##read, "a2d", "{%4, %2, %3, %3}", "{%7, %5, %6, %6}",              \
                           (int x, int y, int third), (x, y, third), ("r"(x), "r"(y), "r"(third))) \
    WARPSCOPE_SURFACE_WRITE(name##write, "a2d", "{%3, %1, %2, %2}", "%4", "%4, %5, %6, %7",        \
                            (int x, int y, int third), ("r"(x), "r"(y), "r"(third)))

WARPSCOPE_SURFACE_READ(surf1Dread, "1d", "{%2}", "{%5}", (int x), (x), ("r"(x)))
WARPSCOPE_SURFACE_WRITE(surf1Dwrite, "1d", "{%1}", "%2", "%2, %3, %4, %5", (int x), ("r"(x)))
WARPSCOPE_SURFACE_READ(surf2Dread, "2d", "{%2, %3}", "{%5, %6}", (int x, int y), (x, y),
                       ("r"(x), "r"(y)))
WARPSCOPE_SURFACE_WRITE(surf2Dwrite, "2d", "{%1, %2}", "%3", "%3, %4, %5, %6", (int x, int y),
                        ("r"(x), "r"(y)))
WARPSCOPE_SURFACE_READ(surf3Dread, "3d", "{%2, %3, %4, %4}", "{%5, %6, %7, %7}",
                       (int x, int y, int z), (x, y, z), ("r"(x), "r"(y), "r"(z)))
WARPSCOPE_SURFACE_WRITE(surf3Dwrite, "3d", "{%1, %2, %3, %3}", "%4", "%4, %5, %6, %7",
                        (int x, int y, int z), ("r"(x), "r"(y), "r"(z)))
// The layer comes first in the instruction, last in the function.
WARPSCOPE_SURFACE_2(surf1DLayered, "a1d", layer)
WARPSCOPE_SURFACE_LAYERED(surf2DLayered, layer)
// To a surface a cube is six layers.
WARPSCOPE_SURFACE_LAYERED(surfCubemap, face)
WARPSCOPE_SURFACE_LAYERED(surfCubemapLayered, layerface)

#undef WARPSCOPE_SURFACE_READ
#undef WARPSCOPE_SURFACE_WRITE
#undef WARPSCOPE_SURFACE_2
#undef WARPSCOPE_SURFACE_LAYERED
