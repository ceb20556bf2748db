// Pages of cells, by the word or by the byte.
#include "sim/checkers/cell_pages.h"

namespace warpscope {

void CellPages::split(std::vector<AccessCell>& page) {
    std::vector<AccessCell> bytes(kPageBytes);
    for (std::size_t b = 0; b < bytes.size(); ++b)
        bytes[b] = page[b / 4];
    page = std::move(bytes);
}

} // namespace warpscope
