// Frames and fresh warps: lane vectors as a new invocation finds them, special registers, local
// memory.
#include <algorithm>
#include <cstring>

#include "sim/exec/engine.h"

namespace warpscope {
namespace {

std::uint32_t special_value(SpecialRegister s, unsigned lane, const Warp& warp, const Block& block,
                            const LaunchPlan& plan) {
    const LaunchFacts& facts = plan.facts;
    const Dim3 thread = from_linear_index(std::uint64_t{warp.id} * kLanes + lane, facts.block);
    switch (s) {
    case SpecialRegister::TidX: return thread.x;
    case SpecialRegister::TidY: return thread.y;
    case SpecialRegister::TidZ: return thread.z;
    case SpecialRegister::NtidX: return facts.block.x;
    case SpecialRegister::NtidY: return facts.block.y;
    case SpecialRegister::NtidZ: return facts.block.z;
    case SpecialRegister::CtaidX:
    case SpecialRegister::ClusterIdX: return block.index.x;
    case SpecialRegister::CtaidY:
    case SpecialRegister::ClusterIdY: return block.index.y;
    case SpecialRegister::CtaidZ:
    case SpecialRegister::ClusterIdZ: return block.index.z;
    case SpecialRegister::NctaidX:
    case SpecialRegister::NclusterIdX: return facts.grid.x;
    case SpecialRegister::NctaidY:
    case SpecialRegister::NclusterIdY: return facts.grid.y;
    case SpecialRegister::NctaidZ:
    case SpecialRegister::NclusterIdZ: return facts.grid.z;
    case SpecialRegister::LaneId: return lane;
    case SpecialRegister::WarpId: return warp.id;
    case SpecialRegister::NwarpId: return plan.warps_per_block;
    case SpecialRegister::SmId: return static_cast<std::uint32_t>(block.linear % facts.sm_count);
    case SpecialRegister::NsmId: return facts.sm_count;
    case SpecialRegister::GridId: return static_cast<std::uint32_t>(facts.grid_id);
    case SpecialRegister::LanemaskEq: return 1u << lane;
    case SpecialRegister::LanemaskLt: return lowest_lanes(lane);
    case SpecialRegister::LanemaskLe: return lowest_lanes(lane + 1);
    case SpecialRegister::LanemaskGt: return ~lowest_lanes(lane + 1);
    case SpecialRegister::LanemaskGe: return ~lowest_lanes(lane);
    case SpecialRegister::DynamicSharedSize:
        return static_cast<std::uint32_t>(facts.dynamic_shared_bytes);
    case SpecialRegister::TotalSharedSize:
        return static_cast<std::uint32_t>(facts.total_shared_bytes);
    case SpecialRegister::Environment1:
        return static_cast<std::uint32_t>(facts.grid_workspace >> 32);
    case SpecialRegister::Environment2: return static_cast<std::uint32_t>(facts.grid_workspace);
    // A launch without clusters is one of clusters of a single block (PTX ISA, "%cluster_nctaid").
    case SpecialRegister::ClusterNctaidX:
    case SpecialRegister::ClusterNctaidY:
    case SpecialRegister::ClusterNctaidZ:
    case SpecialRegister::ClusterNctarank: return 1;
    default: return 0;
    }
}

/// Special registers that are the same in all lanes but differ from block to block.
bool is_of_block(SpecialRegister s) {
    switch (s) {
    case SpecialRegister::CtaidX:
    case SpecialRegister::CtaidY:
    case SpecialRegister::CtaidZ:
    case SpecialRegister::ClusterIdX:
    case SpecialRegister::ClusterIdY:
    case SpecialRegister::ClusterIdZ:
    case SpecialRegister::SmId: return true;
    default: return false;
    }
}

template<class T>
void spread(std::uint8_t* at, T value) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
        std::memcpy(at + lane * sizeof(T), &value, sizeof(T));
}

void fill_vector(std::uint8_t* frame, const FrameVector& v, std::uint32_t local_base,
                 const Warp& warp, const Block& block, const LaunchPlan& plan) {
    if (is_of_block(v.special)) {
        const std::uint32_t value = special_value(v.special, 0, warp, block, plan);
        if (v.wide)
            spread<std::uint64_t>(frame + v.offset, value);
        else
            spread(frame + v.offset, value);
        return;
    }
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        std::uint8_t* at = frame + v.offset + std::size_t{lane} * (v.wide ? 8 : 4);
        std::uint64_t value = 0;
        std::memcpy(&value, at, v.wide ? 8 : 4);
        value = v.special == SpecialRegister::None
                    ? value + local_base
                    : special_value(v.special, lane, warp, block, plan);
        std::memcpy(at, &value, v.wide ? 8 : 4);
    }
}

/// Makes room for `bytes` of local memory per thread and keeps what is there.
void grow_local(Warp& warp, std::uint32_t bytes) {
    if (bytes <= warp.local_stride) return;
    std::vector<std::uint8_t> bigger(std::size_t{bytes} * kLanes, kPoison);
    for (unsigned lane = 0; lane < kLanes && warp.local_stride != 0; ++lane)
        std::copy_n(warp.local.begin() + std::size_t{lane} * warp.local_stride, warp.local_stride,
                    bigger.begin() + std::size_t{lane} * bytes);
    warp.local = std::move(bigger);
    warp.local_stride = bytes;
}

/// What no instruction writes: immediates, addresses, special registers.
void fill_constants(std::uint8_t* frame, const ExecutableFunction& f, std::uint32_t local_base,
                    const Warp& warp, const Block& block, const LaunchPlan& plan) {
    if (!f.template_bytes.empty())
        std::memcpy(frame + f.template_offset, f.template_bytes.data(), f.template_bytes.size());
    for (const FrameVector& v : f.frame_vectors)
        fill_vector(frame, v, local_base, warp, block, plan);
}

/// Registers as a new invocation sees them.
void clear_registers(std::uint8_t* frame, const ExecutableFunction& f) {
    std::memset(frame, 0, 4); // the carry flags
    if (f.parameter_bytes != 0)
        std::memset(frame + f.register_bytes, 0, std::size_t{32} * f.parameter_bytes);
    for (std::size_t k = 0; k < f.cleared_registers.size(); ++k)
        std::memset(frame + f.cleared_registers[k], 0, f.cleared_sizes[k]);
}

/// Links a frame in, with room for its registers and local memory but nothing in it.
std::uint16_t add_frame(Warp& warp, const LaunchPlan& plan, std::uint32_t function,
                        const Frame& link) {
    const ExecutableFunction& f = plan.executable->functions[function];
    const auto unused = std::find_if(warp.frames.begin(), warp.frames.end(),
                                     [](const Frame& x) { return !x.used; });
    const std::uint16_t index = static_cast<std::uint16_t>(unused - warp.frames.begin());
    if (unused == warp.frames.end()) warp.frames.emplace_back();
    Frame& frame = warp.frames[index];
    frame = link;
    frame.function = function;
    frame.used = true;
    frame.registers = warp.registers_used;
    frame.bytes = f.frame_bytes();
    warp.registers_used +=
        (frame.bytes + kLaneVectorAlignment - 1) / kLaneVectorAlignment * kLaneVectorAlignment;
    warp.registers.grow(warp.registers_used);
    grow_local(warp, frame.local_base + f.local_bytes);
    return index;
}

} // namespace

std::uint16_t push_frame(Warp& warp, const Block& block, const LaunchPlan& plan,
                         std::uint32_t function, const Frame& link) {
    const ExecutableFunction& f = plan.executable->functions[function];
    const std::uint16_t index = add_frame(warp, plan, function, link);
    const Frame& frame = warp.frames[index];
    std::uint8_t* bytes = warp.registers.data() + frame.registers;
    clear_registers(bytes, f);
    fill_constants(bytes, f, frame.local_base, warp, block, plan);
    return index;
}

void pop_frame(Warp& warp, std::uint16_t frame) {
    warp.frames[frame].used = false;
    // Frames form a tree; storage is given back down to the highest one still in use.
    std::uint64_t used = 0;
    for (const Frame& f : warp.frames)
        if (f.used) used = std::max(used, f.registers + f.bytes);
    warp.registers_used =
        (used + kLaneVectorAlignment - 1) / kLaneVectorAlignment * kLaneVectorAlignment;
}

void start_warp(Warp& warp, const Block& block, const LaunchPlan& plan, std::uint32_t id) {
    const std::uint64_t threads = volume(plan.facts.block);
    const std::uint64_t first = std::uint64_t{id} * kLanes;
    warp.id = id;
    warp.existing =
        lowest_lanes(static_cast<unsigned>(std::min<std::uint64_t>(threads - first, kLanes)));
    warp.alive = warp.existing;
    warp.rejoins.clear();
    warp.frames.clear();
    warp.splits.assign(1, Split{});
    warp.current = 0;
    warp.registers_used = 0;
    warp.executed = warp.spin_edges = 0;
    std::fill(warp.local.begin(), warp.local.end(), kPoison);
    Frame link;
    link.lanes = warp.alive;
    add_frame(warp, plan, 0, link);
    const ExecutableFunction& kernel = plan.executable->functions[0];
    std::uint8_t* frame = warp.registers.data();
    clear_registers(frame, kernel);
    if (!warp.has_kernel_constants) {
        fill_constants(frame, kernel, 0, warp, block, plan);
        warp.has_kernel_constants = true;
    } else {
        // This warp of an earlier block left all else as it must be.
        for (const FrameVector& v : kernel.frame_vectors)
            if (is_of_block(v.special)) fill_vector(frame, v, 0, warp, block, plan);
    }
    warp.splits[0].lanes = warp.alive;
}

} // namespace warpscope
