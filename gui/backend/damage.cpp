// Hashes by tile; tiles that changed are joined to runs, runs to boxes.
#include "gui/backend/damage.h"

#include <algorithm>
#include <limits>

namespace warpscope::gui {
namespace {

std::int64_t area(const PixelBox& b) {
    return static_cast<std::int64_t>(b.right - b.left) * (b.bottom - b.top);
}

PixelBox around(const PixelBox& a, const PixelBox& b) {
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
            std::max(a.bottom, b.bottom)};
}

/// The two whose common box covers the fewest pixels more become one, with all that it meets.
void join_two(std::vector<PixelBox>& boxes) {
    std::size_t first = 0, second = 1;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t a = 0; a < boxes.size(); ++a)
        for (std::size_t b = a + 1; b < boxes.size(); ++b) {
            const std::int64_t more =
                area(around(boxes[a], boxes[b])) - area(boxes[a]) - area(boxes[b]);
            if (more >= least) continue;
            least = more;
            first = a;
            second = b;
        }
    PixelBox joined = around(boxes[first], boxes[second]);
    for (bool grew = true; grew;) {
        const auto rest = std::partition(boxes.begin(), boxes.end(),
                                         [&](const PixelBox& b) { return !b.meets(joined); });
        grew = rest != boxes.end();
        for (auto box = rest; box != boxes.end(); ++box)
            joined = around(joined, *box);
        boxes.erase(rest, boxes.end());
    }
    boxes.push_back(joined);
}

} // namespace

PixelBox PixelBox::inside(const PixelBox& other) const {
    return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
            std::min(bottom, other.bottom)};
}

void Damage::begin(int width, int height, std::uint64_t background) {
    if (width != width_ || height != height_) forget();
    width_ = width;
    height_ = height;
    across_ = (width + kTile - 1) / kTile;
    down_ = (height + kTile - 1) / kTile;
    now_.assign(static_cast<std::size_t>(across_) * static_cast<std::size_t>(down_), background);
}

void Damage::add(const PixelBox& bounds, std::uint64_t hash) {
    const PixelBox seen = bounds.inside({0, 0, width_, height_});
    if (seen.empty()) return;
    const int right = (seen.right - 1) / kTile, bottom = (seen.bottom - 1) / kTile;
    for (int y = seen.top / kTile; y <= bottom; ++y)
        for (int x = seen.left / kTile; x <= right; ++x) {
            std::uint64_t& tile = now_[static_cast<std::size_t>(y * across_ + x)];
            tile = (tile ^ hash) * 0x9e3779b97f4a7c15u;
            tile ^= tile >> 29;
        }
}

/// Rows of tiles side by side, those of the same columns below each other joined.
std::vector<PixelBox> Damage::changed_runs() const {
    std::vector<PixelBox> boxes;
    for (int y = 0; y < down_; ++y) {
        const auto differs = [&](int x) {
            const auto tile = static_cast<std::size_t>(y * across_ + x);
            return now_[tile] != before_[tile];
        };
        for (int x = 0; x < across_; ++x) {
            if (!differs(x)) continue;
            const int first = x;
            while (x < across_ && differs(x))
                ++x;
            const PixelBox run = {first * kTile, y * kTile, std::min(x * kTile, width_),
                                  std::min((y + 1) * kTile, height_)};
            const auto above = std::find_if(boxes.begin(), boxes.end(), [&](const PixelBox& b) {
                return b.left == run.left && b.right == run.right && b.bottom == run.top;
            });
            if (above == boxes.end())
                boxes.push_back(run);
            else
                above->bottom = run.bottom;
        }
    }
    return boxes;
}

std::vector<PixelBox> Damage::end() {
    std::vector<PixelBox> boxes;
    if (before_.size() != now_.size())
        boxes = {{0, 0, width_, height_}};
    else
        boxes = changed_runs();
    // So that joining takes no time to speak of.
    if (boxes.size() > 8 * kMost) boxes = {{0, 0, width_, height_}};
    while (boxes.size() > kMost)
        join_two(boxes);
    before_.swap(now_);
    return boxes;
}

} // namespace warpscope::gui
