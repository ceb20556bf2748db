// The GPUs of this machine, as the CUDA driver tells when there is one.
#pragma once

#include <string>
#include <vector>

namespace warpscope::cli {

struct RealGpus {
    std::string problem; ///< why there are none: "no CUDA driver", …; empty when there are some
    std::vector<std::string> names;
};

/// Opens the driver library if there is one; starts nothing on the GPU.
RealGpus find_real_gpus();

} // namespace warpscope::cli
