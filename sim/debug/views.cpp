// Copies what was asked for out of a session.
#include "sim/debug/views.h"

#include <algorithm>

#include "sim/debug/named_variables.h"
#include "sim/debug/snapshot_state.h"

namespace warpscope {

std::vector<std::uint64_t> resident_blocks(const Session& session) {
    std::vector<std::uint64_t> blocks;
    for (const Block* block : session.resident())
        blocks.push_back(block->linear);
    return blocks;
}

std::optional<SnapshotBlock> view_block(const Session& session, std::uint64_t block) {
    for (const Block* b : session.resident())
        if (b->linear == block) return view_block(session.executable(), *b);
    return std::nullopt;
}

std::optional<SnapshotWarp> view_warp(const Session& session, std::uint64_t block,
                                      std::uint32_t warp) {
    const WarpView view = find_warp(session, block, warp);
    if (!view) return std::nullopt;
    return view_warp(session.executable(), *view.warp);
}

std::vector<RegisterValue> registers(const Session& session, const Focus& focus,
                                     const std::vector<std::string>& names) {
    const WarpView view = find_warp(session, focus.block, focus.warp);
    if (!view) return {};
    const auto split = split_of(*view.warp, focus.lane);
    if (!split) return {};
    return read_registers(session.executable(), *view.warp, *split, names);
}

std::vector<CodePlace> call_stack(const Session& session, const Focus& focus) {
    const std::optional<SnapshotWarp> warp = view_warp(session, focus.block, focus.warp);
    if (!warp) return {};
    for (const SnapshotSplit& split : warp->splits) {
        if (!has_lane(split.lanes, focus.lane)) continue;
        std::vector<CodePlace> stack = {split.at};
        stack.insert(stack.end(), split.callers.begin(), split.callers.end());
        return stack;
    }
    return {};
}

std::vector<NamedPlace> named_places(const Session& session, const Focus& focus) {
    std::uint32_t function = 0;
    Address local_base = 0;
    const WarpView view = find_warp(session, focus.block, focus.warp);
    if (view) {
        if (const auto split = split_of(*view.warp, focus.lane)) {
            const Frame& frame = view.warp->frames[view.warp->splits[*split].frame];
            function = frame.function;
            local_base = frame.local_base;
        }
    }
    std::vector<NamedPlace> places;
    for (const NamedVariable& entry : named_variables_of(session.executable()).entries) {
        if (entry.function != kNoFunction && entry.function != function) continue;
        NamedPlace place;
        place.name = entry.short_name;
        place.symbol = entry.name;
        place.space = entry.space;
        place.element = entry.accessed_as != Type::None ? entry.accessed_as : entry.element;
        place.address = entry.address + (entry.space == Space::Local ? local_base : 0);
        place.bytes = entry.size;
        if (entry.size == 0 && entry.space == Space::Shared && view)
            place.bytes = view.block->shared.size() -
                          std::min<std::uint64_t>(entry.address, view.block->shared.size());
        place.is_array = entry.is_array;
        places.push_back(std::move(place));
    }
    return places;
}

namespace {

const std::string& ptx_text(const Session& session) {
    return session.executable().instance->module->text;
}

} // namespace

std::string ptx_line_text(const Session& session, std::uint32_t line) {
    const std::string& text = ptx_text(session);
    std::size_t at = 0;
    for (std::uint32_t k = 1; k < line && at != std::string::npos; ++k) {
        at = text.find('\n', at);
        if (at != std::string::npos) ++at;
    }
    if (line == 0 || at == std::string::npos) return "";
    const std::size_t end = text.find('\n', at);
    std::string found = text.substr(at, end == std::string::npos ? end : end - at);
    std::replace(found.begin(), found.end(), '\t', ' ');
    const std::size_t first = found.find_first_not_of(' ');
    return first == std::string::npos ? "" : found.substr(first);
}

std::uint32_t ptx_lines(const Session& session) {
    const std::string& text = ptx_text(session);
    return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n') + 1);
}

LaneMask existing_lanes(const Session& session, std::uint32_t warp) {
    const std::uint64_t threads = volume(session.request().block);
    const std::uint64_t before = std::uint64_t{warp} * kLanes;
    return before >= threads ? 0
                             : lowest_lanes(static_cast<unsigned>(
                                   std::min<std::uint64_t>(threads - before, kLanes)));
}

std::uint32_t warps_of_block(const Session& session) {
    return static_cast<std::uint32_t>((volume(session.request().block) + kLanes - 1) / kLanes);
}

} // namespace warpscope
