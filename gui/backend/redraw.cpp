// Triangles are hashed into the tiles that they touch; those in boxes that changed are copied.
#include "gui/backend/redraw.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace warpscope::gui {
namespace {

/// The pixels that ImGui's OpenGL backend lets a command change.
PixelBox scissor_of(const ImDrawCmd& command, int height) {
    const ImVec4& clip = command.ClipRect;
    const int left = static_cast<int>(clip.x);
    const int bottom = height - static_cast<int>(static_cast<float>(height) - clip.w);
    return {left, bottom - static_cast<int>(clip.w - clip.y),
            left + static_cast<int>(clip.z - clip.x), bottom};
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
}

std::uint64_t mixed(std::uint64_t hash, const ImDrawVert& v) {
    std::uint64_t place = 0, texel = 0;
    std::memcpy(&place, &v.pos, sizeof place);
    std::memcpy(&texel, &v.uv, sizeof texel);
    return mixed(mixed(mixed(hash, place), texel), v.col);
}

int below(float of) {
    return static_cast<int>(std::floor(std::clamp(of, -1e6f, 1e6f)));
}

/// A pixel more on each side than what is covered.
PixelBox bounds_of(const ImVec2& a, const ImVec2& b, const ImVec2& c) {
    return {below(std::min({a.x, b.x, c.x})) - 1, below(std::min({a.y, b.y, c.y})) - 1,
            below(std::max({a.x, b.x, c.x})) + 2, below(std::max({a.y, b.y, c.y})) + 2};
}

} // namespace

/// Of each command the clip and the texture belong to the hash, too.
void Redraw::collect(const ImDrawData& frame, int height) {
    triangles_.clear();
    for (int l = 0; l < frame.CmdListsCount; ++l) {
        const ImDrawList& list = *frame.CmdLists[l];
        for (int c = 0; c < list.CmdBuffer.Size; ++c) {
            const ImDrawCmd& command = list.CmdBuffer[c];
            const PixelBox clip = scissor_of(command, height);
            std::uint64_t start = mixed(0, reinterpret_cast<std::uintptr_t>(command.TextureId));
            start = mixed(start, static_cast<std::uint64_t>(clip.left) << 32 ^
                                     static_cast<std::uint32_t>(clip.top));
            start = mixed(start, static_cast<std::uint64_t>(clip.right) << 32 ^
                                     static_cast<std::uint32_t>(clip.bottom));
            const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
            for (unsigned k = 0; k + 3 <= command.ElemCount; k += 3) {
                const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset + k;
                const ImDrawVert &a = vertices[index[0]], &b = vertices[index[1]],
                                 &d = vertices[index[2]];
                const PixelBox bounds = bounds_of(a.pos, b.pos, d.pos).inside(clip);
                if (bounds.empty()) continue;
                damage_.add(bounds, mixed(mixed(mixed(start, a), b), d));
                triangles_.push_back({bounds, static_cast<std::uint32_t>(l),
                                      static_cast<std::uint32_t>(c), command.IdxOffset + k});
            }
        }
    }
}

ImDrawIdx Redraw::vertex(const ImDrawList& list, std::uint32_t from, unsigned vertex_offset) {
    std::uint64_t& copy = copies_[from];
    if (copy >> 32 != pass_) {
        const auto to = static_cast<std::uint32_t>(list_->VtxBuffer.Size) - vertex_offset;
        list_->VtxBuffer.push_back(list.VtxBuffer[static_cast<int>(from)]);
        copy = static_cast<std::uint64_t>(pass_) << 32 | to;
    }
    return static_cast<ImDrawIdx>(copy);
}

void Redraw::emit(const ImDrawData& frame, int height, const PixelBox& box) {
    ImVector<ImDrawCmd>& commands = list_->CmdBuffer;
    std::uint32_t at_list = UINT32_MAX, at_command = UINT32_MAX;
    const auto offset = [&] { return commands.back().VtxOffset; };
    for (const Triangle& t : triangles_) {
        if (!t.bounds.meets(box)) continue;
        const ImDrawList& list = *frame.CmdLists[t.list];
        const ImDrawCmd& command = list.CmdBuffer[static_cast<int>(t.command)];
        const bool is_full = !commands.empty() &&
                             static_cast<unsigned>(list_->VtxBuffer.Size) - offset() + 3 > 0xffff;
        if (t.list != at_list || t.command != at_command || is_full) {
            const PixelBox clip = scissor_of(command, height).inside(box);
            const ImVec4 area = {static_cast<float>(clip.left), static_cast<float>(clip.top),
                                 static_cast<float>(clip.right), static_cast<float>(clip.bottom)};
            // Vertices are found again in one list, up to as many as an index can name.
            const bool fresh = commands.empty() || t.list != at_list || is_full;
            if (fresh) {
                ++pass_;
                copies_.resize(
                    std::max(copies_.size(), static_cast<std::size_t>(list.VtxBuffer.Size)));
            }
            const ImDrawCmd* last = commands.empty() ? nullptr : &commands.back();
            const bool goes_on = !fresh && last->TextureId == command.TextureId &&
                                 std::memcmp(&last->ClipRect, &area, sizeof area) == 0;
            if (!goes_on) {
                ImDrawCmd made;
                made.ClipRect = area;
                made.TextureId = command.TextureId;
                made.IdxOffset = static_cast<unsigned>(list_->IdxBuffer.Size);
                made.VtxOffset = fresh ? static_cast<unsigned>(list_->VtxBuffer.Size) : offset();
                commands.push_back(made);
            }
            at_list = t.list;
            at_command = t.command;
        }
        for (unsigned k = 0; k < 3; ++k) {
            const ImDrawIdx index = list.IdxBuffer[static_cast<int>(t.index + k)];
            list_->IdxBuffer.push_back(vertex(list, index + command.VtxOffset, offset()));
        }
        commands.back().ElemCount += 3;
    }
}

void Redraw::compare(const ImDrawData& frame, int width, int height, std::uint32_t background) {
    damage_.begin(width, height, background);
    collect(frame, height);
    changed_ = damage_.end();
    if (list_ == nullptr) list_ = std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData());
    list_->CmdBuffer.resize(0);
    list_->IdxBuffer.resize(0);
    list_->VtxBuffer.resize(0);
    for (const PixelBox& box : changed_)
        emit(frame, height, box);
    lists_[0] = list_.get();
    part_ = frame;
    part_.CmdLists = lists_;
    part_.CmdListsCount = list_->CmdBuffer.empty() ? 0 : 1;
    part_.TotalVtxCount = list_->VtxBuffer.Size;
    part_.TotalIdxCount = list_->IdxBuffer.Size;
}

} // namespace warpscope::gui
