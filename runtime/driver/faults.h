// Errors with which kernels end: which of them end the context too, and what they stand for.
#pragma once

#include <string>

#include "runtime/driver/driver_types.h"

namespace warpscope::driver {

/// Whether the error is one of a kernel that began or of the GPU itself, after which every call of
/// the context fails (CUDA Driver API, CUresult).
bool ends_context(Error error);

/// What a kernel does that ends with the error, where the driver's words leave that open; empty
/// where they do not.
std::string causes_of(Error error);

} // namespace warpscope::driver
