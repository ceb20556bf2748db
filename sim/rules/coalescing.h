// Global memory's sectors: how one warp's access is made into requests for pieces of 32 bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/address.h"
#include "sim/base/lane_mask.h"

namespace warpscope {

/// What one tag of the first-level cache covers, and the piece of it that is moved.
inline constexpr unsigned kCacheLineBytes = 128;
inline constexpr unsigned kCacheSectorBytes = 32;

/// What the lanes of one warp instruction do to global (or local) memory.
struct GlobalAccess {
    unsigned width = 4;                 ///< bytes a lane touches, vectors included
    LaneMask lanes = 0;                 ///< those that take part
    const Address* addresses = nullptr; ///< of all 32 lanes; aligned to `width`
};

/// The counts are the profiler's: requests is l1tex__t_requests_pipe_lsu_mem_global_op_{ld,st},
/// sectors is l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st}, bytes_used is
/// smsp__sass_data_bytes_mem_global_op_{ld,st,atom,red}.
struct GlobalCost {
    unsigned requests = 0; ///< 1, or 0 when no lane takes part
    unsigned sectors = 0;
    unsigned lines = 0;
    unsigned bytes_used = 0; ///< distinct bytes that some lane touches
    unsigned bytes_moved() const { return sectors * kCacheSectorBytes; }
    unsigned bytes_wasted() const { return bytes_moved() - bytes_used; }
    bool operator==(const GlobalCost&) const = default;
};

/// Exact on an H200 in 360 recorded accesses (tests/golden/memory_accesses).
GlobalCost global_cost(const GlobalAccess& access);

/// The same of an atomic or a reduction (metrics: ..._op_{atom,red}). Lanes at one address come in
/// turns, each turn with its sectors, so a sector counts as often as lanes share its busiest
/// address. Exact on an H200 in 210 recorded updates of 4 bytes; of 42 of 8 bytes in 39, the others
/// take up to three sectors more.
GlobalCost atomic_cost(const GlobalAccess& access);

/// The same of local memory: `access.addresses` are offsets in each thread's own memory. Words of
/// four bytes at one offset lie side by side for the 32 lanes of a warp (CUDA C++ Programming
/// Guide, "Local Memory"), so lanes that use the same offset share sectors. Metrics:
/// ..._mem_local_op_{ld,st}.
GlobalCost local_cost(const GlobalAccess& access);

/// One sector of an access.
struct SectorUse {
    Address address = 0;     ///< of its first byte
    std::uint32_t bytes = 0; ///< bit k: byte k is touched
    LaneMask lanes = 0;      ///< by whom
};

/// The sectors by address: who shares one, and how much of each is wanted.
std::vector<SectorUse> sectors_of(const GlobalAccess& access);

} // namespace warpscope
