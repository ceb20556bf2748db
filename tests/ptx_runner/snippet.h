// Snippets: a few instructions over named registers, wrapped into a kernel that runs one tuple a
// thread.
#pragma once

#include "tests/ptx_runner/case_file.h"

namespace warpscope::cases {

struct SnippetVariable {
    std::string name;
    Type type = Type::None;
    bool is_input = false, is_output = false;
    std::vector<Value> inputs, outputs; ///< one per tuple
};

struct Snippet {
    std::string target = "sm_80", version = "8.0", setup;
    std::vector<SnippetVariable> variables;
    std::vector<std::uint32_t> tuple_lines;

    /// `a .u32, b .u32`; false when it cannot be read.
    bool declare(const std::string& text, bool input);
    /// "" or what is wrong.
    std::string add_tuple(const std::vector<std::string>& in, const std::vector<std::string>& out,
                          std::uint32_t line);
    /// Writes module, arguments and expectations of `result`; "" or what is wrong.
    std::string build(const std::vector<std::string>& body, Case& result) const;
};

} // namespace warpscope::cases
