// What tests ask the fake driver. The variable WARPSCOPE_FAKE_CUDA holds words that make it fail:
// no-start, no-gpu, bad-ptx, out-of-memory, launch-error=NUMBER.
#pragma once

#include <cstddef>
#include <string>

#include "runtime/driver/driver_api.h"

namespace warpscope::fake {

/// What is alive.
struct Books {
    int contexts = 0;
    std::size_t allocations = 0, modules = 0, events = 0;
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

} // namespace warpscope::fake
