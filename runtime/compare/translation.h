// Translation: what is another number on the twin. Variables of a module and memory of the host's
// lie elsewhere there, and its textures and surfaces have handles of its own.
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

    /// The emulator's memory of `bytes` at `emulator` is at `gpu` on the twin.
    void add_range(Address emulator, Address gpu, std::uint64_t bytes);
    /// The handles of one texture or surface object.
    void add_object(ObjectTable::Handle emulator, std::uint64_t gpu) { objects_[emulator] = gpu; }

    /// The variable that the allocation is, or null.
    const GpuVariable* variable_at(Address base) const;
    /// Where the twin has what the emulator has at `address`.
    Address to_gpu(Address address) const { return to_.at(address); }

    /// From the emulator's bytes to the twin's. False when there is a pointer to a function, which
    /// has no counterpart that could be known.
    bool to_gpu(std::span<std::uint8_t> bytes) const;
    /// The same for a variable, whose own pointers to functions the driver has put there itself.
    void to_gpu(std::span<std::uint8_t> bytes, const GpuVariable& variable) const;

    /// And back. A handle of the twin's may be any small number: it is taken for one where
    /// `emulator`, what the launch left there on the emulator, has the handle that it stands for.
    void to_emulator(std::span<std::uint8_t> bytes, std::span<const std::uint8_t> emulator) const;
    /// `before`: what the emulator had in the variable.
    void to_emulator(std::span<std::uint8_t> bytes, std::span<const std::uint8_t> emulator,
                     const GpuVariable& variable, std::span<const std::uint8_t> before) const;

private:
    /// Ranges of addresses that lie elsewhere, one way.
    class Ranges {
    public:
        void add(Address from, Address to, std::uint64_t bytes);
        bool empty() const { return ranges_.empty(); }
        /// `address` itself when no range has it.
        Address at(Address address) const;

    private:
        struct Range {
            Address to = 0;
            std::uint64_t bytes = 0;
        };
        std::map<Address, Range> ranges_; ///< by where they begin
        Address end_ = 0;                 ///< of the last one
    };
    bool names_function(std::uint64_t word) const;
    std::uint64_t object_at(std::uint64_t word) const;

    Ranges to_, back_;
    std::map<ObjectTable::Handle, std::uint64_t> objects_; ///< by the emulator's handle
    std::map<Address, const GpuVariable*> variables_;      ///< by the emulator's address
    std::uint64_t functions_ = 0;
};

} // namespace warpscope::compare
