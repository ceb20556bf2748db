// Sizes of type and space at 100 %, in pixels; everything is a multiple of 4 where it can be.
#pragma once

#include <cstdint>

namespace warpscope::gui {

/// Faces: one family for words, one for code and for every number that changes or lines up.
enum class Face : std::uint8_t { Words, WordsBold, Code, CodeBold, CodeItalic };
inline constexpr unsigned kFaces = 5;

/// Sizes of the em: digits in cells, rulers and notes, secondary, body and code, section, headline.
enum class Size : std::uint8_t { Digits, Note, Small, Body, Section, Headline };
inline constexpr unsigned kSizes = 6;
inline constexpr float kSizeInPixels[kSizes] = {10, 11, 12, 13, 15, 20};

inline constexpr float kHeaderHeight = 28;
inline constexpr float kCodeLine = 20;
inline constexpr float kTextInset = 12;
inline constexpr float kProseInset = 20;

/// Text from 80 to 250 %.
inline constexpr float kSmallestScale = 0.8f, kLargestScale = 2.5f;

} // namespace warpscope::gui
