// Cells in global memory, which all threads change: each by one operation only, so that the order
// does not matter.
#pragma once

#include <cstdint>
#include <span>

namespace warpscope::random_kernels {

struct CellOperation {
    const char* text; ///< "add.u32"
    char letter;      ///< of the operand's register
    enum class Value : std::uint8_t {
        Any,   ///< any value at all
        Ones,  ///< 0 or 1, so that sums are exact, or stop growing at the same number
        Few,   ///< small numbers and no NaN, of which a minimum or maximum is taken
        Bound, ///< always the same constant (inc, dec)
    } value;
    unsigned vector;     ///< elements
    bool global_only;    ///< not for generic addresses
    std::uint64_t start; ///< of both halves of the cell
};
/// One a cell, for the first of them; the others take none.
std::span<const CellOperation> cell_operations();

} // namespace warpscope::random_kernels
