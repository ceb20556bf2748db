// cudaDeviceProp and cudaDeviceAttr of a GPU model.
#pragma once

#include "runtime/include/warpscope/driver_types.h"
#include "sim/gpu/gpu_spec.h"

namespace warpscope::host {

cudaDeviceProp properties_of(const GpuSpec& gpu);

/// False when there is no such attribute.
bool attribute_of(const cudaDeviceProp& properties, int attribute, int& value);

} // namespace warpscope::host
