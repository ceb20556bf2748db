// ManagedMemory: memory that host and device see under the same name, kept equal around launches.
//
// The host reads and writes it without a call, so the device has its own copy: host to device
// before a launch, device to host after it. Work is done as it is issued, so nobody can see the
// difference.
#pragma once

#include <cstdint>
#include <map>

#include "runtime/host/device.h"

namespace warpscope::host {

/// Whether a variable's host copy lies in the section of __managed__ variables.
bool in_managed_section(const void* host_variable);

class ManagedMemory {
public:
    /// cudaMallocManaged: the address is the host's and the device's. Null when memory is short.
    void* allocate(Device& device, std::uint64_t bytes);
    /// False when `pointer` is not the start of such memory.
    bool release(Device& device, const void* pointer);
    /// A __managed__ variable of the program.
    void add_variable(void* host, Address device, std::uint64_t bytes) {
        pieces_[host] = {device, bytes, 0};
    }

    void to_device(Device& device, StreamId stream);
    void to_host(Device& device);

    /// Unmaps all memory and forgets all variables.
    void clear();

private:
    struct Piece {
        Address device = 0;
        std::uint64_t bytes = 0;
        std::uint64_t mapped_bytes = 0; ///< 0: a variable
    };
    static void unmap(void* host, const Piece& piece);

    std::map<void*, Piece> pieces_;
};

} // namespace warpscope::host
