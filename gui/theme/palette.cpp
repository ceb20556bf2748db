// The two palettes.
#include "gui/theme/palette.h"

namespace warpscope::gui {
namespace {

constexpr Palette kDark = {
    .window = rgb(0x101318),
    .panel = rgb(0x171B21),
    .header = rgb(0x1E232B),
    .raised = rgb(0x262C36),
    .line = rgb(0x2B323D),
    .cell = rgb(0x1E242C),
    .band = rgb(0x2A3240),
    .inset = rgb(0x1A1F26),
    .text1 = rgb(0xE6EAF0),
    .text2 = rgb(0xAAB4C2),
    .text3 = rgb(0x8390A1),
    .selection = rgb(0xFFFFFF),
    .primary = rgb(0xE6EAF0),
    .on_primary = rgb(0x101318),
    .active_stepped = rgb(0x3D8AE6),
    .active = rgb(0x28496F),
    .inactive = rgb(0x56616F),
    .barrier = rgb(0xF2CC5C),
    .stalled = rgb(0xCDBBFB),
    .exited = rgb(0x56616F),
    .on_active_stepped = rgb(0x0B1420),
    .on_active = rgb(0xE6EAF0),
    .wrong = rgb(0xE8562F),
    .on_wrong = rgb(0x140A06),
    .degree = {rgb(0x3B4554), rgb(0x74513F), rgb(0x9A5740), rgb(0xC05A3C), rgb(0xD65A36),
               rgb(0xE8562F)},
    .read = rgb(0x74DCC8),
    .write = rgb(0xDB5FA6),
    .owner = {rgb(0x4E79A7), rgb(0xB6992D), rgb(0x7F6BB3), rgb(0x3E8F86), rgb(0xB07AA1),
              rgb(0x8C6D56), rgb(0x6B8FB5), rgb(0x9AA44A)},
    .wave = rgb(0x56616F),
    .wave_base = rgb(0x3A4350),
};

constexpr Palette kLight = {
    .window = rgb(0xE4E8EE),
    .panel = rgb(0xFFFFFF),
    .header = rgb(0xF3F5F8),
    .raised = rgb(0xE6EAF0),
    .line = rgb(0xD5DBE3),
    .cell = rgb(0xF1F4F8),
    .band = rgb(0xE2E8F1),
    .inset = rgb(0xF1F4F8),
    .text1 = rgb(0x171C24),
    .text2 = rgb(0x465161),
    .text3 = rgb(0x667284),
    .selection = rgb(0x000000),
    .primary = rgb(0x171C24),
    .on_primary = rgb(0xFFFFFF),
    .active_stepped = rgb(0x1C63B7),
    .active = rgb(0xA9C6E8),
    .inactive = rgb(0xA3ADBB),
    .barrier = rgb(0xBA8800),
    .stalled = rgb(0xA081E0),
    .exited = rgb(0xC5CCD6),
    .on_active_stepped = rgb(0xFFFFFF),
    .on_active = rgb(0x171C24),
    .wrong = rgb(0xB8390B),
    .on_wrong = rgb(0xFFFFFF),
    .degree = {rgb(0xC9D1DC), rgb(0xF0C4AE), rgb(0xE9A482), rgb(0xD97B58), rgb(0xC75730),
               rgb(0xB8390B)},
    .read = rgb(0x12A08A),
    .write = rgb(0x931A63),
    .owner = {rgb(0x8FB3D9), rgb(0xE3C766), rgb(0xB3A4DE), rgb(0x7CC2B8), rgb(0xD9A9CB),
              rgb(0xC2A48D), rgb(0xA9C4E0), rgb(0xC7CF85)},
    .wave = rgb(0xA9B4C3),
    .wave_base = rgb(0xC8D1DC),
};

} // namespace

const Palette& palette(Theme theme) {
    return theme == Theme::Dark ? kDark : kLight;
}

} // namespace warpscope::gui
