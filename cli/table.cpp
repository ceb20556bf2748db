// Lays out tables.
#include "cli/table.h"

#include <algorithm>

#include <fmt/format.h>

namespace warpscope::cli {

std::string table_text(const std::vector<std::vector<std::string>>& rows,
                       const std::vector<Align>& alignment) {
    std::vector<std::size_t> widths(alignment.size(), 0);
    for (const auto& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c)
            widths[c] = std::max(widths[c], row[c].size());
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c != 0) line += "  ";
            line += alignment[c] == Align::Right ? fmt::format("{:>{}}", row[c], widths[c])
                                                 : fmt::format("{:<{}}", row[c], widths[c]);
        }
        while (line.ends_with(' '))
            line.pop_back();
        text += line + "\n";
    }
    return text;
}

} // namespace warpscope::cli
