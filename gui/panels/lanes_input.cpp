// Watches are typed and removed here; keys that mean something else in the Lanes panel.
#include "gui/panels/lanes_input.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/panels/parts.h"
#include "gui/panels/registry.h"
#include "sim/debug/expression.h"

namespace warpscope::gui {
namespace {

constexpr std::size_t kMostWatches = 64, kLongestWatch = 200;

/// Keeps the box open, with what is wrong in the status, when it is no expression.
void end_watch(UiState& state) {
    std::string text = *state.lanes.typed;
    text.erase(0, text.find_first_not_of(' '));
    while (text.ends_with(' '))
        text.pop_back();
    if (text.empty()) return state.lanes.typed.reset();
    const Result<Expression> expression = Expression::parse(text);
    if (!expression) {
        state.message = fmt::format("column {}: {}; try {}", expression.error().where.column,
                                    expression.error().message, expression.error().hint);
        return;
    }
    std::vector<std::string>& watches = state.layout.watches;
    if (std::find(watches.begin(), watches.end(), text) == watches.end()) {
        if (watches.size() == kMostWatches) {
            state.message =
                fmt::format("There are {} watches; Delete removes the chosen one.", kMostWatches);
            return;
        }
        watches.push_back(text);
    }
    state.lanes.chosen = text;
    state.lanes.typed.reset();
}

/// What means something while the box is open, whoever sends it.
void edit(UiState& state, const KeyPress& key) {
    std::string& text = *state.lanes.typed;
    if (key.key == Key::Escape) return state.lanes.typed.reset();
    if (key.key == Key::Enter) return end_watch(state);
    if (key.key == Key::Backspace && !text.empty()) {
        do
            text.pop_back();
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80);
    }
}

} // namespace

void begin_watch(UiState& state) {
    state.lanes.typed = "";
    state.focus = static_cast<unsigned>(Slot::Lanes);
    if (state.layout.enlarged != Slot::Lanes) state.layout.enlarged.reset();
}

void type_watch(UiState& state, const Stroke& stroke) {
    if (stroke.typed.empty()) return edit(state, stroke.key);
    if (state.lanes.typed->size() + stroke.typed.size() <= kLongestWatch)
        *state.lanes.typed += stroke.typed;
}

bool remove_watch(UiState& state, const std::string& expression) {
    return std::erase(state.layout.watches, expression) != 0;
}

bool press_in_lanes(KeyContext& context, const KeyPress& key) {
    LanesState& lanes = context.state.lanes;
    if (key == KeyPress{Key::Delete}) {
        if (!remove_watch(context.state, lanes.chosen))
            context.state.message = "Delete removes a watch: click one first. Insert adds one.";
        return true;
    }
    if (key == KeyPress{static_cast<Key>('B')}) {
        context.state.number_format = 'b';
        return true;
    }
    if (key == KeyPress{static_cast<Key>('C')}) {
        if (lanes.compare)
            lanes.compare.reset();
        else
            lanes.compare = context.selection.lane;
        return true;
    }
    return false;
}

Rect draw_watch_box(PanelContext& context, Rect body) {
    if (!context.state.lanes.typed) return body;
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const Rect box = body.take_bottom(canvas.px(26));
    canvas.fill(box, c.raised);
    canvas.outline(box, c.selection, 1);
    const float x = box.x + canvas.metrics.inset;
    const float label =
        canvas.text(x, box.middle_y(), "Watch", {Face::WordsBold, Size::Small, c.text1});
    const float from = x + label + canvas.px(10);
    const std::string hint = "i * 2, tile[y][x], %r5; Enter keeps it, Escape does not";
    const std::string& text = *context.state.lanes.typed;
    const float room = box.right() - from - canvas.px(12);
    // Its end is what is written: the beginning gives way.
    std::string shown = text;
    while (canvas.text_width(Face::Code, Size::Body, shown) > room && !shown.empty())
        shown.erase(0, 1);
    const float width = canvas.text(from, box.middle_y(), shown, code(canvas));
    canvas.fill({from + width + 1, box.y + canvas.px(5), canvas.px(2), box.h - canvas.px(10)},
                c.text1);
    if (text.empty())
        canvas.text_clipped(from + canvas.px(8), box.middle_y(), room - canvas.px(8), hint,
                            tertiary(canvas));
    return body;
}

} // namespace warpscope::gui
