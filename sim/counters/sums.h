// What counters are made from: numbers that are added up per instruction, per source line and per
// launch.
#pragma once

#include <array>
#include <cstdint>

namespace warpscope {

/// Warp accesses to global or local memory, all of one kind.
struct SectorSums {
    std::uint64_t requests = 0; ///< warp instructions with at least one active lane
    std::uint64_t threads = 0;
    std::uint64_t sectors = 0;
    std::uint64_t bytes_used = 0; ///< distinct bytes of each warp access
    SectorSums& operator+=(const SectorSums& o);
    bool operator==(const SectorSums&) const = default;
};

/// Warp accesses to shared memory, all of one kind.
struct SharedSums {
    std::uint64_t requests = 0, threads = 0;
    std::uint64_t wavefronts = 0;
    std::uint64_t conflicts = 0; ///< wavefronts that only bank conflicts make necessary
    SharedSums& operator+=(const SharedSums& o);
    bool operator==(const SharedSums&) const = default;
};

enum class GlobalKind : std::uint8_t { Load, Store, Atomic, Reduction };
enum class SharedKind : std::uint8_t { Load, Store, Atomic }; ///< reductions are atomics there
enum class LocalKind : std::uint8_t { Load, Store };

/// Instructions, whatever they do. The engine counts these itself.
struct ExecutionSums {
    std::uint64_t warps = 0;   ///< warp instructions
    std::uint64_t threads = 0; ///< thread instructions: lanes whose guard was true
    std::uint64_t active = 0;  ///< lanes that were there, whatever their guards
    std::uint64_t branches = 0, divergent_branches = 0; ///< of warps
    ExecutionSums& operator+=(const ExecutionSums& o);
    bool operator==(const ExecutionSums&) const = default;
};

struct CounterSums {
    ExecutionSums execution;
    std::array<SectorSums, 4> global; ///< by GlobalKind
    std::array<SharedSums, 3> shared; ///< by SharedKind
    std::array<SectorSums, 2> local;  ///< by LocalKind
    /// Lanes of atomics that found another lane of their warp at the same address before them.
    std::uint64_t global_waiting_lanes = 0, shared_waiting_lanes = 0;
    /// What the accesses take, in quarters of a pass; see access_cost.h.
    std::uint64_t quarter_passes = 0, avoidable_quarter_passes = 0;

    SectorSums& of(GlobalKind kind) { return global[static_cast<unsigned>(kind)]; }
    SharedSums& of(SharedKind kind) { return shared[static_cast<unsigned>(kind)]; }
    SectorSums& of(LocalKind kind) { return local[static_cast<unsigned>(kind)]; }
    const SectorSums& of(GlobalKind kind) const { return global[static_cast<unsigned>(kind)]; }
    const SharedSums& of(SharedKind kind) const { return shared[static_cast<unsigned>(kind)]; }
    const SectorSums& of(LocalKind kind) const { return local[static_cast<unsigned>(kind)]; }
    CounterSums& operator+=(const CounterSums& o);
    bool operator==(const CounterSums&) const = default;
};

} // namespace warpscope
