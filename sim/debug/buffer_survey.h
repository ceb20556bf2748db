// BufferSurvey: how often a launch touched each part of its buffers in global memory, and which
// blocks wrote it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/events/observer.h"
#include "sim/memory/device_memory.h"

namespace warpscope {

/// Neighbouring bytes of a buffer that are counted together.
struct BufferPiece {
    static constexpr std::uint64_t kNobody = UINT64_MAX;
    std::uint32_t reads = 0, writes = 0; ///< by lanes; an atomic is both
    std::uint64_t writer = kNobody;      ///< linear index of the block that wrote it last
    bool several = false;                ///< several blocks wrote it
};

struct BufferUse {
    Address address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t piece_bytes = 4; ///< a power of two; the last piece may be shorter
    std::vector<BufferPiece> pieces;
    std::uint32_t allocation = 0; ///< Allocation::id

    bool contains(Address at) const { return at >= address && at - address < bytes; }
    bool touched() const;
};

/// Listens to a launch from its beginning. Memory that device code allocates is left out.
class BufferSurvey final : public Observer {
public:
    /// Pieces of a buffer: as many as a picture has cells for.
    static constexpr std::uint64_t kMostPieces = 4096;

    /// Before the launch runs: its buffers are those of this memory.
    void watch(const DeviceMemory& memory);
    Interest interest() const override { return {.accesses = true, .one_thread = true}; }
    void on_launch_restart(const LaunchEvent& event) override;
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t block) override;

    /// Those that the launch touched, by address.
    std::vector<BufferUse> take_touched();

private:
    class Part;
    BufferUse* find(Address at);

    std::vector<BufferUse> buffers_; ///< by address
    BufferUse* last_ = nullptr;
};

} // namespace warpscope
