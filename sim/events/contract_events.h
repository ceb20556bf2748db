// What the evaluation of a launch contract announces (sim/exec/contract_run.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/events/ids.h"

namespace warpscope {

/// One side of a clause of a launch contract.
struct ClauseValue {
    /// As runtime/include/ws/contract_values.h numbers them.
    enum class Kind : std::uint8_t {
        None,
        Boolean,
        SignedInteger,
        UnsignedInteger,
        Floating, ///< the bits of a double
        Pointer,
        Extents,  ///< x in the upper half, y and z in 16 bits each
        Overflow, ///< of a calculation: more than 64 bits, or negative
    };
    Kind kind = Kind::None;
    std::uint64_t bits = 0;
};
/// A clause was evaluated: `left comparison right`, or a condition when `comparison` is empty.
struct ClauseEvent {
    WarpId warp;
    CodePosition at;
    std::string_view text, file;
    std::uint32_t line = 0;
    bool holds = false;
    std::string_view comparison;
    ClauseValue left, right;
};

} // namespace warpscope
