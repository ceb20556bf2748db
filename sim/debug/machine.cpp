// Looks into blocks, warps and memory of a session.
#include "sim/debug/machine.h"

#include <cstring>

namespace warpscope {
namespace {

bool read_bytes(const std::uint8_t* from, std::uint64_t available, Address at, void* to,
                std::uint64_t size) {
    if (size > available || at > available - size) return false;
    std::memcpy(to, from + at, size);
    return true;
}

} // namespace

WarpView find_warp(const Session& session, std::uint64_t block, std::uint32_t warp) {
    for (const Block* found : session.resident())
        if (found->linear == block && warp < found->warps.size())
            return {found, &found->warps[warp]};
    return {};
}

std::optional<std::size_t> split_of(const Warp& warp, unsigned lane) {
    if (warp.finished()) return std::nullopt;
    for (std::size_t s = 0; s < warp.splits.size(); ++s)
        if (has_lane(warp.splits[s].lanes, lane)) return s;
    return std::nullopt;
}

std::optional<CodePosition> position_of(const Warp& warp, unsigned lane) {
    const auto split = split_of(warp, lane);
    if (!split) return std::nullopt;
    const Split& s = warp.splits[*split];
    return CodePosition{warp.frames[s.frame].function, s.pc};
}

Dim3 thread_index(const Session& session, std::uint32_t warp, unsigned lane) {
    return from_linear_index(std::uint64_t{warp} * kLanes + lane, session.request().block);
}

std::optional<Focus> focus_of_thread(const Session& session, std::uint64_t block, Dim3 thread) {
    const Dim3& size = session.request().block;
    if (thread.x >= size.x || thread.y >= size.y || thread.z >= size.z) return std::nullopt;
    const std::uint64_t linear = linear_index(thread, size);
    return Focus{block, static_cast<std::uint32_t>(linear / kLanes),
                 static_cast<unsigned>(linear % kLanes)};
}

bool read_space(const Session& session, const WarpView& view, unsigned lane, Space space,
                Address at, void* to, std::uint64_t size) {
    switch (space) {
    case Space::Global:
    case Space::Constant: return session.read_memory(at, to, size);
    case Space::Shared:
        return view.block != nullptr &&
               read_bytes(view.block->shared.data(), view.block->shared.size(), at, to, size);
    case Space::Local:
        if (!view || view.warp->local_stride == 0) return false;
        if ((std::uint64_t{lane} + 1) * view.warp->local_stride > view.warp->local.size())
            return false;
        return read_bytes(view.warp->local.data() + std::size_t{lane} * view.warp->local_stride,
                          view.warp->local_stride, at, to, size);
    case Space::Parameter:
        return read_bytes(session.request().parameters.data(), session.request().parameters.size(),
                          at, to, size);
    }
    return false;
}

SpaceAddress resolve_generic(Address address) {
    if (in_window(address, kSharedWindow)) return {Space::Shared, address - kSharedWindow};
    if (in_window(address, kLocalWindow)) return {Space::Local, address - kLocalWindow};
    if (in_window(address, kParameterWindow)) return {Space::Parameter, address - kParameterWindow};
    return {Space::Global, address};
}

const std::uint8_t* lane_vector(const Session& session, const Warp& warp, const Frame& frame,
                                std::uint32_t register_index) {
    const ExecutableFunction& function = session.executable().functions[frame.function];
    return warp.registers.data() + frame.registers + function.register_offset[register_index];
}

} // namespace warpscope
