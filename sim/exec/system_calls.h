// System calls: the functions that the emulator provides to device code. Internal to sim/exec.
#pragma once

#include <string_view>

#include "sim/exec/executable.h"
#include "sim/state/context.h"

namespace warpscope {

/// A function that device code declares and the emulator provides.
struct SystemFunction {
    std::string_view name;
    SystemCall call = SystemCall::None;
    unsigned parameters = 0, results = 0; ///< at least as many must be declared
};
/// Null when the emulator provides no function of this name.
const SystemFunction* system_function(std::string_view name);

/// Where one lane's value of a call stands in the caller's frame, and what it is, widened to 64
/// bits.
std::uint8_t* value_place(const Context& c, const CallValue& v, unsigned lane);
std::uint64_t argument(const Context& c, const CallValue& v, unsigned lane);

} // namespace warpscope
