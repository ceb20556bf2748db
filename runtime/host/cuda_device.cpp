// Memory of a GPU, and its beginning and end; modules and launches are in cuda_launch.cpp.
#include "runtime/host/cuda_device.h"

#include <cstring>

#include "runtime/driver/faults.h"
#include "runtime/host/cuda_gpu.h"

namespace warpscope::host {
namespace {

using driver::Error;

constexpr unsigned kAttachGlobal = 1; // CU_MEM_ATTACH_GLOBAL

} // namespace

Result<std::unique_ptr<CudaDevice>> CudaDevice::open(const report::RunSettings& settings,
                                                     LaunchLog& log) {
    Result<std::unique_ptr<driver::Context>> context = driver::Context::open(settings.gpu_index);
    if (!context) return context.error();
    GpuSpec gpu = spec_of((*context)->api(), (*context)->gpu());
    return std::unique_ptr<CudaDevice>(
        new CudaDevice(settings, log, std::move(gpu), std::move(*context)));
}

CudaDevice::CudaDevice(const report::RunSettings& settings, LaunchLog& log, GpuSpec gpu,
                       std::unique_ptr<driver::Context> context)
    : gpu_(std::move(gpu)), gpu_index_(settings.gpu_index),
      explicit_rounding_(settings.explicit_rounding), log_(log), context_(std::move(context)) {}

CudaDevice::~CudaDevice() {
    release_everything();
}

void CudaDevice::describe(cudaDeviceProp& properties) const {
    if (ready()) describe_gpu(api(), context_->device(), properties);
}

bool CudaDevice::ready() const {
    return context_ != nullptr && context_->make_current() == Error::Success;
}

/// Tells of errors that no call of the program explains. After a kernel's fault every call fails,
/// and the fault was told already.
bool CudaDevice::done(Error error, const char* function) const {
    if (error == Error::Success) return true;
    if (error != Error::OutOfMemory && !driver::ends_context(error))
        log_.problem(api().failure(function, error), "");
    return false;
}

// ---- memory -------------------------------------------------------------------------------------

Address CudaDevice::allocate(std::uint64_t bytes, const FilePosition&) {
    driver::DevicePointer pointer = 0;
    if (!ready() || !done(api().cuMemAlloc(&pointer, bytes), "cuMemAlloc")) return 0;
    allocations_[pointer] = {pointer, bytes, AllocationKind::Device};
    return pointer;
}

/// With unified addresses the device knows registered memory by the host's address.
bool CudaDevice::allocate_managed(Address at, std::uint64_t bytes, const FilePosition&) {
    if (!ready() || !done(api().cuMemHostRegister(reinterpret_cast<void*>(at), bytes,
                                                  driver::kHostMemoryForAll),
                          "cuMemHostRegister"))
        return false;
    host_memory_[at] = Origin::Registered;
    allocations_[at] = {at, bytes, AllocationKind::Managed};
    return true;
}

void* CudaDevice::allocate_for_both(std::uint64_t bytes) {
    driver::DevicePointer pointer = 0;
    if (!ready() ||
        !done(api().cuMemAllocManaged(&pointer, bytes, kAttachGlobal), "cuMemAllocManaged"))
        return nullptr;
    allocations_[pointer] = {pointer, bytes, AllocationKind::Managed};
    return reinterpret_cast<void*>(pointer);
}

/// Never write-combined, whatever the program asks for: that has another address on the device.
void* CudaDevice::allocate_locked(std::uint64_t bytes) {
    void* pointer = nullptr;
    if (!ready() ||
        !done(api().cuMemHostAlloc(&pointer, bytes, driver::kHostMemoryForAll), "cuMemHostAlloc"))
        return nullptr;
    const Address address = reinterpret_cast<Address>(pointer);
    host_memory_[address] = Origin::Locked;
    allocations_[address] = {address, bytes, AllocationKind::Managed};
    return pointer;
}

bool CudaDevice::release(Address base) {
    const auto found = allocations_.find(base);
    if (found == allocations_.end() || is_host_variable(base) || !ready()) return false;
    const AllocationKind kind = found->second.kind;
    if (kind != AllocationKind::Device && kind != AllocationKind::Managed) return false;
    const AllocationInfo allocation = found->second;
    allocations_.erase(found);
    return done(give_back(allocation), "cuMemFree");
}

Error CudaDevice::give_back(const AllocationInfo& allocation) {
    void* const host = reinterpret_cast<void*>(allocation.base);
    const auto found = host_memory_.find(allocation.base);
    if (found == host_memory_.end()) return api().cuMemFree(allocation.base);
    const Origin origin = found->second;
    host_memory_.erase(found);
    return origin == Origin::Locked ? api().cuMemFreeHost(host) : api().cuMemHostUnregister(host);
}

std::optional<AllocationInfo> CudaDevice::find(Address address) const {
    auto above = allocations_.upper_bound(address);
    if (above == allocations_.begin()) return std::nullopt;
    const AllocationInfo& a = std::prev(above)->second;
    if (address - a.base >= a.size) return std::nullopt;
    return a;
}

bool CudaDevice::holds(Address address, std::uint64_t bytes) const {
    const std::optional<AllocationInfo> a = find(address);
    return a && a->size - (address - a->base) >= bytes;
}

std::uint64_t CudaDevice::memory_used() const {
    std::size_t free = 0, total = 0;
    if (!ready() || !done(api().cuMemGetInfo(&free, &total), "cuMemGetInfo")) return 0;
    return gpu_.memory_bytes > free ? gpu_.memory_bytes - free : 0;
}

/// The bytes at the address when they are page-locked or registered memory, or a variable that the
/// host has: kernels that wrote them have ended. Null: they are the driver's to copy.
std::uint8_t* CudaDevice::host_bytes(Address address) const {
    const std::optional<AllocationInfo> a = find(address);
    const bool is_host = a && (host_memory_.contains(a->base) || is_host_variable(a->base));
    return is_host ? reinterpret_cast<std::uint8_t*>(address) : nullptr;
}

bool CudaDevice::write(Address to, const void* from, std::uint64_t bytes, StreamId) {
    const CopyTimer timer(*this);
    if (!holds(to, bytes)) return false;
    if (std::uint8_t* const host = host_bytes(to); host != nullptr) {
        std::memmove(host, from, bytes);
        return true;
    }
    return ready() && done(api().cuMemcpyHtoD(to, from, bytes), "cuMemcpyHtoD");
}

bool CudaDevice::read(void* to, Address from, std::uint64_t bytes, StreamId) {
    const CopyTimer timer(*this);
    return peek(to, from, bytes);
}

bool CudaDevice::peek(void* to, Address from, std::uint64_t bytes) const {
    if (!holds(from, bytes)) return false;
    if (const std::uint8_t* const host = host_bytes(from); host != nullptr) {
        std::memmove(to, host, bytes);
        return true;
    }
    return ready() && done(api().cuMemcpyDtoH(to, from, bytes), "cuMemcpyDtoH");
}

/// Copies on the device and fills return before they are done.
bool CudaDevice::copy(Address to, Address from, std::uint64_t bytes, StreamId stream) {
    if (!holds(to, bytes) || !holds(from, bytes)) return false;
    if (const std::uint8_t* const host = host_bytes(from); host != nullptr)
        return write(to, host, bytes, stream);
    if (std::uint8_t* const host = host_bytes(to); host != nullptr)
        return read(host, from, bytes, stream);
    const CopyTimer timer(*this);
    return ready() && done(api().cuMemcpyDtoD(to, from, bytes), "cuMemcpyDtoD") &&
           done(context_->synchronize(), "cuCtxSynchronize");
}

bool CudaDevice::fill(Address to, std::uint8_t value, std::uint64_t bytes, StreamId) {
    const CopyTimer timer(*this);
    if (!holds(to, bytes)) return false;
    if (std::uint8_t* const host = host_bytes(to); host != nullptr) {
        std::memset(host, value, bytes);
        return true;
    }
    return ready() && done(api().cuMemsetD8(to, value, bytes), "cuMemsetD8") &&
           done(context_->synchronize(), "cuCtxSynchronize");
}

std::optional<double> CudaDevice::take_copy_microseconds() {
    return std::exchange(copy_microseconds_, 0);
}

// ---- limits -------------------------------------------------------------------------------------

/// The numbers of both APIs are the same.
cudaError_t CudaDevice::set_limit(int limit, std::uint64_t value) {
    if (!ready()) return cudaErrorDevicesUnavailable;
    return error_of(api().cuCtxSetLimit(static_cast<driver::Limit>(limit), value));
}

std::optional<std::uint64_t> CudaDevice::limit(int limit) const {
    std::size_t value = 0;
    if (!ready() ||
        api().cuCtxGetLimit(&value, static_cast<driver::Limit>(limit)) != Error::Success)
        return std::nullopt;
    return value;
}

// ---- the end, and a new beginning ---------------------------------------------------------------

/// A context that a fault has ended refuses to free, and takes everything with it when it goes.
void CudaDevice::release_everything() {
    kernels_.clear();
    if (ready()) {
        modules_.clear();
        release_images();
        for (const auto& [base, a] : allocations_)
            if ((a.kind == AllocationKind::Device || a.kind == AllocationKind::Managed) &&
                !is_host_variable(base))
                give_back(a);
        for (const auto& [first, end] : shared_pages_)
            api().cuMemHostUnregister(reinterpret_cast<void*>(first));
    }
    modules_.clear();
    allocations_.clear();
    textures_.clear();
    surfaces_.clear();
    arrays_.clear();
    host_memory_.clear();
    host_variables_.clear();
    shared_pages_.clear();
    places_.clear();
    context_.reset();
}

void CudaDevice::reset() {
    release_everything();
    Result<std::unique_ptr<driver::Context>> context = driver::Context::open(gpu_index_);
    if (context)
        context_ = std::move(*context);
    else
        log_.problem(context.error(), "");
}

} // namespace warpscope::host
