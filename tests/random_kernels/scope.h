// Scope: the names that statements of one function may use, and how much they may still cost.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "tests/random_kernels/program.h"
#include "tests/random_kernels/random.h"

namespace warpscope::random_kernels {

/// Joins pieces. Pieces in braces are computed from left to right with every compiler, which sums
/// of strings are not; so whatever draws two numbers at random goes through here.
std::string join(std::initializer_list<std::string> pieces);

struct Lines : std::vector<std::string> {
    void add(std::initializer_list<std::string> pieces) { push_back(join(pieces)); }
};

/// A device function that statements may call.
struct Callee {
    std::string name;
    std::string parameters, results; ///< a letter each
    bool takes_mask = false;         ///< a further parameter: the lanes that call
};

/// What holds where a statement stands.
struct Flow {
    /// A register with the lanes of the warp that get here together; "": nobody knows.
    std::string mask;
    bool whole = false;         ///< the mask names 32 lanes
    bool block_uniform = false; ///< all threads of the block get here, or none
    bool shared_slot = false;   ///< nobody else looks at this thread's slots in shared memory
    std::string break_label, next_label; ///< of the loop that lanes may leave on their own
    std::string exit_label;              ///< no later statement needs all lanes
    unsigned times = 1;                  ///< about how often a statement here is executed
    unsigned depth = 0;                  ///< of nesting
};

/// How likely each family of statements is, of the kernel's character.
struct Weights {
    unsigned arithmetic = 60, control = 12, memory = 12, warp = 8, exchange = 4, atomics = 4,
             calls = 4;
};

class Scope {
public:
    Scope(Random& random, std::uint64_t seed) : random(random), seed(seed) {}

    Random& random;
    std::uint64_t seed;
    bool in_kernel = true;
    Weights weights;
    std::vector<unsigned> families;     ///< of operations: one is drawn from this list
    std::map<char, unsigned> variables; ///< how many of each letter are in use
    std::vector<Callee> callees;
    unsigned static_left = 0;  ///< statements that may still be made
    unsigned dynamic_left = 0; ///< executions that they may still take

    bool has(char letter) const {
        const auto found = variables.find(letter);
        return found != variables.end() && found->second != 0;
    }
    /// A variable.
    std::string variable(char letter);
    /// A register that nobody else uses.
    std::string fresh(char letter);
    std::string label(const char* what);
    std::string immediate(char letter);

    /// A predicate that differs between lanes; lines that compute it go to `lines`.
    std::string lane_condition(Lines& lines);
    /// One that is the same in all threads of the block.
    std::string block_condition(Lines& lines);
    /// A 32-bit register with a value below `count`, a power of two, that may differ between lanes.
    std::string small_number(Lines& lines, unsigned count);
    /// The same in all threads of the block.
    std::string uniform_number(Lines& lines, unsigned count);

    /// A register with the bits of a floating-point one, which for all NaNs are the same: their
    /// payloads and signs are nobody's promise.
    std::string plain_bits(Lines& lines, const std::string& value);
    /// Mixes a register into the accumulator.
    void mix(Lines& lines, const std::string& value);

private:
    unsigned next_register_ = 100;
    unsigned next_label_ = 0;
};

/// The letter of a register: "%r3".
inline char letter_of(const std::string& value) {
    return value[1];
}
inline bool is_float_letter(char letter) {
    return std::string("fgebxy").find(letter) != std::string::npos;
}
/// Bits of a register with this letter; 1 for a predicate.
unsigned bits_of(char letter);
/// "b32" for a register with this letter.
std::string bits_type(char letter);

} // namespace warpscope::random_kernels
