// The window's parts: a fixed tree of splitters, computed from its size and what the user moved.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/layout/rect.h"
#include "sim/base/result.h"

namespace warpscope::gui {

enum class Workspace : std::uint8_t { Debug, Review, Memory, Time };
inline constexpr unsigned kWorkspaces = 4;
const char* name_of(Workspace workspace);

/// Where a panel may stand. Lower panels share one place behind tabs; some workspaces give two of
/// them a place of their own, Lower and Second.
enum class Slot : std::uint8_t { Source, Lower, Warps, Lanes, Memory, Second };
inline constexpr unsigned kSlots = 6;
/// Id of the lower panel that the workspace keeps in this slot; null: whatever tab is chosen.
const char* pinned_panel(Workspace workspace, Slot slot);

/// Sizes for a window of this kind, in pixels of the screen.
enum class Density : std::uint8_t { Full, Compact, Large };
struct Metrics {
    Density density = Density::Full;
    float scale = 1;      ///< of space
    float text_scale = 1; ///< of type
    float toolbar, selection, time_bar, status, header;
    float code_line, warp_row, lane_row, ruler, legend;
    float label_gutter, note_gutter;
    float splitter, inset, tabs;
    /// A length at 100 %, rounded.
    float px(float length) const;
};
Metrics metrics_for(float width, float scale, bool large);

/// What the user can change, one set for each workspace.
struct Splits {
    float left = 0;             ///< share of the width; 0: as designed
    float source = 0;           ///< share of the left column
    float warps = 0, lanes = 0; ///< shares of the right column
    bool operator==(const Splits&) const = default;
};

struct LayoutState {
    Workspace workspace = Workspace::Debug;
    std::array<Splits, kWorkspaces> splits;
    std::optional<Slot> enlarged;     ///< one panel over the whole body
    bool large = false;               ///< large mode: Source and one stage panel
    Slot stage = Slot::Warps;         ///< of large mode
    bool has_lower = false;           ///< there are lower panels at all
    bool unfolded = false;            ///< the left column lies over the body, where it has no room
    std::vector<std::string> watches; ///< expressions that the Lanes panel shows
};

/// Lanes have the same x in all panels of the right column.
struct LaneAxis {
    float left = 0, cell = 0; ///< of lane 0; width of a lane
    float notes = 0;          ///< where notes begin
    float x(unsigned lane) const { return left + cell * static_cast<float>(lane); }
    float right() const { return left + cell * 32; }
    /// The lane at that x, or none.
    std::optional<unsigned> lane_at(float px) const;
};
LaneAxis lane_axis(const Rect& area, const Metrics& metrics);

enum class SplitterKind : std::uint8_t { Left, Source, Warps, Lanes };
struct Splitter {
    SplitterKind kind = SplitterKind::Left;
    Rect line, grab;
    bool vertical = false; ///< the line is, so it moves sideways
};

struct Layout {
    Metrics metrics;
    Rect toolbar, selection, body, time_bar, status;
    std::array<Rect, kSlots> slot; ///< empty: not shown
    Rect words;                    ///< of large mode: the step in sentences, below the source
    Rect explanation;              ///< beside an enlarged panel
    Rect folded;                   ///< the strip of a left column that has no room
    Rect over;                     ///< that column, while it lies over the others
    std::vector<Splitter> splitters;
    bool too_small = false;

    const Rect& of(Slot which) const { return slot[static_cast<unsigned>(which)]; }
};

Layout compute_layout(float width, float height, float scale, const LayoutState& state);

/// The splits after the pointer has dragged a splitter there; nothing below the least sizes.
Splits dragged(const Layout& layout, const Splits& splits, SplitterKind kind, float x, float y);
/// The splits with this splitter back where it was designed to be.
Splits restored(const Splits& splits, SplitterKind kind);

/// As JSON, for the next start; reading refuses what it does not know.
std::string save_layout(const LayoutState& state);
Result<LayoutState> read_layout(std::string_view text, const std::string& name);

} // namespace warpscope::gui
