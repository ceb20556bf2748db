// Attributes of the driver as a GpuSpec, as properties, and its errors.
#include "runtime/host/cuda_gpu.h"

#include "runtime/driver/attributes.h"

namespace warpscope::host {
namespace {

using driver::DeviceAttribute;

/// Lanes that a multiprocessor has of each kind (CUDA C++ Programming Guide, "Arithmetic
/// Instructions": results per clock cycle and multiprocessor).
void add_lanes(GpuSpec& spec) {
    const unsigned capability = spec.compute_major * 10 + spec.compute_minor;
    const bool narrow = capability == 60 || (capability >= 70 && capability <= 80);
    spec.fp32_lanes_per_sm = narrow ? 64 : 128;
    spec.int32_lanes_per_sm = capability == 61 || capability == 62 || capability >= 100 ? 128 : 64;
    spec.special_function_lanes_per_sm = capability == 61 || capability == 62 ? 32 : 16;
}

} // namespace

GpuSpec spec_of(const driver::DriverApi& api, const driver::GpuInfo& gpu) {
    driver::Device device = 0;
    api.cuDeviceGet(&device, gpu.index);
    GpuSpec spec;
    const auto take = [&](auto& field, DeviceAttribute which) {
        if (const std::optional<int> value = driver::attribute(api, device, which))
            field = static_cast<std::remove_reference_t<decltype(field)>>(*value);
    };
    spec.id = "gpu" + std::to_string(gpu.index);
    spec.name = gpu.name;
    spec.compute_major = gpu.compute_major;
    spec.compute_minor = gpu.compute_minor;
    spec.memory_bytes = gpu.memory_bytes;
    add_lanes(spec);
    take(spec.sm_count, DeviceAttribute::SmCount);
    take(spec.warp_size, DeviceAttribute::WarpSize);
    take(spec.max_threads_per_block, DeviceAttribute::MaxThreadsPerBlock);
    take(spec.max_block_x, DeviceAttribute::MaxBlockX);
    take(spec.max_block_y, DeviceAttribute::MaxBlockY);
    take(spec.max_block_z, DeviceAttribute::MaxBlockZ);
    take(spec.max_grid_x, DeviceAttribute::MaxGridX);
    take(spec.max_grid_y, DeviceAttribute::MaxGridY);
    take(spec.max_grid_z, DeviceAttribute::MaxGridZ);
    take(spec.max_blocks_per_sm, DeviceAttribute::BlocksPerSm);
    take(spec.registers_per_sm, DeviceAttribute::RegistersPerSm);
    take(spec.registers_per_block, DeviceAttribute::RegistersPerBlock);
    take(spec.shared_bytes_per_sm, DeviceAttribute::SharedBytesPerSm);
    take(spec.shared_bytes_per_block, DeviceAttribute::SharedBytesPerBlock);
    take(spec.shared_bytes_per_block_optin, DeviceAttribute::SharedBytesPerBlockOptIn);
    take(spec.reserved_shared_bytes_per_block, DeviceAttribute::ReservedSharedBytesPerBlock);
    take(spec.constant_bytes, DeviceAttribute::ConstantBytes);
    take(spec.l2_bytes, DeviceAttribute::L2Bytes);
    take(spec.clock_khz, DeviceAttribute::ClockKhz);
    take(spec.memory_clock_khz, DeviceAttribute::MemoryClockKhz);
    take(spec.memory_bus_bits, DeviceAttribute::MemoryBusBits);
    unsigned threads_per_sm = spec.max_warps_per_sm * spec.warp_size, ratio = 2;
    take(threads_per_sm, DeviceAttribute::ThreadsPerSm);
    take(ratio, DeviceAttribute::SingleToDoubleRatio);
    if (spec.warp_size != 0) spec.max_warps_per_sm = threads_per_sm / spec.warp_size;
    if (ratio != 0) spec.fp64_lanes_per_sm = std::max(spec.fp32_lanes_per_sm / ratio, 1u);
    return spec;
}

void describe_gpu(const driver::DriverApi& api, driver::Device device, cudaDeviceProp& p) {
    const auto take = [&](int& field, DeviceAttribute which) {
        field = driver::attribute(api, device, which).value_or(field);
    };
    take(p.ECCEnabled, DeviceAttribute::EccEnabled);
    take(p.pciBusID, DeviceAttribute::PciBus);
    take(p.pciDeviceID, DeviceAttribute::PciDevice);
    take(p.pciDomainID, DeviceAttribute::PciDomain);
    take(p.asyncEngineCount, DeviceAttribute::CopyEngines);
    take(p.integrated, DeviceAttribute::Integrated);
    take(p.kernelExecTimeoutEnabled, DeviceAttribute::KernelTimeout);
    take(p.computeMode, DeviceAttribute::ComputeMode);
    take(p.singleToDoublePrecisionPerfRatio, DeviceAttribute::SingleToDoubleRatio);
    api.cuDeviceGetUuid(p.uuid.bytes, device);
}

cudaError_t error_of(driver::Error error) {
    switch (error) {
    case driver::Error::NotFound: return cudaErrorInvalidDeviceFunction;
    default: break;
    }
    const int number = static_cast<int>(error);
    switch (number) {
#define WARPSCOPE_ERROR(name, value, text)                                                         \
    case value: return name;
#include "runtime/include/warpscope/error_codes.def"
#undef WARPSCOPE_ERROR
    default: return cudaErrorUnknown;
    }
}

} // namespace warpscope::host
