// LineMap: where the lines of a text are after it was edited, and where they were before.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::views {

/// Lines are numbered from 1. What both texts have in common stays in order (a longest common
/// subsequence of lines); a line that was changed in place stands for the one that it was.
class LineMap {
public:
    /// Maps every line to itself.
    LineMap() = default;
    LineMap(const std::vector<std::string>& before, const std::vector<std::string>& after);

    /// Where that line is now; of a line that is gone, what stands where it was. Never falls while
    /// `line` rises.
    std::uint32_t after(std::uint32_t line) const;
    /// Where that line was; 0 when it is new or was changed.
    std::uint32_t before(std::uint32_t line) const;
    /// The text is another one.
    bool changed() const { return changed_; }

private:
    std::vector<std::uint32_t> after_, before_; ///< [0] is line 1; before_: 0 for new lines
    bool changed_ = false;
};

} // namespace warpscope::views
