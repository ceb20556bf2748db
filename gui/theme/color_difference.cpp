// Colour differences: sRGB to linear light to XYZ to L*a*b*.
#include "gui/theme/color_difference.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpscope::gui {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

// clang-format off
constexpr Matrix kProtanopia = {{{ 0.152286,  1.052583, -0.204868},
                                 { 0.114503,  0.786281,  0.099216},
                                 {-0.003882, -0.048116,  1.051998}}};
constexpr Matrix kDeuteranopia = {{{ 0.367322,  0.860646, -0.227968},
                                   { 0.280085,  0.672501,  0.047413},
                                   {-0.011820,  0.042940,  0.968881}}};
constexpr Matrix kTritanopia = {{{ 1.255528, -0.076749, -0.178779},
                                 {-0.078411,  0.930809,  0.147602},
                                 { 0.004733,  0.691367,  0.303900}}};
// IEC 61966-2-1.
constexpr Matrix kToXyz = {{{0.4124564, 0.3575761, 0.1804375},
                            {0.2126729, 0.7151522, 0.0721750},
                            {0.0193339, 0.1191920, 0.9503041}}};
// clang-format on

Vector times(const Matrix& matrix, const Vector& v) {
    Vector result{};
    for (std::size_t row = 0; row < 3; ++row)
        result[row] = matrix[row][0] * v[0] + matrix[row][1] * v[1] + matrix[row][2] * v[2];
    return result;
}

double to_linear(std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

std::uint8_t to_channel(double linear) {
    const double l = std::clamp(linear, 0.0, 1.0);
    const double c = l <= 0.0031308 ? 12.92 * l : 1.055 * std::pow(l, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(c * 255));
}

Vector linear_light(Color color) {
    return {to_linear(color.r), to_linear(color.g), to_linear(color.b)};
}

Vector lab(Color color) {
    const Vector white = {0.95047, 1.0, 1.08883};
    Vector xyz = times(kToXyz, linear_light(color));
    for (std::size_t i = 0; i < 3; ++i) {
        const double t = xyz[i] / white[i];
        xyz[i] = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }
    return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

double luminance(Color color) {
    return times(kToXyz, linear_light(color))[1];
}

} // namespace

Color seen_with(Vision vision, Color color) {
    if (vision == Vision::Usual) return color;
    const Matrix& matrix = vision == Vision::Protanopia     ? kProtanopia
                           : vision == Vision::Deuteranopia ? kDeuteranopia
                                                            : kTritanopia;
    const Vector seen = times(matrix, linear_light(color));
    return {to_channel(seen[0]), to_channel(seen[1]), to_channel(seen[2]), color.a};
}

double cie76_distance(Color a, Color b) {
    const Vector x = lab(a), y = lab(b);
    return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

double contrast_ratio(Color a, Color b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace warpscope::gui
