// Address: a byte address of the simulated machine, and where the generic windows lie.
#pragma once

#include <cstdint>

namespace warpscope {

/// An address as the simulated program sees it; never a host pointer.
using Address = std::uint64_t;

/// The windows through which a generic address reaches shared, local and kernel parameter memory
/// (PTX ISA, "Generic Addressing"). They lie below every address that a device allocation gets.
inline constexpr Address kSharedWindow = 0x0100'0000;
inline constexpr Address kLocalWindow = 0x0200'0000;
inline constexpr Address kParameterWindow = 0x0300'0000;
inline constexpr Address kWindowSize = 0x0100'0000;

/// The first address that the emulator itself hands out for device memory.
inline constexpr Address kGlobalBase = 0x7F00'0000'0000;

constexpr bool in_window(Address address, Address window) {
    return address - window < kWindowSize;
}

} // namespace warpscope
