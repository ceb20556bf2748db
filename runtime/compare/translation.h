// Translation: variables of a module lie elsewhere on the twin, so pointers to them are other
// numbers there.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sim/debug/capsule.h"

namespace warpscope::compare {

/// Where the driver put a variable, and what it held when it was loaded.
struct GpuVariable {
    Address address = 0; ///< 0: nothing uses it, so the driver's compiler left it out
    std::vector<std::uint8_t> initial;
};

class Translation {
public:
    Translation() = default;
    /// Of the variables of the launch. `functions`: how many have addresses; 0 when the launch
    /// makes no calls through pointers.
    Translation(const Capsule& before, const std::map<std::string, GpuVariable>& variables,
                std::uint64_t functions);

    /// The variable that the allocation is, or null.
    const GpuVariable* variable_at(Address base) const;

    /// From the emulator's bytes to the twin's. False when there is a pointer to a function, which
    /// has no counterpart that could be known.
    bool to_gpu(std::span<std::uint8_t> bytes) const;
    /// The same for a variable, whose own pointers to functions the driver has put there itself.
    void to_gpu(std::span<std::uint8_t> bytes, const GpuVariable& variable) const;

    void to_emulator(std::span<std::uint8_t> bytes) const;
    /// `before`: what the emulator had in the variable.
    void to_emulator(std::span<std::uint8_t> bytes, const GpuVariable& variable,
                     std::span<const std::uint8_t> before) const;

private:
    struct Range {
        Address emulator = 0, gpu = 0;
        std::uint64_t bytes = 0;
    };
    bool names_function(std::uint64_t word) const;

    std::vector<Range> ranges_;
    std::map<Address, const GpuVariable*> variables_; ///< by the emulator's address
    std::uint64_t functions_ = 0;
};

} // namespace warpscope::compare
