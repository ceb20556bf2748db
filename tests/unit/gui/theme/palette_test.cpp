// What the palette claims: colours that mean something are told apart, by any eyes, and text is
// read.
#include "gui/theme/palette.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "gui/theme/color_difference.h"
#include "tests/catch.h"

using namespace warpscope::gui;

namespace {

using Named = std::pair<std::string, Color>;

std::vector<Named> solid_meanings(const Palette& c) {
    return {{"stepped", c.active_stepped},
            {"barrier", c.barrier},
            {"stalled", c.stalled},
            {"wrong", c.wrong},
            {"read", c.read},
            {"write", c.write}};
}

double least_distance(const Palette& c, std::string& pair) {
    double least = 1e9;
    const auto colors = solid_meanings(c);
    for (const Vision vision :
         {Vision::Usual, Vision::Protanopia, Vision::Deuteranopia, Vision::Tritanopia}) {
        for (std::size_t a = 0; a < colors.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const double distance = cie76_distance(seen_with(vision, colors[a].second),
                                                       seen_with(vision, colors[b].second));
                if (distance >= least) continue;
                least = distance;
                pair = colors[a].first + " and " + colors[b].first;
            }
        }
    }
    return least;
}

} // namespace

TEST_CASE("colour differences agree with published values", "[gui][palette]") {
    // Black to white is 100 by definition of L*; sRGB red has L*a*b* 53.24, 80.09, 67.20.
    CHECK(std::abs(cie76_distance(rgb(0x000000), rgb(0xFFFFFF)) - 100.0) <= 0.1);
    CHECK(std::abs(cie76_distance(rgb(0x000000), rgb(0xFF0000)) - 117.3) <= 0.5865);
    CHECK(std::abs(contrast_ratio(rgb(0x000000), rgb(0xFFFFFF)) - 21.0) <= 0.01);
    CHECK(std::abs(contrast_ratio(rgb(0x777777), rgb(0xFFFFFF)) - 4.48) <= 0.0224);
    // Grey stays grey, whatever cone is missing.
    for (const Vision vision : {Vision::Protanopia, Vision::Deuteranopia, Vision::Tritanopia})
        CHECK(cie76_distance(seen_with(vision, rgb(0x808080)), rgb(0x808080)) < 1.0);
    // Red and green of equal lightness draw together without the middle cone.
    const double usual = cie76_distance(rgb(0xC04040), rgb(0x508030));
    const double seen = cie76_distance(seen_with(Vision::Deuteranopia, rgb(0xC04040)),
                                       seen_with(Vision::Deuteranopia, rgb(0x508030)));
    CHECK(seen < usual / 2);
}

TEST_CASE("colours with a meaning differ for all eyes", "[gui][palette]") {
    std::string pair;
    const double dark = least_distance(palette(Theme::Dark), pair);
    INFO("dark: " << pair);
    CHECK(dark >= 19);
    const double light = least_distance(palette(Theme::Light), pair);
    INFO("light: " << pair);
    CHECK(light >= 15);
}

TEST_CASE("text is readable on every ground that it stands on", "[gui][palette]") {
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        const Palette& c = palette(theme);
        INFO((theme == Theme::Dark ? "dark" : "light"));
        CHECK(contrast_ratio(c.text1, c.panel) >= 14);
        CHECK(contrast_ratio(c.text2, c.panel) >= 7.5);
        CHECK(contrast_ratio(c.text3, c.panel) >= 4.5);
        CHECK(contrast_ratio(c.text1, c.band) >= 4.5);
        CHECK(contrast_ratio(c.text2, c.header) >= 4.5);
        CHECK(contrast_ratio(c.on_active_stepped, c.active_stepped) >= 4.5);
        CHECK(contrast_ratio(c.on_active, c.active) >= 4.5);
        CHECK(contrast_ratio(c.on_wrong, c.wrong) >= 4.5);
        CHECK(contrast_ratio(c.on_primary, c.primary) >= 4.5);
        for (const Color& filled : {c.active_stepped, c.barrier, c.wrong, c.read, c.write})
            CHECK(contrast_ratio(filled, c.panel) >= 3);
    }
}

TEST_CASE("degrees of a conflict rise in steps", "[gui][palette]") {
    const unsigned ways[] = {1, 2, 3, 4, 5, 8, 9, 16, 17, 32};
    const unsigned steps[] = {0, 1, 2, 2, 3, 3, 4, 4, 5, 5};
    for (std::size_t i = 0; i < std::size(ways); ++i)
        CHECK(degree_index(ways[i]) == steps[i]);
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        const Palette& c = palette(theme);
        CHECK(c.degree[5] == c.wrong);
        for (std::size_t i = 1; i < 6; ++i)
            CHECK(cie76_distance(c.degree[i], c.panel) > cie76_distance(c.degree[i - 1], c.panel));
    }
}
