// Arrays, boxes, textures and surfaces of a GPU.
#include <optional>

#include "runtime/driver/images.h"
#include "runtime/host/cuda_device.h"

namespace warpscope::host {
namespace {

using driver::Copy3d;
using driver::MemoryType;

driver::ArrayHandle array_of(ArrayHandle handle) {
    return reinterpret_cast<driver::ArrayHandle>(handle);
}

/// One end of a copy as the driver wants it. In memory the box begins where the pointer shows, so
/// that a row or slice that is alone needs no pitch of its own.
struct DriverEnd {
    MemoryType type = MemoryType::Host;
    void* host = nullptr;
    Address device = 0;
    driver::ArrayHandle array = nullptr;
    std::size_t x_bytes = 0, y = 0, z = 0, pitch = 0, rows = 0;
};

/// `host`: see CudaDevice::host_bytes.
DriverEnd driver_end(const BoxEnd& end, const BoxCopy& box, std::uint8_t* host) {
    DriverEnd result;
    if (end.kind == BoxEnd::Kind::Array) {
        result.type = MemoryType::Array;
        result.array = array_of(end.array);
        result.x_bytes = end.x_bytes, result.y = end.y, result.z = end.z;
        return result;
    }
    result.pitch = box.rows == 1 && box.slices == 1 ? box.bytes : end.row_bytes;
    result.rows = box.slices == 1 ? box.rows : end.rows_of_a_slice;
    if (end.kind == BoxEnd::Kind::Host) host = static_cast<std::uint8_t*>(end.host);
    if (host != nullptr) {
        result.host = host + end.offset(0, 0);
    } else {
        // Managed memory is among what this may be.
        result.type = MemoryType::Unified;
        result.device = end.address + end.offset(0, 0);
    }
    return result;
}

/// From the first byte of the box to its last.
std::uint64_t reach(const BoxEnd& end, const BoxCopy& box) {
    return end.offset(box.rows - 1, box.slices - 1) - end.offset(0, 0) + box.bytes;
}

/// What the driver takes for the extents that `facts` means.
Image image_of(const ArrayFacts& facts) {
    return packed_image(0, facts.format, facts.shape, facts.width, facts.height, facts.depth);
}

} // namespace

ArrayHandle CudaDevice::create_array(const ArrayFacts& facts, const FilePosition&) {
    if (!ready()) return 0;
    Result<driver::Array> array =
        driver::Array::create(*context_, image_of(facts), {facts.for_surfaces, facts.for_gather});
    if (!array) {
        log_.problem(array.error(), "");
        return 0;
    }
    const auto handle = reinterpret_cast<ArrayHandle>(array->handle());
    arrays_.emplace(handle, std::move(*array));
    return handle;
}

bool CudaDevice::destroy_array(ArrayHandle array) {
    return ready() && arrays_.erase(array) != 0;
}

bool CudaDevice::can_copy(const BoxEnd& end, const BoxCopy& box) const {
    if (end.kind == BoxEnd::Kind::Array) return arrays_.contains(end.array);
    return end.kind == BoxEnd::Kind::Host || holds(end.address + end.offset(0, 0), reach(end, box));
}

bool CudaDevice::copy_box(const BoxCopy& box, StreamId) {
    const CopyTimer timer(*this);
    if (!can_copy(box.to, box) || !can_copy(box.from, box) || !ready()) return false;
    const auto named = [&](const BoxEnd& end) {
        const bool device = end.kind == BoxEnd::Kind::Device;
        return driver_end(end, box, device ? host_bytes(end.address) : nullptr);
    };
    const DriverEnd from = named(box.from), to = named(box.to);
    Copy3d copy;
    copy.source_type = from.type;
    copy.source_host = from.host;
    copy.source_device = from.device;
    copy.source_array = from.array;
    copy.source_x_bytes = from.x_bytes, copy.source_y = from.y, copy.source_z = from.z;
    copy.source_pitch = from.pitch, copy.source_height = from.rows;
    copy.target_type = to.type;
    copy.target_host = to.host;
    copy.target_device = to.device;
    copy.target_array = to.array;
    copy.target_x_bytes = to.x_bytes, copy.target_y = to.y, copy.target_z = to.z;
    copy.target_pitch = to.pitch, copy.target_height = to.rows;
    copy.width_bytes = box.bytes, copy.height = box.rows, copy.depth = box.slices;
    return done(api().cuMemcpy3D(&copy), "cuMemcpy3D") &&
           done(context_->synchronize(), "cuCtxSynchronize");
}

ObjectHandle CudaDevice::create_texture(const TextureSource& source, const Sampler& sampler) {
    if (!ready()) return 0;
    const driver::ResourceDescriptor resource =
        source.array != 0 ? driver::resource_of(array_of(source.array))
                          : driver::resource_of(source.image, source.image.base);
    const driver::TextureDescriptor descriptor =
        driver::descriptor_of(sampler, source.image.format);
    driver::TextureObject texture = 0;
    if (!done(api().cuTexObjectCreate(&texture, &resource, &descriptor, nullptr),
              "cuTexObjectCreate"))
        return 0;
    textures_.insert(texture);
    return texture;
}

ObjectHandle CudaDevice::create_surface(ArrayHandle array) {
    if (!ready()) return 0;
    const driver::ResourceDescriptor resource = driver::resource_of(array_of(array));
    driver::SurfaceObject surface = 0;
    if (!done(api().cuSurfObjectCreate(&surface, &resource), "cuSurfObjectCreate")) return 0;
    surfaces_.insert(surface);
    return surface;
}

bool CudaDevice::destroy_texture(ObjectHandle texture) {
    return textures_.erase(texture) != 0 && ready() &&
           done(api().cuTexObjectDestroy(texture), "cuTexObjectDestroy");
}

bool CudaDevice::destroy_surface(ObjectHandle surface) {
    return surfaces_.erase(surface) != 0 && ready() &&
           done(api().cuSurfObjectDestroy(surface), "cuSurfObjectDestroy");
}

/// A context that a fault has ended takes them with it.
void CudaDevice::release_images() {
    for (const ObjectHandle texture : textures_)
        api().cuTexObjectDestroy(texture);
    for (const ObjectHandle surface : surfaces_)
        api().cuSurfObjectDestroy(surface);
    textures_.clear();
    surfaces_.clear();
    arrays_.clear();
}

} // namespace warpscope::host
