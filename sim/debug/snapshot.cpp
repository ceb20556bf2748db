// Taking snapshots of a stepped launch, and reading registers out of them.
#include "sim/debug/snapshot.h"

#include <algorithm>
#include <cstring>

#include "sim/debug/snapshot_state.h"

namespace warpscope {
namespace {

std::vector<SourceLine> lines_of(const Module& module, const Function& function,
                                 const Instruction& instruction) {
    std::vector<SourceLine> lines;
    if (instruction.location >= function.locations.size()) return lines;
    for (const SourceFrame& frame : function.locations[instruction.location].frames) {
        SourceLine line;
        if (frame.file < module.files.size()) line.file = module.files[frame.file];
        line.line = frame.line;
        line.column = frame.column;
        line.function = frame.function;
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

CodePlace place_of(const Executable& executable, std::uint32_t function,
                   std::uint32_t instruction) {
    const Function& source = *executable.functions[function].source;
    CodePlace place;
    place.function = function;
    place.instruction = instruction;
    place.function_name = source.name;
    if (instruction >= source.instructions.size()) return place;
    place.ptx_line = source.instructions[instruction].line;
    place.source = lines_of(*executable.instance->module, source, source.instructions[instruction]);
    return place;
}

namespace {

SnapshotSplit view(const Executable& executable, const Warp& warp, const Split& split) {
    SnapshotSplit s;
    const Frame* frame = &warp.frames[split.frame];
    s.at = place_of(executable, frame->function, split.pc);
    for (; frame->parent != kNone16; frame = &warp.frames[frame->parent]) {
        // The frame remembers where it returns to, which is the instruction after the call.
        const std::uint32_t caller = warp.frames[frame->parent].function;
        s.callers.push_back(place_of(executable, caller, frame->return_to - 1));
    }
    s.lanes = split.lanes;
    s.state = static_cast<LaneState>(split.state);
    s.members = split.members;
    s.barrier = split.barrier;
    s.current = &split == &warp.splits[warp.current];
    return s;
}

static_assert(static_cast<unsigned>(LaneState::AtWarpSync) ==
              static_cast<unsigned>(SplitState::AtWarpSync));

RegisterValue read_register(const std::uint8_t* frame, const Register& source,
                            std::uint32_t offset) {
    RegisterValue value;
    value.name = source.name;
    value.type = std::string(name_of(source.type));
    if (source.type == Type::Pred) {
        value.bytes = 0;
        LaneMask mask = 0;
        std::memcpy(&mask, frame + offset, sizeof mask);
        for (unsigned lane = 0; lane < kLanes; ++lane)
            value.low[lane] = has_lane(mask, lane) ? 1 : 0;
        return value;
    }
    value.bytes = size_in_bytes(source.type);
    const unsigned slot = slot_bytes(source.type);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        const std::uint8_t* at = frame + offset + std::size_t{lane} * slot;
        std::memcpy(&value.low[lane], at, std::min(value.bytes, 8u));
        if (slot == 16) std::memcpy(&value.high[lane], at + 8, 8);
    }
    return value;
}

} // namespace

SnapshotWarp view_warp(const Executable& executable, const Warp& warp) {
    SnapshotWarp w;
    w.id = warp.id;
    w.alive = warp.alive;
    w.existing = warp.existing;
    w.executed = warp.executed;
    if (!warp.finished())
        for (const Split& split : warp.splits)
            w.splits.push_back(view(executable, warp, split));
    return w;
}

SnapshotBlock view_block(const Executable& executable, const Block& block) {
    SnapshotBlock b;
    b.index = block.index;
    b.linear = block.linear;
    b.shared = block.shared;
    for (const Warp& warp : block.warps)
        b.warps.push_back(view_warp(executable, warp));
    return b;
}

std::vector<RegisterValue> read_registers(const Executable& executable, const Warp& warp,
                                          std::size_t split,
                                          const std::vector<std::string>& names) {
    std::vector<RegisterValue> values;
    const Frame& frame = warp.frames[warp.splits[split].frame];
    const ExecutableFunction& function = executable.functions[frame.function];
    for (std::size_t r = 0; r < function.source->registers.size(); ++r) {
        const Register& source = function.source->registers[r];
        if (!names.empty() && std::find(names.begin(), names.end(), source.name) == names.end())
            continue;
        values.push_back(read_register(warp.registers.data() + frame.registers, source,
                                       function.register_offset[r]));
    }
    return values;
}

Snapshot take_snapshot(const SteppedLaunch& launch, std::shared_ptr<const Executable> executable) {
    Snapshot snapshot;
    snapshot.position = launch.position();
    snapshot.ended = launch.ended();
    auto state = std::make_shared<SnapshotState>();
    state->executable = std::move(executable);
    for (const Block* block : launch.resident()) {
        state->blocks.push_back(*block);
        snapshot.blocks.push_back(view_block(*state->executable, *block));
    }
    snapshot.state = std::move(state);
    return snapshot;
}

std::vector<RegisterValue> registers(const Snapshot& snapshot, std::size_t block, std::size_t warp,
                                     std::size_t split, const std::vector<std::string>& names) {
    if (snapshot.state == nullptr || block >= snapshot.blocks.size() ||
        warp >= snapshot.blocks[block].warps.size() ||
        split >= snapshot.blocks[block].warps[warp].splits.size())
        return {};
    return read_registers(*snapshot.state->executable, snapshot.state->blocks[block].warps[warp],
                          split, names);
}

} // namespace warpscope
