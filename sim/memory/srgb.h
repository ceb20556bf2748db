// Decoding of sRGB colours, as texture units do it.
#pragma once

#include <cstdint>

namespace warpscope {

/// The linear value of an 8-bit sRGB channel, 0 to 1.
float srgb_to_linear(std::uint32_t encoded);

} // namespace warpscope
