// Offscreen: a picture in the GPU's memory to draw into instead of a window.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/result.h"

namespace warpscope::gui {

/// Needs a current OpenGL context; the picture is what is drawn into from its making to its end, or
/// until show().
class Offscreen {
public:
    Offscreen(int width, int height);
    ~Offscreen();
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;

    Status status() const { return status_; }
    int width() const { return width_; }
    int height() const { return height_; }
    /// It is drawn into again.
    void bind() const;
    /// Copies it to the window's back buffer, which is drawn into then.
    void show() const;
    /// 3 bytes each, rows from above.
    std::vector<std::uint8_t> pixels() const;

private:
    int width_, height_;
    unsigned frame_ = 0, color_ = 0;
    Status status_ = Done{};
};

} // namespace warpscope::gui
