// Writing pixels as a PNG file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "sim/base/result.h"

namespace warpscope::gui {

/// `pixels`: 3 bytes each, rows from above.
Status write_png(const std::filesystem::path& file, int width, int height,
                 const std::vector<std::uint8_t>& pixels);

} // namespace warpscope::gui
