// ImageObjects: the arrays, textures and surfaces that the program has made, as it described them.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "runtime/host/images.h"
#include "runtime/include/warpscope/texture_types.h"

/// What a cudaArray_t points to.
struct cudaArray {
    cudaChannelFormatDesc format;
    cudaExtent extent; ///< as it was asked for: extents that it lacks are 0
    unsigned flags = 0;
    warpscope::host::ArrayFacts facts;
    warpscope::host::ArrayHandle handle = 0;
};

namespace warpscope::host {

struct MadeTexture {
    cudaResourceDesc resource{};
    cudaTextureDesc description{};
    std::optional<cudaResourceViewDesc> view;
};

struct ImageObjects {
    std::map<const cudaArray*, std::unique_ptr<cudaArray>> arrays;
    std::map<ObjectHandle, MadeTexture> textures;
    std::map<ObjectHandle, cudaResourceDesc> surfaces;

    /// Null when `array` is no array, or one that has been freed.
    const cudaArray* find(const cudaArray* array) const;
    void clear();
};

/// Nothing when texels cannot have this format.
std::optional<ChannelFormat> channel_format(const cudaChannelFormatDesc& format);

} // namespace warpscope::host
