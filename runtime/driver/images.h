// Arrays, textures and surfaces of the driver, described in the emulator's terms.
#pragma once

#include <utility>

#include "runtime/driver/context.h"
#include "sim/memory/texture.h"

namespace warpscope::driver {

/// What an array is made for beside sampling.
struct ArrayUse {
    bool surfaces = false, gather = false;
    friend bool operator==(const ArrayUse&, const ArrayUse&) = default;
};

/// A CUDA array: texels that only texture and surface instructions reach. Ends before its context.
class Array {
public:
    /// With the format, shape and extents of `image`, wherever that lies.
    static Result<Array> create(const Context& context, const Image& image, ArrayUse use);
    ~Array() { release(); }
    Array(Array&& other) noexcept
        : context_(other.context_), handle_(std::exchange(other.handle_, nullptr)) {}
    Array& operator=(Array&& other) noexcept {
        std::swap(context_, other.context_);
        std::swap(handle_, other.handle_);
        return *this;
    }

    ArrayHandle handle() const { return handle_; }
    /// All texels, which lie in `bytes` as `image` says.
    Error write(const Image& image, const std::uint8_t* bytes) const;
    Error read(const Image& image, std::uint8_t* bytes) const;

private:
    Array(const Context& context, ArrayHandle handle) : context_(&context), handle_(handle) {}
    void release();

    const Context* context_;
    ArrayHandle handle_;
};

ArrayDescriptor array_descriptor(const Image& image, ArrayUse use);

ResourceDescriptor resource_of(ArrayHandle array);
/// Of linear memory (ImageShape::Buffer) or rows (TwoD) that begin at `at`.
ResourceDescriptor resource_of(const Image& image, Address at);

/// Of texels of that format.
TextureDescriptor descriptor_of(const Sampler& sampler, const ChannelFormat& format);

} // namespace warpscope::driver
