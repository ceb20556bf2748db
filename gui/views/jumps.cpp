// Two stacks of places.
#include "gui/views/jumps.h"

namespace warpscope::views {

void Jumps::leave(const JumpPlace& here) {
    ahead_.clear();
    if (!behind_.empty() && behind_.back() == here) return;
    if (behind_.size() == kMost) behind_.erase(behind_.begin());
    behind_.push_back(here);
}

std::optional<JumpPlace> Jumps::back(const JumpPlace& here) {
    // A jump that led nowhere left the place where it began.
    while (!behind_.empty() && behind_.back() == here)
        behind_.pop_back();
    if (behind_.empty()) return std::nullopt;
    const JumpPlace place = behind_.back();
    behind_.pop_back();
    ahead_.push_back(here);
    return place;
}

std::optional<JumpPlace> Jumps::forward(const JumpPlace& here) {
    while (!ahead_.empty() && ahead_.back() == here)
        ahead_.pop_back();
    if (ahead_.empty()) return std::nullopt;
    const JumpPlace place = ahead_.back();
    ahead_.pop_back();
    behind_.push_back(here);
    return place;
}

bool Jumps::can_go_back(const JumpPlace& here) const {
    for (const JumpPlace& place : behind_)
        if (!(place == here)) return true;
    return false;
}

} // namespace warpscope::views
