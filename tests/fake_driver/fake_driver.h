// What tests ask the fake driver. The variable WARPSCOPE_FAKE_CUDA holds words that make it fail:
// no-start, no-gpu, bad-ptx, out-of-memory, launch-error=NUMBER (told when the launch is waited for,
// or at once if the driver would refuse it), fault-at-launch=NUMBER (told by the launch).
// WARPSCOPE_FAKE_CUDA_TEXTS is a folder that gets the text of each module.
#pragma once

#include <cstddef>
#include <string>

#include "runtime/driver/driver_api.h"

namespace warpscope::fake {

/// What is alive.
struct Books {
    int contexts = 0;
    std::size_t allocations = 0, modules = 0, events = 0;
    std::size_t arrays = 0, textures = 0, surfaces = 0;
    unsigned launches = 0; ///< so far
};

struct LastLaunch {
    std::string kernel;
    driver::LaunchConfig config;
    std::string parameters;
    int cooperative = 0;
    unsigned cluster[3] = {0, 0, 0};
    int opted_in_bytes = 0;
};

/// What a texture or surface object was made with.
struct Object {
    driver::ResourceDescriptor resource;
    driver::TextureDescriptor texture;
};

} // namespace warpscope::fake
