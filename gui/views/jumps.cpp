// Two stacks of places.
#include "gui/views/jumps.h"

namespace warpscope::views {
namespace {

/// The last place of one stack that is not `here`, which goes onto the other.
std::optional<JumpPlace> take(std::vector<JumpPlace>& from, std::vector<JumpPlace>& to,
                              const JumpPlace& here) {
    // A jump that led nowhere left the place where it began.
    while (!from.empty() && from.back() == here)
        from.pop_back();
    if (from.empty()) return std::nullopt;
    const JumpPlace place = from.back();
    from.pop_back();
    to.push_back(here);
    return place;
}

} // namespace

void Jumps::leave(const JumpPlace& here) {
    ahead_.clear();
    if (!behind_.empty() && behind_.back() == here) return;
    if (behind_.size() == kMost) behind_.erase(behind_.begin());
    behind_.push_back(here);
}

std::optional<JumpPlace> Jumps::back(const JumpPlace& here) {
    return take(behind_, ahead_, here);
}

std::optional<JumpPlace> Jumps::forward(const JumpPlace& here) {
    return take(ahead_, behind_, here);
}

bool Jumps::can_go_back(const JumpPlace& here) const {
    for (const JumpPlace& place : behind_)
        if (!(place == here)) return true;
    return false;
}

} // namespace warpscope::views
