// A launch that is made to learn something about another: its capsule, with memory for the answer.
#pragma once

#include <string>
#include <vector>

#include "runtime/compare/twin.h"

namespace warpscope::compare {

struct SideLaunch {
    Capsule capsule;
    /// Zeroed, and among the capsule's memory: a variable of the text, and a buffer if asked for.
    CapsuleAllocation variable, buffer;
};

/// Where the buffer of such a launch will lie.
Address side_buffer_address(const Capsule& before);

/// `text` is PTX that declares the variable. Without `buffer_bytes` there is no buffer.
SideLaunch side_launch(const Capsule& before, std::string text, const std::string& variable,
                       std::uint64_t variable_bytes, std::uint64_t buffer_bytes = 0);

/// Runs the launch once more on the emulator, with somebody who watches. False when it cannot be.
bool watch_again(const Capsule& before, Observer& observer);

/// Bytes of the variable and of the buffer as the launch left them.
struct SideAnswer {
    std::vector<std::uint8_t> variable, buffer;
};
Result<SideAnswer> ask_emulator(const SideLaunch& launch);
/// `emulator`: its answer, for numbers that stand for the same thing on both devices.
Result<SideAnswer> ask_twin(const SideLaunch& launch, const SideAnswer& emulator, Twin& twin);

} // namespace warpscope::compare
