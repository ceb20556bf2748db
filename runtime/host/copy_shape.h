// CopyShape: how the bytes of a copy lie.
#pragma once

#include <cstddef>

namespace warpscope::host {

/// A rectangle of `rows` rows; a copy in one piece has one row.
struct CopyShape {
    std::size_t width = 0, rows = 1;          ///< bytes, rows
    std::size_t to_pitch = 0, from_pitch = 0; ///< bytes from row to row
};

} // namespace warpscope::host
