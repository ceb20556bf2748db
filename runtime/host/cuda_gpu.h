// What the driver tells about a GPU, in the terms of the runtime library.
#pragma once

#include "runtime/driver/gpu_list.h"
#include "runtime/include/warpscope/driver_types.h"
#include "sim/gpu/gpu_spec.h"

namespace warpscope::host {

/// The facts of a real GPU. What no attribute tells is that of its compute capability (CUDA C++
/// Programming Guide, "Technical Specifications per Compute Capability").
GpuSpec spec_of(const driver::DriverApi& api, const driver::GpuInfo& gpu);

/// Properties that belong to the one GPU, and to no model of it.
void describe_gpu(const driver::DriverApi& api, driver::Device device, cudaDeviceProp& properties);

/// The error of the runtime API; most numbers are the same.
cudaError_t error_of(driver::Error error);

} // namespace warpscope::host
