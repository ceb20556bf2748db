// Where the lanes of a texture or surface instruction find their object and its memory, and what
// observers, the dependence tracker and fault reports get to know. Defined in image_access.cpp, once per level.
#pragma once

#include "sim/isa/memory_access.h"
#include "sim/memory/texture.h"

WARPSCOPE_ISA_BEGIN

/// The geometry that an instruction names: how many coordinates it has, and what they mean.
enum class Geometry : std::uint8_t { OneD, TwoD, ThreeD, LayeredOneD, LayeredTwoD, Cube, LayeredCube };

/// One lane's image. Null, with Context::fault filled, when the handle names nothing of that kind, the image has
/// another geometry, or its memory is gone.
const TextureObject* find_texture(Context& c, const DecodedInstruction& i, unsigned lane, Geometry geometry,
                                  bool by_index);
const TextureObject* find_texture(Context& c, const DecodedInstruction& i, unsigned lane);   // any geometry
const SurfaceObject* find_surface(Context& c, const DecodedInstruction& i, unsigned lane, Geometry geometry);
const SurfaceObject* find_surface(Context& c, const DecodedInstruction& i, unsigned lane);

/// The host's bytes of `size` bytes at `address`, which belong to `image`. Null, with the fault filled, when they do
/// not lie in one allocation. The tracker learns of the access.
std::uint8_t* image_bytes(Context& c, const DecodedInstruction& i, unsigned lane, Address address,
                          std::uint32_t size, AccessKind kind);

/// One lane's access for the observers, only with Context::records. Its old and new values are the bytes at `host`.
void record_image_access(Context& c, const DecodedInstruction& i, unsigned lane, Address address,
                         const std::uint8_t* host, Request r);

void fail_image(Context& c, unsigned lane, FaultKind kind, const char* detail);

WARPSCOPE_ISA_END
