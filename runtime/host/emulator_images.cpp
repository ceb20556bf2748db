// Arrays, boxes, textures and surfaces of the simulated GPU.
#include <cstring>

#include "runtime/host/emulator_device.h"
#include "runtime/host/host_machine.h"

namespace warpscope::host {

ArrayHandle EmulatorDevice::create_array(const ArrayFacts& facts, const FilePosition& site) {
    Image image =
        packed_image(0, facts.format, facts.shape, facts.width, facts.height, facts.depth);
    // Rows begin where any access may, and neighbouring rows share no sector.
    image.row_bytes = (image.row_bytes + kSectorBytes - 1) / kSectorBytes * kSectorBytes;
    image.slice_bytes = image.row_bytes * image.height;
    if (!image.problem().empty() || !host_can_hold(image.extent_bytes(), memory_->used())) return 0;
    Allocation* a = memory_->allocate(image.extent_bytes(), AllocationKind::Array, "array");
    if (a == nullptr) return 0;
    image.base = a->base;
    arrays_[a->base] = image;
    announce_allocation(*a, site);
    return a->base;
}

bool EmulatorDevice::destroy_array(ArrayHandle array) {
    return arrays_.erase(array) != 0 && release(array);
}

bool EmulatorDevice::find_row(const BoxEnd& end, std::uint64_t bytes, std::uint64_t row,
                              std::uint64_t slice, BoxRow& place) const {
    if (end.kind == BoxEnd::Kind::Host) {
        place = {0, static_cast<std::uint8_t*>(end.host) + end.offset(row, slice)};
        return true;
    }
    if (end.kind == BoxEnd::Kind::Device) {
        place.address = end.address + end.offset(row, slice);
        const Allocation* a = memory_->find(place.address);
        return a != nullptr && a->contains(place.address, bytes);
    }
    const auto found = arrays_.find(end.array);
    if (found == arrays_.end()) return false;
    const Image& image = found->second;
    const std::uint64_t y = end.y + row, z = end.z + slice;
    const std::uint64_t row_bytes = std::uint64_t{image.width} * image.format.texel_bytes();
    place.address = image.base + z * image.slice_bytes + y * image.row_bytes + end.x_bytes;
    return y < image.height && z < image.depth && end.x_bytes <= row_bytes &&
           bytes <= row_bytes - end.x_bytes;
}

bool EmulatorDevice::copy_row(const BoxRow& to, const BoxRow& from, std::uint64_t bytes,
                              StreamId stream) {
    if (to.address != 0 && from.address != 0) return copy(to.address, from.address, bytes, stream);
    if (to.address != 0) return write(to.address, from.host, bytes, stream);
    if (from.address != 0) return read(to.host, from.address, bytes, stream);
    std::memmove(to.host, from.host, bytes);
    return true;
}

bool EmulatorDevice::copy_box(const BoxCopy& box, StreamId stream) {
    BoxRow to, from;
    for (std::uint64_t slice = 0; slice < box.slices; ++slice)
        for (std::uint64_t row = 0; row < box.rows; ++row)
            if (!find_row(box.to, box.bytes, row, slice, to) ||
                !find_row(box.from, box.bytes, row, slice, from) ||
                !copy_row(to, from, box.bytes, stream))
                return false;
    return true;
}

ObjectHandle EmulatorDevice::create_texture(const TextureSource& source, const Sampler& sampler) {
    TextureObject texture = {source.image, sampler};
    if (source.array != 0) {
        const auto found = arrays_.find(source.array);
        if (found == arrays_.end()) return 0;
        texture.image = found->second;
    }
    if (!texture.image.problem().empty()) return 0;
    return memory_->objects().create(texture);
}

ObjectHandle EmulatorDevice::create_surface(ArrayHandle array) {
    const auto found = arrays_.find(array);
    return found == arrays_.end() ? 0 : memory_->objects().create(SurfaceObject{found->second});
}

bool EmulatorDevice::destroy_texture(ObjectHandle texture) {
    return memory_->objects().destroy_texture(texture);
}

bool EmulatorDevice::destroy_surface(ObjectHandle surface) {
    return memory_->objects().destroy_surface(surface);
}

} // namespace warpscope::host
