// What is equal at both ends is found first: mostly that leaves a line or two.
#include "gui/views/line_map.h"

#include <algorithm>

namespace warpscope::views {
namespace {

/// Beyond so many comparisons lines between the equal ends count as changed.
constexpr std::size_t kMostCompared = 4'000'000;

using Lines = std::vector<std::string>;

/// Pairs of equal lines of [b0, b1) and [a0, a1), in order; as many as there can be.
void match(const Lines& before, const Lines& after, std::size_t b0, std::size_t b1, std::size_t a0,
           std::size_t a1, std::vector<std::uint32_t>& origin) {
    const std::size_t n = b1 - b0, m = a1 - a0;
    if (n == 0 || m == 0 || n * m > kMostCompared) return;
    // best[i][j]: most pairs from there to the ends.
    std::vector<std::uint16_t> best((n + 1) * (m + 1), 0);
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint16_t& {
        return best[i * (m + 1) + j];
    };
    for (std::size_t i = n; i-- > 0;)
        for (std::size_t j = m; j-- > 0;)
            at(i, j) = before[b0 + i] == after[a0 + j]
                           ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                           : std::max(at(i + 1, j), at(i, j + 1));
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
        if (before[b0 + i] == after[a0 + j])
            origin[a0 + j++] = static_cast<std::uint32_t>(b0 + ++i);
        else if (at(i + 1, j) >= at(i, j + 1))
            ++i;
        else
            ++j;
    }
}

} // namespace

LineMap::LineMap(const Lines& before, const Lines& after)
    : after_(before.size(), 0), before_(after.size(), 0), changed_(before != after) {
    std::size_t head = 0, tail = 0;
    const std::size_t least = std::min(before.size(), after.size());
    while (head < least && before[head] == after[head])
        ++head;
    while (tail < least - head &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    for (std::size_t i = 0; i < head; ++i)
        before_[i] = static_cast<std::uint32_t>(i + 1);
    for (std::size_t i = 0; i < tail; ++i)
        before_[after.size() - 1 - i] = static_cast<std::uint32_t>(before.size() - i);
    match(before, after, head, before.size() - tail, head, after.size() - tail, before_);
    for (std::size_t a = 0; a < before_.size(); ++a)
        if (before_[a] != 0) after_[before_[a] - 1] = static_cast<std::uint32_t>(a + 1);
    // A stretch of lines without equals stands for the stretch between the same neighbours.
    const auto last = static_cast<std::uint32_t>(after.size());
    std::uint32_t previous = 0;
    for (std::size_t b = 0; b < after_.size();) {
        if (after_[b] != 0) {
            previous = after_[b++];
            continue;
        }
        std::size_t end = b;
        while (end < after_.size() && after_[end] == 0)
            ++end;
        const std::uint32_t next = end < after_.size() ? after_[end] : last + 1;
        // Nothing between: what stands there now, or the last line.
        const std::uint32_t most = next > previous + 1 ? next - 1 : std::min(next, last);
        for (std::uint32_t to = previous + 1; b < end; ++b, ++to)
            after_[b] = std::min(to, most);
    }
}

std::uint32_t LineMap::after(std::uint32_t line) const {
    if (line == 0 || after_.empty()) return line;
    return line <= after_.size() ? after_[line - 1] : after_.back();
}

std::uint32_t LineMap::before(std::uint32_t line) const {
    if (line == 0 || (before_.empty() && after_.empty())) return line;
    return line <= before_.size() ? before_[line - 1] : 0;
}

} // namespace warpscope::views
