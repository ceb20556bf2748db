// Kernel arguments as people write them, `n=u32:7` or `out=zeros:f32:1024`, and what their bytes
// are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/program/types.h"

namespace warpscope {

/// One argument. A scalar is passed by value; a buffer gets device memory and its address is
/// passed.
struct PtxArgument {
    enum class Kind : std::uint8_t { Scalar, Buffer };
    std::string text; ///< as written, for messages
    std::string name; ///< empty when the argument has none
    Kind kind = Kind::Scalar;
    Type type = Type::None;
    std::vector<std::uint8_t> bytes;
};

/// Reads `[NAME=]TYPE:VALUE`, `zeros:TYPE:N`, `iota:TYPE:N`, `random:TYPE:N:SEED`,
/// `values:TYPE:A,B,…` or `file:PATH`. Types are u8 … u64, s8 … s64, f32, f64; a hexadecimal value
/// means the bits. Random integers are spread over all values of their type, random floats over [0,
/// 1).
Result<PtxArgument> parse_ptx_argument(const std::string& text);

/// `NAME[:TYPE[:COUNT]]`: which buffer to show after the launch, and as what.
struct PtxPrint {
    std::string name;
    Type type = Type::None;  ///< None: the argument's own
    std::uint64_t count = 0; ///< 0: all
};
Result<PtxPrint> parse_ptx_print(const std::string& text);

/// Elements of a buffer as text, separated by blanks. `bytes` holds a whole number of them.
std::string elements_text(Type type, const std::vector<std::uint8_t>& bytes);

} // namespace warpscope
