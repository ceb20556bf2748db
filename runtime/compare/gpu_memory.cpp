// Virtual addresses are reserved and physical memory is mapped into them (CUDA driver API, "Virtual
// Memory Management").
#include "runtime/compare/gpu_memory.h"

#include <algorithm>

#include <fmt/format.h>

#include "runtime/report/units.h"

namespace warpscope::compare {

using driver::Error;

GpuMemory::~GpuMemory() {
    const driver::DriverApi& api = context_.api();
    for (const auto& [address, piece] : pieces_) {
        api.cuMemUnmap(address, piece.bytes);
        api.cuMemRelease(piece.handle);
    }
    for (const auto& [address, bytes] : reservations_)
        api.cuMemAddressFree(address, bytes);
}

Status GpuMemory::find_granularity() {
    if (granularity_ != 0) return Done{};
    driver::MappingProperties properties;
    properties.place.device = context_.device();
    std::size_t bytes = 0;
    const Error error = context_.api().cuMemGetAllocationGranularity(&bytes, &properties, 0);
    if (Status good = context_.done(error, "cuMemGetAllocationGranularity"); !good) return good;
    granularity_ = bytes;
    return Done{};
}

Status GpuMemory::reserve(Address base, std::uint64_t bytes) {
    if (Status good = find_granularity(); !good) return good;
    const Address first = base / granularity_ * granularity_;
    const std::uint64_t size =
        (base + bytes - first + granularity_ - 1) / granularity_ * granularity_;
    driver::DevicePointer got = 0;
    const Error error = context_.api().cuMemAddressReserve(&got, size, 0, first, 0);
    if (Status good = context_.done(error, "cuMemAddressReserve"); !good) return good;
    if (got == first) {
        reservations_[first] = size;
        return Done{};
    }
    context_.api().cuMemAddressFree(got, size);
    return Diagnostic{{},
                      fmt::format("the GPU has no memory at the address {} that the emulator has",
                                  report::hexadecimal(first)),
                      "memory that the host shares with kernels lies where the host has it, and "
                      "cannot be compared from a capsule"};
}

bool GpuMemory::reserved(Address first, Address end) const {
    auto above = reservations_.upper_bound(first);
    if (above == reservations_.begin()) return false;
    --above;
    return end - above->first <= above->second;
}

Status GpuMemory::cover(Address base, std::uint64_t bytes) {
    if (Status good = find_granularity(); !good) return good;
    Address at = base / granularity_ * granularity_;
    const Address end = (base + bytes + granularity_ - 1) / granularity_ * granularity_;
    while (at < end) {
        auto next = pieces_.upper_bound(at);
        if (next != pieces_.begin()) {
            const auto& [first, piece] = *std::prev(next);
            if (at - first < piece.bytes) {
                at = first + piece.bytes;
                continue;
            }
        }
        const Address gap_end = next == pieces_.end() ? end : std::min(end, next->first);
        if (!reserved(at, gap_end))
            if (Status good = reserve(at, gap_end - at); !good) return good;
        if (Status good = map(at, gap_end - at); !good) return good;
        at = gap_end;
    }
    return Done{};
}

Status GpuMemory::map(Address first, std::uint64_t bytes) {
    const driver::DriverApi& api = context_.api();
    driver::MappingProperties properties;
    properties.place.device = context_.device();
    Piece piece{bytes, 0};
    if (Status good =
            context_.done(api.cuMemCreate(&piece.handle, bytes, &properties, 0), "cuMemCreate");
        !good)
        return good;
    if (const Error error = api.cuMemMap(first, bytes, 0, piece.handle, 0);
        error != Error::Success) {
        api.cuMemRelease(piece.handle);
        return context_.done(error, "cuMemMap");
    }
    pieces_[first] = piece;
    driver::MappingAccess access;
    access.place.device = context_.device();
    if (Status good = context_.done(api.cuMemSetAccess(first, bytes, &access, 1), "cuMemSetAccess");
        !good)
        return good;
    // What nobody writes is the same on both devices, too.
    return fill(first, kPoison, bytes);
}

/// The driver is asked for one mapping at a time; what lies in none, such as variables of modules,
/// is asked for at once.
template<class Call>
Status GpuMemory::each_piece(Address at, std::uint64_t bytes, const char* function,
                             Call&& call) const {
    for (std::uint64_t done_bytes = 0; done_bytes < bytes;) {
        const Address here = at + done_bytes;
        std::uint64_t size = bytes - done_bytes;
        if (const auto next = pieces_.upper_bound(here); next != pieces_.begin()) {
            const auto& [first, piece] = *std::prev(next);
            if (here - first < piece.bytes) size = std::min(size, piece.bytes - (here - first));
        }
        if (Status good = context_.done(call(here, done_bytes, size), function); !good) return good;
        done_bytes += size;
    }
    return Done{};
}

Status GpuMemory::write(Address to, const void* from, std::uint64_t bytes) const {
    return each_piece(to, bytes, "cuMemcpyHtoD",
                      [&](Address at, std::uint64_t offset, std::uint64_t size) {
                          return context_.api().cuMemcpyHtoD(
                              at, static_cast<const std::uint8_t*>(from) + offset, size);
                      });
}

Status GpuMemory::fill(Address to, std::uint8_t value, std::uint64_t bytes) const {
    return each_piece(to, bytes, "cuMemsetD8", [&](Address at, std::uint64_t, std::uint64_t size) {
        return context_.api().cuMemsetD8(at, value, size);
    });
}

Status GpuMemory::read(void* to, Address from, std::uint64_t bytes) const {
    return each_piece(
        from, bytes, "cuMemcpyDtoH", [&](Address at, std::uint64_t offset, std::uint64_t size) {
            return context_.api().cuMemcpyDtoH(static_cast<std::uint8_t*>(to) + offset, at, size);
        });
}

} // namespace warpscope::compare
