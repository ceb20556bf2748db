// Constant expressions (PTX ISA, "Constant Expressions").
#pragma once

#include <cstdint>

#include "sim/program/types.h"
#include "sim/ptx/cursor.h"

namespace warpscope::ptx {

/// S64, U64 or F64; F32 for a lone 0f literal, which takes no part in expressions.
struct Constant {
    Type type = Type::S64;
    std::uint64_t bits = 0;
};

/// Reads a whole expression, `?:` included.
bool parse_constant(Cursor& cursor, Constant& constant);
/// Reads one that must be an integer.
bool parse_integer(Cursor& cursor, std::int64_t& value);
/// Reads an unsigned integer of at most `limit`; `what` names it in the message.
bool parse_bounded(Cursor& cursor, std::uint64_t limit, const char* what, std::uint64_t& value);

} // namespace warpscope::ptx
