// Redraw: of a frame, the triangles that have to be drawn over the frame before.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <imgui.h>

#include "gui/backend/damage.h"

namespace warpscope::gui {

class Redraw {
public:
    /// After this, changed() and part() hold what makes of a picture of the frame before one of
    /// this frame. Frames have no callbacks, and a pixel of the picture for each of ImGui's.
    void compare(const ImDrawData& frame, int width, int height, std::uint32_t background_rgb);
    /// Boxes to fill with the background.
    const std::vector<PixelBox>& changed() const { return changed_; }
    /// What to draw into them; lives until the next call.
    ImDrawData* part() { return &part_; }
    /// The picture does not hold the last frame any more, or the textures are other ones.
    void forget() { damage_.forget(); }

private:
    struct Triangle {
        PixelBox bounds;
        std::uint32_t list = 0, command = 0, index = 0;
    };

    void collect(const ImDrawData& frame, int height);
    void emit(const ImDrawData& frame, int height, const PixelBox& box);
    ImDrawIdx vertex(const ImDrawList& list, std::uint32_t from, unsigned vertex_offset);

    Damage damage_;
    std::vector<PixelBox> changed_;
    std::vector<Triangle> triangles_;
    std::vector<std::uint64_t> copies_; ///< by vertex: the pass that copied it, and where to
    std::uint32_t pass_ = 0;
    std::unique_ptr<ImDrawList> list_;
    ImDrawList* lists_[1] = {};
    ImDrawData part_;
};

} // namespace warpscope::gui
