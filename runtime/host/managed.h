// ManagedMemory: memory that host and device see under the same address.
//
// A device that does not share the host's bytes has its own copy, as the host reads and writes
// without a call: host to device before a launch, device to host after it. Work is done as it is
// issued, so nobody can see the difference.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "runtime/host/device.h"

namespace warpscope::host {

/// Whether a variable's host copy lies in the section of __managed__ variables.
bool in_managed_section(const void* host_variable);

class ManagedMemory {
public:
    /// cudaMallocManaged: the address is the host's and the device's. Null when memory is short.
    /// `site` is where the program asks for it, here and below.
    void* allocate(Device& device, std::uint64_t bytes, const FilePosition& site);
    /// Page-locked host memory. It costs nothing at launches until somebody attaches it: on the
    /// emulator that waits until its address turns up, unless it is `mapped`.
    void* allocate_host(Device& device, std::uint64_t bytes, bool mapped, const FilePosition& site);
    /// Host memory of the program's own, likewise. False when the device does not take it.
    bool add_host(Device& device, void* host, std::uint64_t bytes, bool mapped,
                  const FilePosition& site);
    /// False when `pointer` is not the start of such memory.
    bool release(Device& device, const void* pointer);
    /// A __managed__ variable of the program. `same`: the device has no copy of its own.
    void add_variable(void* host, Address device, std::uint64_t bytes, bool same) {
        pieces_[host] = {device, bytes, Origin::Program, 0, true, same};
    }

    /// Lets kernels reach the host memory that holds `pointer`; true when they can.
    bool attach(Device& device, const void* pointer);
    /// The same for every pointer that seems to be among these bytes: parameters of a launch, or
    /// data that the host copies to the device.
    void attach_named(Device& device, std::span<const std::uint8_t> bytes);

    void to_device(Device& device);
    void to_host(Device& device);

    /// Unmaps all memory of ours and forgets everything.
    void clear();

private:
    enum class Origin : std::uint8_t { Mapped, Program };
    struct Piece {
        Address device = 0;
        std::uint64_t bytes = 0;
        Origin origin = Origin::Program;
        std::uint64_t mapped_bytes = 0; ///< Mapped: with its margins
        bool attached = false;          ///< the device has its copy, or the very same bytes
        bool same = false;              ///< the very same: there is nothing to copy
        bool fresh = true;              ///< the device has nothing of the host's yet
        FilePosition site = {};         ///< where the program asked for it
    };
    using Pieces = std::map<void*, Piece>;
    static void unmap(void* host, const Piece& piece);
    Pieces::iterator find(const void* pointer);
    bool attach(Device& device, Pieces::value_type& entry);
    void* map_host(std::uint64_t bytes, const FilePosition& site);

    Pieces pieces_;
    std::uint64_t not_attached_ = 0; ///< pieces
};

} // namespace warpscope::host
