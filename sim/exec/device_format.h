// Device printf: formats what a lane's vprintf call passed (CUDA C++ Programming Guide, "Formatted
// Output").
#pragma once

#include <cstdint>
#include <string>

#include "sim/state/context.h"

namespace warpscope {

/// Reads `size` bytes at a generic address as `lane` sees it; false when they are not all there.
bool read_generic(const Context& context, unsigned lane, Address from, void* to,
                  std::uint64_t size);
/// A zero-terminated string at a generic address.
std::string read_string(const Context& context, unsigned lane, Address from);

struct FormattedText {
    std::string text;
    std::int32_t arguments = 0; ///< vprintf's result: how many arguments it consumed
};

/// `values` is the address of the argument buffer: each value at its natural alignment, at least 4
/// bytes.
FormattedText format_device_text(const Context& context, unsigned lane, const std::string& format,
                                 Address values);

} // namespace warpscope
