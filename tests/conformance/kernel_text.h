// The PTX of forms: each form becomes one kernel that runs tuple number n in thread n.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/conformance/forms.h"

namespace warpscope::conformance {

inline constexpr std::uint32_t kTuples = 1u << 16;
inline constexpr std::uint32_t kBlock = 256;

/// Bytes of one value in memory: a predicate is a 32-bit 0 or 1, a byte lives in 16 bits.
unsigned memory_bytes(Type type);

/// Where each register's values lie in the input or output area: one array of kTuples after
/// another.
std::vector<std::uint64_t> area_offsets(std::span<const FormRegister> registers);
std::uint64_t area_bytes(std::span<const FormRegister> registers);

/// `.version` and `.target` lines.
std::string module_header();
/// Which threads execute the form.
enum class Threads : std::uint8_t {
    All,
    Some, ///< those of executes(); the others store zeros
};
bool executes(std::uint32_t tuple);

/// The kernel `name(.u64 input, .u64 output)` of one form. It begins and ends with a line break.
std::string kernel_text(const Form& form, const std::string& name, Threads threads = Threads::All);

} // namespace warpscope::conformance
