// Looks up texture and surface objects, and checks every access to their memory.
#include "sim/isa/image_access.h"

#include "sim/events/names.h"
#include "sim/isa/access_records.h"
#include "sim/isa/memory_extents.h"

WARPSCOPE_ISA_BEGIN
namespace {

Geometry geometry_of(ImageShape shape) {
    switch (shape) {
        case ImageShape::TwoD: return Geometry::TwoD;
        case ImageShape::ThreeD: return Geometry::ThreeD;
        case ImageShape::LayeredOneD: return Geometry::LayeredOneD;
        case ImageShape::LayeredTwoD: return Geometry::LayeredTwoD;
        case ImageShape::Cube: return Geometry::Cube;
        case ImageShape::LayeredCube: return Geometry::LayeredCube;
        default: return Geometry::OneD;
    }
}

/// A surface is addressed by face and layer, so a cube is a layered image to it.
Geometry surface_geometry_of(ImageShape shape) {
    const Geometry geometry = geometry_of(shape);
    return geometry == Geometry::Cube || geometry == Geometry::LayeredCube ? Geometry::LayeredTwoD : geometry;
}

void fail_handle(Context& c, unsigned lane, std::uint64_t handle, bool other_kind_exists) {
    const ObjectTable& objects = c.memory->objects();
    c.fault.address = handle;
    const char* const why = other_kind_exists         ? "it is an object of the other kind"
                            : objects.is_past(handle) ? "the object has been destroyed"
                                                      : "no such object was ever made";
    fail_image(c, lane, FaultKind::BadHandle, why);
}

}  // namespace

void fail_image(Context& c, unsigned lane, FaultKind kind, const char* detail) {
    c.fault.kind = kind;
    c.fault.lanes = 1u << lane;
    c.fault.lane = lane;
    c.fault.space = Space::Global;
    set_detail(c.fault, detail);
}

const TextureObject* find_texture(Context& c, const DecodedInstruction& i, unsigned lane) {
    const std::uint64_t handle = effective_address(c, i, lane);
    const ObjectTable& objects = c.memory->objects();
    const TextureObject* texture = objects.texture(handle);
    if (texture == nullptr) fail_handle(c, lane, handle, objects.surface(handle) != nullptr);
    return texture;
}

const TextureObject* find_texture(Context& c, const DecodedInstruction& i, unsigned lane, Geometry geometry,
                                  bool by_index) {
    const TextureObject* texture = find_texture(c, i, lane);
    if (texture == nullptr) return nullptr;
    const bool is_buffer = texture->image.shape == ImageShape::Buffer;
    const bool wants_buffer = geometry == Geometry::OneD && by_index;
    c.fault.address = effective_address(c, i, lane);
    if (is_buffer != wants_buffer) {
        fail_image(c, lane, FaultKind::BadHandle,
                   is_buffer ? "the texture is linear memory, which is read by index only (tex1Dfetch)"
                             : "the texture is an array, and tex1Dfetch reads linear memory only");
        return nullptr;
    }
    if (geometry_of(texture->image.shape) != geometry) {
        fail_image(c, lane, FaultKind::BadHandle, "the texture has another geometry than the instruction");
        return nullptr;
    }
    return texture;
}

const SurfaceObject* find_surface(Context& c, const DecodedInstruction& i, unsigned lane) {
    const std::uint64_t handle = effective_address(c, i, lane);
    const ObjectTable& objects = c.memory->objects();
    const SurfaceObject* surface = objects.surface(handle);
    if (surface == nullptr) fail_handle(c, lane, handle, objects.texture(handle) != nullptr);
    return surface;
}

const SurfaceObject* find_surface(Context& c, const DecodedInstruction& i, unsigned lane, Geometry geometry) {
    const SurfaceObject* surface = find_surface(c, i, lane);
    if (surface == nullptr || surface_geometry_of(surface->image.shape) == geometry) return surface;
    c.fault.address = effective_address(c, i, lane);
    fail_image(c, lane, FaultKind::BadHandle, "the surface has another geometry than the instruction");
    return nullptr;
}

std::uint8_t* image_bytes(Context& c, const DecodedInstruction& i, unsigned lane, Address address,
                          std::uint32_t size, AccessKind kind) {
    CachedTranslation& translation = translation_of(c, i);
    const Allocation* allocation = nullptr;
    if (address - translation.base < translation.size) allocation = translation.allocation;
    if (allocation == nullptr) allocation = c.memory->find(address);
    if (allocation == nullptr || allocation->size - (address - allocation->base) < size) {
        c.fault.address = address;
        c.fault.width = size;
        c.fault.is_store = kind != AccessKind::Load;
        fail_image(c, lane, FaultKind::OutOfBounds, "");
        return nullptr;
    }
    translation = {allocation->base, allocation->size, allocation->bytes(), allocation};
    const std::uint64_t offset = address - allocation->base;
    if (c.tracker != nullptr && allocation->kind != AllocationKind::Constant) {
        if (kind == AccessKind::Load) c.tracker->read(*allocation, offset, size, c.block_tag);
        else c.tracker->write(*allocation, offset, size, c.block_tag);
    }
    return allocation->bytes() + offset;
}

void record_image_access(Context& c, const DecodedInstruction& i, unsigned lane, Address address,
                         const std::uint8_t* host, Request r) {
    AccessRecord& record = open_record(c, i, r, Space::Global);
    record.event.lanes |= 1u << lane;
    record.event.addresses = record.addresses;
    record.addresses[lane] = address;
    record_bytes(c, record, lane, r.width, reinterpret_cast<std::uint64_t>(host));
}

WARPSCOPE_ISA_END
