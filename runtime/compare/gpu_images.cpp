// An array of the emulator's is an allocation; what it is an array of, its objects say.
#include "runtime/compare/gpu_images.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "runtime/compare/twin.h"

namespace warpscope::compare {
namespace {

/// Where linear memory that a texture shows has to begin on hardware
/// (cudaDeviceProp::textureAlignment), and where the emulator has allocations begin.
constexpr std::uint64_t kHardwareAlignment = 512;

/// Calls visit(image) for what each texture and surface shows.
template<class Visit>
void each_image(const Capsule& before, Visit&& visit) {
    for (const auto& [handle, texture] : before.objects.textures())
        visit(texture.image);
    for (const auto& [handle, surface] : before.objects.surfaces())
        visit(surface.image);
}

std::set<Address> arrays_of(const Capsule& before) {
    std::set<Address> arrays;
    for (const CapsuleAllocation& a : before.memory)
        if (a.kind == AllocationKind::Array) arrays.insert(a.base);
    return arrays;
}

/// What hardware does otherwise than the emulator, and what no longer has memory.
Status check(const Capsule& before) {
    for (const auto& [handle, texture] : before.objects.textures()) {
        if (handle < ObjectTable::kFirst)
            return cannot_compare(
                "textures in a capsule of an earlier version, whose handles are small "
                "numbers,");
        if (texture.sampler.seamless_cube && texture.sampler.linear)
            return cannot_compare("linear filters across the edges of cubes");
    }
    for (const auto& [handle, surface] : before.objects.surfaces())
        if (handle < ObjectTable::kFirst)
            return cannot_compare(
                "surfaces in a capsule of an earlier version, whose handles are small "
                "numbers,");
    return Done{};
}

} // namespace

bool shown_by_surface(const Capsule& before, Address array) {
    return std::any_of(before.objects.surfaces().begin(), before.objects.surfaces().end(),
                       [&](const auto& entry) { return entry.second.image.base == array; });
}

Result<std::uint64_t> GpuImages::shift(const Capsule& before, const CapsuleAllocation& a) {
    std::set<std::uint64_t> offsets;
    if (a.kind == AllocationKind::Array) return std::uint64_t{0};
    each_image(before, [&](const Image& image) {
        if (image.base - a.base < a.size) offsets.insert(image.base % kHardwareAlignment);
    });
    if (offsets.empty()) return std::uint64_t{0};
    if (offsets.size() > 1)
        return cannot_compare(
            fmt::format("textures of one buffer that do not begin at multiples of {} "
                        "bytes from each other",
                        kHardwareAlignment));
    return (kHardwareAlignment - *offsets.begin()) % kHardwareAlignment;
}

Status GpuImages::make_arrays(const Capsule& before, bool gathers) {
    if (Status good = check(before); !good) return good;
    const std::set<Address> there = arrays_of(before);
    destroy_objects();
    std::erase_if(arrays_, [&](const auto& entry) { return !there.contains(entry.first); });
    std::map<Address, Image> shown;
    each_image(before, [&](const Image& image) {
        if (there.contains(image.base)) shown.try_emplace(image.base, image);
    });
    for (const auto& [base, image] : shown) {
        driver::ArrayUse use;
        use.surfaces = shown_by_surface(before, base);
        use.gather = gathers && image.shape == ImageShape::TwoD;
        if (Status good = make_array(image, use); !good) return good;
    }
    return Done{};
}

Status GpuImages::make_array(const Image& image, driver::ArrayUse use) {
    const auto found = arrays_.find(image.base);
    if (found != arrays_.end()) {
        if (found->second.image == image && found->second.use == use) return Done{};
        arrays_.erase(found);
    }
    Result<driver::Array> array = driver::Array::create(context_, image, use);
    if (!array) return array.error();
    arrays_.emplace(image.base, Held{image, use, std::move(*array)});
    return Done{};
}

Result<driver::ResourceDescriptor> GpuImages::resource(const Image& image,
                                                       const Translation& translation) const {
    const auto array = arrays_.find(image.base);
    if (array == arrays_.end()) return driver::resource_of(image, translation.to_gpu(image.base));
    if (array->second.image == image) return driver::resource_of(array->second.array.handle());
    return cannot_compare("textures or surfaces that show one array in two ways");
}

Status GpuImages::make_objects(const Capsule& before, Translation& translation) {
    const auto is_there = [&](const Image& image) {
        return std::any_of(before.memory.begin(), before.memory.end(),
                           [&](const auto& a) { return image.base - a.base < a.size; });
    };
    for (const auto& [handle, texture] : before.objects.textures()) {
        if (!is_there(texture.image)) continue;
        const auto shown = resource(texture.image, translation);
        if (!shown) return shown.error();
        const driver::TextureDescriptor descriptor =
            driver::descriptor_of(texture.sampler, texture.image.format);
        driver::TextureObject made = 0;
        const driver::Error error =
            context_.api().cuTexObjectCreate(&made, &*shown, &descriptor, nullptr);
        if (Status good = context_.done(error, "cuTexObjectCreate"); !good) return good;
        textures_.push_back(made);
        translation.add_object(handle, made);
    }
    for (const auto& [handle, surface] : before.objects.surfaces()) {
        if (!is_there(surface.image)) continue;
        const auto shown = resource(surface.image, translation);
        if (!shown) return shown.error();
        driver::SurfaceObject made = 0;
        const driver::Error error = context_.api().cuSurfObjectCreate(&made, &*shown);
        if (Status good = context_.done(error, "cuSurfObjectCreate"); !good) return good;
        surfaces_.push_back(made);
        translation.add_object(handle, made);
    }
    return Done{};
}

void GpuImages::destroy_objects() {
    for (const driver::TextureObject texture : textures_)
        context_.api().cuTexObjectDestroy(texture);
    for (const driver::SurfaceObject surface : surfaces_)
        context_.api().cuSurfObjectDestroy(surface);
    textures_.clear();
    surfaces_.clear();
}

Status GpuImages::write(Address array, std::span<const std::uint8_t> bytes) const {
    const Held& held = arrays_.at(array);
    if (bytes.size() < held.image.extent_bytes())
        return Diagnostic{{}, "a texture or surface is larger than its array", ""};
    return context_.done(held.array.write(held.image, bytes.data()), "cuMemcpy3D");
}

Status GpuImages::read(Address array, std::span<std::uint8_t> bytes) const {
    const Held& held = arrays_.at(array);
    if (bytes.size() < held.image.extent_bytes())
        return Diagnostic{{}, "a texture or surface is larger than its array", ""};
    return context_.done(held.array.read(held.image, bytes.data()), "cuMemcpy3D");
}

} // namespace warpscope::compare
