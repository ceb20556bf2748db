// Host mappings of managed memory, and the copies that keep both sides equal.
#include "runtime/host/managed.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "sim/events/host_stream.h"

// The bounds of the section that <cuda_runtime.h> puts __managed__ variables in; absent in programs
// without any.
extern "C" {
extern char __start_ws_managed[] __attribute__((weak));
extern char __stop_ws_managed[] __attribute__((weak));
}

namespace warpscope::host {
namespace {

/// Bytes compared and copied at a time.
constexpr std::uint64_t kChunk = 16384;
/// Room on either side of a mapping for the guards of the device's allocation.
constexpr std::uint64_t kMargin = 4096;

/// Calls visit(offset, size, device bytes) for each chunk in which the two sides differ.
template<class Visit>
void for_each_difference(const Device& device, const std::uint8_t* host, Address at,
                         std::uint64_t bytes, Visit visit) {
    std::vector<std::uint8_t> there(std::min(bytes, kChunk));
    for (std::uint64_t offset = 0; offset < bytes; offset += kChunk) {
        const std::uint64_t size = std::min(kChunk, bytes - offset);
        if (!device.peek(there.data(), at + offset, size)) return;
        if (std::memcmp(there.data(), host + offset, size) != 0) visit(offset, size, there.data());
    }
}

} // namespace

bool in_managed_section(const void* host_variable) {
    const char* at = static_cast<const char*>(host_variable);
    return __start_ws_managed != nullptr && at >= __start_ws_managed && at < __stop_ws_managed;
}

void* ManagedMemory::allocate(Device& device, std::uint64_t bytes, const FilePosition& site) {
    if (void* both = device.allocate_for_both(bytes); both != nullptr) {
        pieces_[both] = {reinterpret_cast<Address>(both), bytes, Origin::Program, 0, true, true};
        return both;
    }
    void* host = map_host(bytes, site);
    if (host == nullptr || attach(device, host)) return host;
    release(device, host);
    return nullptr;
}

void* ManagedMemory::allocate_host(Device& device, std::uint64_t bytes, bool mapped,
                                   const FilePosition& site) {
    if (device.locks_host_memory()) {
        void* const locked = device.allocate_locked(bytes);
        if (locked != nullptr)
            pieces_[locked] = {
                reinterpret_cast<Address>(locked), bytes, Origin::Program, 0, true, true};
        return locked;
    }
    return mapped ? allocate(device, bytes, site) : map_host(bytes, site);
}

void* ManagedMemory::map_host(std::uint64_t bytes, const FilePosition& site) {
    const std::uint64_t rounded = (bytes + kMargin - 1) / kMargin * kMargin + 2 * kMargin;
    if (rounded < bytes) return nullptr;
    void* mapped = mmap(nullptr, rounded, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return nullptr;
    void* host = static_cast<char*>(mapped) + kMargin;
    Piece& piece = pieces_[host];
    piece = {reinterpret_cast<Address>(host), bytes, Origin::Mapped, rounded, false, false};
    piece.site = site;
    ++not_attached_;
    return host;
}

bool ManagedMemory::add_host(Device& device, void* host, std::uint64_t bytes, bool mapped,
                             const FilePosition& site) {
    Piece& piece = pieces_[host];
    piece = {reinterpret_cast<Address>(host), bytes, Origin::Program, 0, false, false};
    piece.site = site;
    ++not_attached_;
    if ((!mapped && !device.locks_host_memory()) || attach(device, host)) return true;
    release(device, host);
    return false;
}

bool ManagedMemory::release(Device& device, const void* pointer) {
    const auto found = pieces_.find(const_cast<void*>(pointer));
    if (found == pieces_.end() || in_managed_section(pointer)) return false;
    if (found->second.attached)
        device.release(found->second.device);
    else
        --not_attached_;
    unmap(found->first, found->second);
    pieces_.erase(found);
    return true;
}

ManagedMemory::Pieces::iterator ManagedMemory::find(const void* pointer) {
    auto above = pieces_.upper_bound(const_cast<void*>(pointer));
    if (above == pieces_.begin()) return pieces_.end();
    --above;
    const std::uint64_t offset =
        reinterpret_cast<Address>(pointer) - reinterpret_cast<Address>(above->first);
    return offset < above->second.bytes ? above : pieces_.end();
}

bool ManagedMemory::attach(Device& device, Pieces::value_type& entry) {
    Piece& piece = entry.second;
    if (piece.attached) return true;
    if (!device.allocate_managed(piece.device, piece.bytes, piece.site)) return false;
    piece.attached = true;
    piece.same = device.shares_host_memory();
    --not_attached_;
    return true;
}

bool ManagedMemory::attach(Device& device, const void* pointer) {
    const auto found = find(pointer);
    return found != pieces_.end() && attach(device, *found);
}

void ManagedMemory::attach_named(Device& device, std::span<const std::uint8_t> bytes) {
    for (std::size_t at = 0; not_attached_ != 0 && at + sizeof(void*) <= bytes.size();
         at += sizeof(void*)) {
        const void* pointer = nullptr;
        std::memcpy(&pointer, bytes.data() + at, sizeof pointer);
        attach(device, pointer);
    }
}

void ManagedMemory::to_device(Device& device) {
    for (auto& [host, piece] : pieces_) {
        if (!piece.attached || piece.same) continue;
        const std::uint8_t* bytes = static_cast<const std::uint8_t*>(host);
        // All of it counts as written: nobody knows what the host has written.
        if (std::exchange(piece.fresh, false)) {
            device.write(piece.device, bytes, piece.bytes, kHostStream);
            continue;
        }
        for_each_difference(device, bytes, piece.device, piece.bytes,
                            [&](std::uint64_t offset, std::uint64_t size, const std::uint8_t*) {
                                device.write(piece.device + offset, bytes + offset, size,
                                             kHostStream);
                            });
    }
}

void ManagedMemory::to_host(Device& device) {
    for (const auto& [host, piece] : pieces_) {
        if (!piece.attached || piece.same) continue;
        std::uint8_t* bytes = static_cast<std::uint8_t*>(host);
        for_each_difference(
            device, bytes, piece.device, piece.bytes,
            [&](std::uint64_t offset, std::uint64_t size, const std::uint8_t* there) {
                std::memcpy(bytes + offset, there, size);
            });
    }
}

void ManagedMemory::clear() {
    for (const auto& [host, piece] : pieces_)
        unmap(host, piece);
    pieces_.clear();
    not_attached_ = 0;
}

void ManagedMemory::unmap(void* host, const Piece& piece) {
    if (piece.origin == Origin::Mapped)
        munmap(static_cast<char*>(host) - kMargin, piece.mapped_bytes);
}

} // namespace warpscope::host
