// A kernel as a tree of statements, from which any statement can be taken away and what is left is
// still a kernel without races or reads of what nothing wrote.
//
// A register is named after what it holds: %p predicate, %h 16, %r 32, %d 64 and %q 128 bits,
// %f and %g singles and doubles, %e half, %b bfloat16, %x and %y pairs of either. What is declared
// follows from the names in the text. Numbers below 90 are variables, which are defined from the
// kernel's first statement on; 90 to 99 mean the same in every kernel; those from 100 on are used
// once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/dim3.h"

namespace warpscope::random_kernels {

struct Node;
using Block = std::vector<Node>;

/// A line of text, or statements inside a statement.
struct Part {
    std::string line;
    Block block;
    bool is_block = false;
    /// What has to stand before the block's statements when they take the place of the whole
    /// statement.
    std::vector<std::string> before_alone;
};

struct Node {
    std::vector<Part> parts;
    void line(std::string text) { parts.push_back({std::move(text), {}, false, {}}); }
    void lines(const std::vector<std::string>& texts) {
        for (const std::string& text : texts)
            line(text);
    }
    void block(Block statements, std::vector<std::string> before_alone = {}) {
        parts.push_back({{}, std::move(statements), true, std::move(before_alone)});
    }
};

/// Stands in front of the statements when they, or later definitions, mention `name`.
struct Definition {
    std::string name;
    std::vector<std::string> lines;
};

/// A kernel or a device function.
struct Function {
    std::string name;
    std::string head; ///< up to the body: ".func (.param .b32 r0) f7_0(.param .b32 a0)"
    std::vector<Definition> prologue;
    Block body;
    std::string end_label;
    Block epilogue;
    std::vector<std::string> last; ///< lines before the closing brace
};

struct Shape {
    Dim3 grid, block;
    unsigned dynamic_shared_bytes() const { return 8 * threads_in_block(); }
    unsigned threads_in_block() const { return block.x * block.y * block.z; }
    unsigned threads() const { return threads_in_block() * grid.x * grid.y * grid.z; }
};

struct Program {
    std::uint64_t seed = 0;
    Shape shape;
    std::vector<Definition> variables; ///< of the module; printed when their name is mentioned
    std::vector<Function> functions;   ///< each calls only those before it; the last is the kernel
    const std::string& kernel() const { return functions.back().name; }
};

/// Lines that all kernels of one module share.
std::string module_header();
/// The rest of a module: the kernel, with the functions and variables that it mentions.
std::string text_of(const Program& program);
/// "%r12" and the like in a line, but for special registers.
std::vector<std::string> registers_in(const std::string& text);

} // namespace warpscope::random_kernels
