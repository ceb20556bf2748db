// UTF-8 as numbers of characters and back, without losing a byte.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::gui {

/// A byte that is no UTF-8 becomes 0xDC00 and its value: no character has such a number.
std::u32string characters_of(std::string_view bytes);
/// The bytes that characters_of was given.
std::string bytes_of(std::u32string_view characters);

} // namespace warpscope::gui
