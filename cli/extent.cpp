// Reads grids and blocks.
#include "cli/extent.h"

#include <charconv>

#include <fmt/format.h>

namespace warpscope::cli {

Result<Dim3> parse_extent(const std::string& option, const std::string& text) {
    std::uint32_t parts[3] = {1, 1, 1};
    unsigned count = 0;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        const Diagnostic wrong{{},
                               fmt::format("{} \"{}\" is no size", option, text),
                               "write one to three numbers from 1 on: X, X,Y or X,Y,Z"};
        if (count == 3) return wrong;
        const auto [stop, error] = std::from_chars(at, end, parts[count]);
        if (error != std::errc{} || parts[count] == 0) return wrong;
        ++count;
        if (stop == end) break;
        if (*stop != ',') return wrong;
        at = stop + 1;
    }
    return Dim3{parts[0], parts[1], parts[2]};
}

} // namespace warpscope::cli
