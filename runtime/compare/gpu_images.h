// GpuImages: the arrays, textures and surfaces of one launch, made anew on a GPU.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "runtime/compare/translation.h"
#include "runtime/driver/images.h"
#include "sim/debug/capsule.h"

namespace warpscope::compare {

class GpuImages {
public:
    explicit GpuImages(const driver::Context& context) : context_(context) {}
    ~GpuImages() { destroy_objects(); }
    GpuImages(const GpuImages&) = delete;
    GpuImages& operator=(const GpuImages&) = delete;

    /// How far the GPU's copy of an allocation of the emulator's has to lie from an address of the
    /// same alignment, so that textures of it may begin where they do: 0, or 256 bytes. The
    /// diagnostic: nowhere would do.
    static Result<std::uint64_t> shift(const Capsule& before, const CapsuleAllocation& allocation);

    /// Has the arrays that objects of the launch show; those that it had already keep their place.
    /// `gathers`: the launch has instructions that take one channel of four texels.
    Status make_arrays(const Capsule& before, bool gathers);
    /// Has the objects, and tells `translation` their handles. Memory that they show is placed.
    Status make_objects(const Capsule& before, Translation& translation);

    /// Whether some object shows the array.
    bool holds(Address array) const { return arrays_.contains(array); }
    /// `bytes` are those of the emulator's allocation.
    Status write(Address array, std::span<const std::uint8_t> bytes) const;
    /// Leaves what lies between rows as it is.
    Status read(Address array, std::span<std::uint8_t> bytes) const;

private:
    struct Held {
        Image image;
        driver::ArrayUse use;
        driver::Array array;
    };
    Status make_array(const Image& image, driver::ArrayUse use);
    Result<driver::ResourceDescriptor> resource(const Image& image,
                                                const Translation& translation) const;
    void destroy_objects();

    const driver::Context& context_;
    std::map<Address, Held> arrays_; ///< by the emulator's address
    std::vector<driver::TextureObject> textures_;
    std::vector<driver::SurfaceObject> surfaces_;
};

/// Whether a surface of the launch shows the array, so that kernels can write it.
bool shown_by_surface(const Capsule& before, Address array);

} // namespace warpscope::compare
