// Decoding strictly, so that encoding gives the same bytes again.
#include "gui/editor/utf8.h"

#include <cstdint>

namespace warpscope::gui {
namespace {

constexpr char32_t kStrayByte = 0xDC00;

/// The length of the well-formed sequence at the beginning, or 0.
std::size_t sequence(std::string_view bytes, char32_t& character) {
    const auto first = static_cast<std::uint8_t>(bytes[0]);
    std::size_t length = 0;
    if (first < 0x80)
        length = 1, character = first;
    else if (first >= 0xC2 && first < 0xE0)
        length = 2, character = first & 0x1Fu;
    else if (first >= 0xE0 && first < 0xF0)
        length = 3, character = first & 0x0Fu;
    else if (first >= 0xF0 && first < 0xF5)
        length = 4, character = first & 0x07u;
    if (length == 0 || bytes.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<std::uint8_t>(bytes[i]);
        if ((next & 0xC0) != 0x80) return 0;
        character = character << 6 | (next & 0x3Fu);
    }
    // Longer than needed, a surrogate, or beyond the last.
    constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = character >= 0xD800 && character < 0xE000;
    return character < kLeast[length] || surrogate || character > 0x10FFFF ? 0 : length;
}

} // namespace

std::u32string characters_of(std::string_view bytes) {
    std::u32string characters;
    characters.reserve(bytes.size());
    while (!bytes.empty()) {
        char32_t character = 0;
        std::size_t length = sequence(bytes, character);
        if (length == 0) length = 1, character = kStrayByte + static_cast<std::uint8_t>(bytes[0]);
        characters += character;
        bytes.remove_prefix(length);
    }
    return characters;
}

std::string bytes_of(std::u32string_view characters) {
    std::string bytes;
    bytes.reserve(characters.size());
    const auto add = [&](char32_t byte) { bytes += static_cast<char>(byte); };
    for (const char32_t c : characters) {
        if (c < 0x80) {
            add(c);
        } else if (c < 0x800) {
            add(0xC0 | c >> 6), add(0x80 | (c & 0x3F));
        } else if (c >= kStrayByte && c < kStrayByte + 0x100) {
            add(c & 0xFF);
        } else if (c < 0x10000) {
            add(0xE0 | c >> 12), add(0x80 | (c >> 6 & 0x3F)), add(0x80 | (c & 0x3F));
        } else {
            add(0xF0 | c >> 18), add(0x80 | (c >> 12 & 0x3F));
            add(0x80 | (c >> 6 & 0x3F)), add(0x80 | (c & 0x3F));
        }
    }
    return bytes;
}

} // namespace warpscope::gui
