// Parts that panels share: headers, buttons, lane rulers, the band of the selected lane.
#pragma once

#include <initializer_list>
#include <string_view>

#include "gui/panels/panel.h"

namespace warpscope::gui {

struct ButtonStyle {
    bool on = false;      ///< chosen among several
    bool primary = false; ///< the one that matters
};

/// Right-aligned at `right`; moves it to the button's left less a gap. True when clicked.
bool header_button(PanelContext& context, const Rect& header, float& right, std::string_view label,
                   const ButtonStyle& style);
/// At a place of its own, as wide as its label asks for; returns whether it was clicked.
bool button(Canvas& canvas, const Input& input, const Rect& rect, std::string_view label,
            const ButtonStyle& style);

/// The "?" at the right edge of a header, which opens a panel's help. It comes with the pointer, so
/// that it is there when it is looked for, and nothing makes way for it.
void help_mark(PanelContext& context, const Rect& header, const std::string& panel);

/// Title, grey subtitle and the "?" of a panel; returns the area below. `right` is where further
/// buttons may end, and `buttons` the room that they take; 0: about a third of the width.
Rect panel_header(PanelContext& context, std::string_view title, std::string_view subtitle,
                  float& right, float buttons = 0);
/// The room that header buttons take side by side.
float header_buttons_width(const Canvas& canvas, std::initializer_list<std::string_view> labels);

/// Numbers of the lanes over a column, the selected one bold, with its band down to `bottom`.
void lane_ruler(PanelContext& context, const LaneAxis& axis, const Rect& row);
/// The band of the selected lane over [top, bottom), to lie over what is drawn.
void lane_band(PanelContext& context, const LaneAxis& axis, float top, float bottom);

/// One grey sentence, where a panel has nothing to show. With `link`, a second part to click.
bool empty_sentence(PanelContext& context, const Rect& area, std::string_view sentence,
                    std::string_view link = {});

/// A scrollbar at the right edge when `content` is higher than the area; clamps `scroll`.
void scroll_area(PanelContext& context, const Rect& area, float content, float& scroll);

TextStyle words(const Canvas& canvas, Size size = Size::Body);
TextStyle secondary(const Canvas& canvas, Size size = Size::Small);
TextStyle tertiary(const Canvas& canvas, Size size = Size::Note);
TextStyle code(const Canvas& canvas, Size size = Size::Body);

} // namespace warpscope::gui
