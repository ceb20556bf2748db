// Damage: which parts of a picture are other ones than in the frame before.
#pragma once

#include <cstdint>
#include <vector>

namespace warpscope::gui {

/// Pixels from above; right and bottom are past the end.
struct PixelBox {
    int left = 0, top = 0, right = 0, bottom = 0;
    bool empty() const { return left >= right || top >= bottom; }
    bool meets(const PixelBox& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
    PixelBox inside(const PixelBox& other) const;
    bool operator==(const PixelBox&) const = default;
};

/// The picture is taken in tiles. Each has a hash of what is drawn into it, in the order of
/// drawing; tiles whose hash is another one than in the frame before are drawn again.
class Damage {
public:
    static constexpr int kTile = 32; ///< pixels
    static constexpr int kMost = 16; ///< boxes of a frame; more are joined

    /// Starts a frame. `background` is what the picture holds before anything is drawn.
    void begin(int width, int height, std::uint64_t background);
    /// Something is drawn that touches no pixel outside of `bounds`.
    void add(const PixelBox& bounds, std::uint64_t hash);
    /// Boxes of whole tiles that do not overlap, with all that changed; after another size or
    /// forget() the whole picture.
    std::vector<PixelBox> end();
    /// The picture does not hold the last frame any more.
    void forget() { before_.clear(); }

private:
    std::vector<PixelBox> changed_runs() const;

    int width_ = 0, height_ = 0, across_ = 0, down_ = 0; ///< the last two in tiles
    std::vector<std::uint64_t> before_, now_;
};

} // namespace warpscope::gui
