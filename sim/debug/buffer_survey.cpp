// Counting accesses by pieces of buffers.
#include "sim/debug/buffer_survey.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace warpscope {
namespace {

void count(std::uint32_t& counter) {
    if (counter != std::numeric_limits<std::uint32_t>::max()) ++counter;
}

void touch(BufferPiece& piece, AccessKind kind, std::uint64_t block) {
    // A reduction has no result, but it reads what it adds to.
    if (kind != AccessKind::Store) count(piece.reads);
    if (kind == AccessKind::Load) return;
    count(piece.writes);
    piece.several |= piece.writer != BufferPiece::kNobody && piece.writer != block;
    piece.writer = block;
}

} // namespace

class BufferSurvey::Part final : public BlockObserver {
public:
    Part(BufferSurvey& survey, std::uint64_t block) : survey_(survey), block_(block) {}

    void on_access(const AccessEvent& event) override {
        if (event.space != Space::Global) return;
        for_each_lane(event.lanes, [&](unsigned lane) {
            const Address at = event.address(lane);
            BufferUse* buffer = survey_.find(at);
            if (buffer == nullptr) return;
            const std::uint64_t first = (at - buffer->address) / buffer->piece_bytes;
            const std::uint64_t last = std::min<std::uint64_t>(
                (at - buffer->address + event.width - 1) / buffer->piece_bytes,
                buffer->pieces.size() - 1);
            for (std::uint64_t piece = first; piece <= last; ++piece)
                touch(buffer->pieces[piece], event.kind, block_);
        });
    }

private:
    BufferSurvey& survey_;
    std::uint64_t block_;
};

bool BufferUse::touched() const {
    return std::any_of(pieces.begin(), pieces.end(),
                       [](const BufferPiece& p) { return p.reads != 0 || p.writes != 0; });
}

void BufferSurvey::watch(const DeviceMemory& memory) {
    buffers_.clear();
    last_ = nullptr;
    for (const auto& [base, allocation] : memory.allocations()) {
        if (allocation.kind != AllocationKind::Device &&
            allocation.kind != AllocationKind::Managed &&
            allocation.kind != AllocationKind::ModuleVariable)
            continue;
        if (allocation.size == 0) continue;
        BufferUse buffer;
        buffer.address = base;
        buffer.bytes = allocation.size;
        buffer.allocation = allocation.id;
        const std::uint64_t least = (allocation.size + kMostPieces - 1) / kMostPieces;
        buffer.piece_bytes = std::bit_ceil(std::max<std::uint64_t>(4, least));
        buffer.pieces.resize((allocation.size + buffer.piece_bytes - 1) / buffer.piece_bytes);
        buffers_.push_back(std::move(buffer));
    }
}

void BufferSurvey::on_launch_restart(const LaunchEvent&) {
    for (BufferUse& buffer : buffers_)
        std::fill(buffer.pieces.begin(), buffer.pieces.end(), BufferPiece{});
}

std::unique_ptr<BlockObserver> BufferSurvey::begin_block(LaunchId, std::uint64_t block) {
    return std::make_unique<Part>(*this, block);
}

std::vector<BufferUse> BufferSurvey::take_touched() {
    std::erase_if(buffers_, [](const BufferUse& buffer) { return !buffer.touched(); });
    last_ = nullptr;
    return std::move(buffers_);
}

BufferUse* BufferSurvey::find(Address at) {
    if (last_ != nullptr && last_->contains(at)) return last_;
    const auto behind =
        std::upper_bound(buffers_.begin(), buffers_.end(), at,
                         [](Address a, const BufferUse& buffer) { return a < buffer.address; });
    if (behind == buffers_.begin() || !std::prev(behind)->contains(at)) return nullptr;
    last_ = &*std::prev(behind);
    return last_;
}

} // namespace warpscope
