// GpuMemory: memory of a GPU at addresses that are chosen, so that pointers mean the same on both
// devices.
#pragma once

#include <cstdint>
#include <map>

#include "runtime/driver/context.h"
#include "sim/memory/allocation.h"

namespace warpscope::compare {

/// Everything is given back when it goes; its context outlives it.
class GpuMemory {
public:
    explicit GpuMemory(const driver::Context& context) : context_(context) {}
    ~GpuMemory();
    GpuMemory(const GpuMemory&) = delete;
    GpuMemory& operator=(const GpuMemory&) = delete;

    /// Keeps the addresses of the emulator's device memory, which are many; others are kept as they
    /// are needed.
    Status reserve(Address base, std::uint64_t bytes);
    /// Puts memory at [base, base + bytes), as far as there is none.
    Status cover(Address base, std::uint64_t bytes);

    Status write(Address to, const void* from, std::uint64_t bytes) const;
    Status fill(Address to, std::uint8_t value, std::uint64_t bytes) const;
    Status read(void* to, Address from, std::uint64_t bytes) const;

private:
    struct Piece {
        std::uint64_t bytes = 0;
        driver::MappingHandle handle = 0;
    };
    Status find_granularity();
    bool reserved(Address first, Address end) const;
    Status map(Address first, std::uint64_t bytes);
    template<class Call>
    Status each_piece(Address at, std::uint64_t bytes, const char* function, Call&& call) const;

    const driver::Context& context_;
    std::uint64_t granularity_ = 0;
    std::map<Address, std::uint64_t> reservations_; ///< bytes by address
    std::map<Address, Piece> pieces_;               ///< by address
};

} // namespace warpscope::compare
