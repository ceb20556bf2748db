// Memory, arrays, textures and surfaces of the fake driver.
#include <sys/mman.h>

#include "tests/fake_driver/fake_state.h"

using namespace warpscope::driver;
using namespace warpscope::fake;

namespace {

/// One end of a copy: memory or an array, as rows of slices.
struct CopyEnd {
    char* bytes = nullptr;
    std::size_t pitch = 0, rows = 0;
    char* at(std::size_t x, std::size_t y, std::size_t z) const {
        return bytes + (z * rows + y) * pitch + x;
    }
};

bool find_end(MemoryType type, void* host, DevicePointer device, ArrayHandle array,
              std::size_t pitch, std::size_t rows, const Copy3d& copy, CopyEnd& end) {
    end = {static_cast<char*>(host), pitch, rows};
    if (type == MemoryType::Array) {
        const auto found = driver().arrays.find(array);
        if (found == driver().arrays.end()) return false;
        end = {found->second->texels.data(), found->second->row_bytes(), found->second->rows()};
        return copy.width_bytes <= end.pitch && copy.height <= end.rows &&
               copy.depth <= found->second->slices();
    }
    if (copy.width_bytes > pitch || copy.height > rows) return false;
    if (type == MemoryType::Host) return true;
    end.bytes = reinterpret_cast<char*>(device);
    return inside(device, end.at(copy.width_bytes, copy.height - 1, copy.depth - 1) - end.bytes);
}

/// Linear memory begins at multiples of 512 bytes.
bool is_resource(const ResourceDescriptor& r) {
    using Kind = ResourceDescriptor::Kind;
    switch (r.kind) {
    case Kind::Array: return driver().arrays.contains(r.array);
    case Kind::Linear:
        return r.linear.pointer % 512 == 0 && inside(r.linear.pointer, r.linear.bytes);
    case Kind::Pitch2d:
        return r.pitch2d.pointer % 512 == 0 && r.pitch2d.pitch_bytes % 32 == 0 &&
               inside(r.pitch2d.pointer, r.pitch2d.pitch_bytes * (r.pitch2d.height - 1) + 1);
    default: return false;
    }
}

} // namespace

extern "C" {

const Object* warpscope_fake_object(unsigned long long handle) {
    for (const auto* objects : {&driver().textures, &driver().surfaces})
        if (const auto found = objects->find(handle); found != objects->end())
            return &found->second;
    return nullptr;
}
const ArrayDescriptor* warpscope_fake_array(ArrayHandle handle) {
    const auto found = driver().arrays.find(handle);
    return found == driver().arrays.end() ? nullptr : &found->second->descriptor;
}
std::string* warpscope_fake_texels(ArrayHandle handle) {
    const auto found = driver().arrays.find(handle);
    return found == driver().arrays.end() ? nullptr : &found->second->texels;
}
Error cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    *total = std::size_t{8} << 30;
    *free = *total - 4096;
    return state();
}
Error cuMemAlloc_v2(DevicePointer* pointer, std::size_t bytes) {
    return take_memory(pointer, bytes);
}
Error cuMemAllocManaged(DevicePointer* pointer, std::size_t bytes, unsigned flags) {
    return flags == 1 ? take_memory(pointer, bytes) : Error::InvalidValue;
}
Error cuMemFree_v2(DevicePointer pointer) {
    const auto found = driver().memory.find(pointer);
    if (found == driver().memory.end()) return Error::InvalidValue;
    driver().memory.erase(found);
    std::free(reinterpret_cast<void*>(pointer));
    return state();
}
Error cuMemGetAllocationGranularity(std::size_t* bytes, const MappingProperties* properties, int) {
    *bytes = kGranule;
    return is_device(properties->place.device) ? state() : Error::InvalidValue;
}
Error cuMemAddressReserve(DevicePointer* pointer, std::size_t bytes, std::size_t, DevicePointer at,
                          unsigned long long) {
    if (const Error error = state(); error != Error::Success) return error;
    if (bytes == 0 || bytes % kGranule != 0 || at % kGranule != 0) return Error::InvalidValue;
    void* const memory = mmap(reinterpret_cast<void*>(at), bytes, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return Error::OutOfMemory;
    *pointer = reinterpret_cast<DevicePointer>(memory);
    driver().reserved[*pointer] = bytes;
    return Error::Success;
}
Error cuMemAddressFree(DevicePointer pointer, std::size_t bytes) {
    const auto found = driver().reserved.find(pointer);
    if (found == driver().reserved.end() || found->second != bytes) return Error::InvalidValue;
    driver().reserved.erase(found);
    munmap(reinterpret_cast<void*>(pointer), bytes);
    return Error::Success;
}
Error cuMemCreate(MappingHandle* handle, std::size_t bytes, const MappingProperties*,
                  unsigned long long) {
    if (const Error error = state(); error != Error::Success) return error;
    if (asked("out-of-memory")) return Error::OutOfMemory;
    *handle = ++driver().last_handle;
    driver().created[*handle] = bytes;
    return Error::Success;
}
Error cuMemRelease(MappingHandle handle) {
    return driver().created.erase(handle) != 0 ? Error::Success : Error::InvalidValue;
}
Error cuMemMap(DevicePointer pointer, std::size_t bytes, std::size_t, MappingHandle handle,
               unsigned long long) {
    if (!driver().created.contains(handle) || driver().created[handle] != bytes)
        return Error::InvalidValue;
    driver().memory[pointer] = bytes;
    return Error::Success;
}
Error cuMemUnmap(DevicePointer pointer, std::size_t) {
    return driver().memory.erase(pointer) != 0 ? Error::Success : Error::InvalidValue;
}
Error cuMemSetAccess(DevicePointer pointer, std::size_t bytes, const MappingAccess* access,
                     std::size_t count) {
    if (count != 1 || access->flags != 3 || !inside(pointer, bytes)) return Error::InvalidValue;
    const int changed = mprotect(reinterpret_cast<void*>(pointer), bytes, PROT_READ | PROT_WRITE);
    return changed == 0 ? Error::Success : Error::InvalidValue;
}
Error cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
    DevicePointer memory = 0;
    if (flags != 3) return Error::InvalidValue;
    if (const Error error = take_memory(&memory, bytes); error != Error::Success) return error;
    *pointer = reinterpret_cast<void*>(memory);
    return Error::Success;
}
Error cuMemFreeHost(void* pointer) {
    return cuMemFree_v2(reinterpret_cast<DevicePointer>(pointer));
}
Error cuMemHostRegister_v2(void* pointer, std::size_t bytes, unsigned flags) {
    if (const Error error = state(); error != Error::Success) return error;
    if (flags != 3 || bytes == 0) return Error::InvalidValue;
    if (inside(reinterpret_cast<DevicePointer>(pointer), 1)) return static_cast<Error>(712);
    driver().memory[reinterpret_cast<DevicePointer>(pointer)] = bytes;
    return Error::Success;
}
Error cuMemHostUnregister(void* pointer) {
    const bool known = driver().memory.erase(reinterpret_cast<DevicePointer>(pointer)) != 0;
    return known ? state() : static_cast<Error>(713);
}
Error cuMemcpyHtoD_v2(DevicePointer to, const void* from, std::size_t bytes) {
    if (const Error error = state(); error != Error::Success) return error;
    if (!inside(to, bytes)) return Error::InvalidValue;
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return Error::Success;
}
Error cuMemcpyDtoH_v2(void* to, DevicePointer from, std::size_t bytes) {
    if (const Error error = state(); error != Error::Success) return error;
    if (!inside(from, bytes)) return Error::InvalidValue;
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
    return Error::Success;
}
Error cuMemcpyDtoD_v2(DevicePointer to, DevicePointer from, std::size_t bytes) {
    if (const Error error = state(); error != Error::Success) return error;
    if (!inside(to, bytes) || !inside(from, bytes)) return Error::InvalidValue;
    std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    return Error::Success;
}
Error cuMemsetD8_v2(DevicePointer to, unsigned char value, std::size_t count) {
    if (const Error error = state(); error != Error::Success) return error;
    if (!inside(to, count)) return Error::InvalidValue;
    std::memset(reinterpret_cast<void*>(to), value, count);
    return Error::Success;
}
Error cuArray3DCreate_v2(ArrayHandle* array, const ArrayDescriptor* descriptor) {
    if (const Error error = state(); error != Error::Success) return error;
    if (asked("out-of-memory")) return Error::OutOfMemory;
    if (descriptor->width == 0) return Error::InvalidValue;
    auto* made = new FakeArray{*descriptor, {}};
    made->texels.assign(made->row_bytes() * made->rows() * made->slices(), '\0');
    *array = reinterpret_cast<ArrayHandle>(made);
    driver().arrays[*array] = made;
    return Error::Success;
}
Error cuArray3DGetDescriptor_v2(ArrayDescriptor* descriptor, ArrayHandle array) {
    const ArrayDescriptor* found = warpscope_fake_array(array);
    if (found == nullptr) return static_cast<Error>(400);
    *descriptor = *found;
    return Error::Success;
}
Error cuArrayDestroy(ArrayHandle array) {
    const auto found = driver().arrays.find(array);
    if (found == driver().arrays.end()) return static_cast<Error>(400);
    delete found->second;
    driver().arrays.erase(found);
    return state();
}
Error cuMemcpy3D_v2(const Copy3d* c) {
    if (const Error error = state(); error != Error::Success) return error;
    CopyEnd from, to;
    if (!find_end(c->source_type, const_cast<void*>(c->source_host), c->source_device,
                  c->source_array, c->source_pitch, c->source_height, *c, from) ||
        !find_end(c->target_type, c->target_host, c->target_device, c->target_array,
                  c->target_pitch, c->target_height, *c, to))
        return Error::InvalidValue;
    for (std::size_t z = 0; z < c->depth; ++z)
        for (std::size_t y = 0; y < c->height; ++y)
            std::memmove(to.at(c->target_x_bytes, c->target_y + y, c->target_z + z),
                         from.at(c->source_x_bytes, c->source_y + y, c->source_z + z),
                         c->width_bytes);
    return Error::Success;
}
Error cuTexObjectCreate(TextureObject* texture, const ResourceDescriptor* resource,
                        const TextureDescriptor* descriptor, const ResourceViewDescriptor* view) {
    if (const Error error = state(); error != Error::Success) return error;
    if (view != nullptr || !is_resource(*resource)) return Error::InvalidValue;
    *texture = ++driver().last_object;
    driver().textures[*texture] = {*resource, *descriptor};
    return Error::Success;
}
Error cuTexObjectDestroy(TextureObject texture) {
    return driver().textures.erase(texture) != 0 ? state() : Error::InvalidValue;
}
Error cuSurfObjectCreate(SurfaceObject* surface, const ResourceDescriptor* resource) {
    if (const Error error = state(); error != Error::Success) return error;
    if (resource->kind != ResourceDescriptor::Kind::Array || !is_resource(*resource))
        return Error::InvalidValue;
    if ((warpscope_fake_array(resource->array)->flags & ArrayDescriptor::kSurface) == 0)
        return Error::InvalidValue;
    *surface = ++driver().last_object;
    driver().surfaces[*surface] = {*resource, {}};
    return Error::Success;
}
Error cuSurfObjectDestroy(SurfaceObject surface) {
    return driver().surfaces.erase(surface) != 0 ? state() : Error::InvalidValue;
}

} // extern "C"
