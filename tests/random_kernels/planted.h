// A second device without a GPU: the emulator, and instructions that it takes for others, so that
// it can be seen whether disagreements are found.
#pragma once

#include "tests/random_kernels/device.h"

namespace warpscope::random_kernels {

/// `fault` is "sub.s32=add.s32": whose instructions are taken for which.
Result<std::unique_ptr<Device>> make_planted(const std::string& fault,
                                             const EmulatorOptions& options);

} // namespace warpscope::random_kernels
