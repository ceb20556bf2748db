// Tables on standard output: columns as wide as their widest cell.
#pragma once

#include <string>
#include <vector>

namespace warpscope::cli {

enum class Align : unsigned char { Left, Right };

/// Rows of cells, the first being the titles. The last column is never padded; blanks at line ends
/// go.
std::string table_text(const std::vector<std::vector<std::string>>& rows,
                       const std::vector<Align>& alignment);

} // namespace warpscope::cli
