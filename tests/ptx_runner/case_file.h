// Case files: what tests/ptx/README.md describes, read into a form that any device can run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/dim3.h"
#include "sim/base/result.h"
#include "sim/program/types.h"
#include "tests/ptx_runner/image_argument.h"

namespace warpscope::cases {

/// A value as written: bits, or one of the wildcards.
struct Value {
    std::uint64_t low = 0, high = 0; ///< `high` for 128-bit types only
    bool any = false;                ///< `_` or `*`: not compared
    bool any_nan = false;
};

/// A kernel argument: a scalar, or a named buffer with its initial bytes.
struct Argument {
    std::string name;
    bool is_buffer = false;
    Type type = Type::None;
    std::vector<std::uint8_t> bytes;
    std::optional<ImageArgument> image = {}; ///< a texture or surface over the bytes
};

/// Leading elements that a buffer must hold afterwards.
struct Expectation {
    std::string buffer;
    Type type = Type::None;
    std::vector<Value> values;
    std::uint32_t line = 0;           ///< in the case file, of the first value
    std::vector<std::uint32_t> lines; ///< per value, for snippets: the tuple's line
};

struct Case {
    std::string path;
    std::string summary; ///< the first comment line
    std::vector<std::string> rows;
    std::string ptx; ///< a whole module
    std::string kernel;
    Dim3 grid, block;
    std::uint64_t dynamic_shared_bytes = 0;
    bool stack_model = false;
    std::vector<Argument> arguments;
    std::vector<Expectation> expectations;
    std::string fault;   ///< expected fault kind, or empty
    std::string problem; ///< expected diagnostic text, or empty
    std::uint32_t tolerance_ulp = 0;
};

Result<Case> read_case(const std::string& path);

/// The bits of one value of `type`; false when the text is not one.
bool parse_value(const std::string& text, Type type, Value& value);

/// "" when equal as the case demands, else why not.
std::string compare(const Value& expected, const std::uint8_t* actual, Type type,
                    std::uint32_t tolerance_ulp);

} // namespace warpscope::cases
