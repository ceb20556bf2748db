// Drawing the text that is edited: its lines, what compilers said below them, cursor and selection.
#include "gui/panels/source_editor.h"

#include <cmath>

#include <fmt/format.h>

#include "gui/draw/icons.h"
#include "gui/panels/parts.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

/// Where a breakpoint on this line of the run stands.
views::BreakPlace place_of(const PanelContext& context, std::uint32_t line) {
    return {views::UserBreakpoint::Kind::Line, context.views.source.file, line};
}

constexpr std::size_t kMostMessageRows = 3;

/// A line of the text, or a part of a message below it.
struct Row {
    std::uint32_t line = 0; ///< from 0
    const CompilerMessage* message = nullptr;
    bool first = true; ///< of the message
    std::string part;
};

/// Where things stand, from the panel's left; as in the Source panel that is not edited.
struct EditorColumns {
    float breakpoint, number, text, costs, advance;
    std::uint32_t first = 0; ///< the character at `text`
    float x(std::uint32_t column) const {
        return text + advance * (static_cast<float>(column) - static_cast<float>(first));
    }
};

EditorColumns editor_columns_of(const PanelContext& context) {
    const Canvas& c = context.canvas;
    const bool large = c.metrics.density == Density::Large;
    return {context.area.x + c.px(14),
            context.area.x + c.px(large ? 80 : 48),
            context.area.x + c.px(large ? 94 : 60),
            context.area.right() - c.px(10),
            c.text_width(Face::Code, Size::Body, "0"),
            context.state.edit->first_column};
}

/// Words broken at the width, at most kMostMessageRows of them.
std::vector<std::string> wrap(const Canvas& canvas, const std::string& text, float width) {
    std::vector<std::string> parts(1);
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string word(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::string longer = parts.back().empty() ? word : parts.back() + " " + word;
        if (parts.back().empty() || canvas.text_width(Face::Words, Size::Small, longer) <= width) {
            parts.back() = longer;
        } else if (parts.size() < kMostMessageRows) {
            parts.push_back(word);
        } else {
            parts.back() += "…";
            break;
        }
    }
    return parts;
}

std::vector<Row> rows_of(const PanelContext& context, float message_width) {
    const SourceEdit& edit = *context.state.edit;
    const auto messages = edit.messages_here();
    std::vector<Row> rows;
    auto message = messages.begin();
    const auto lines = static_cast<std::uint32_t>(edit.text().lines().size());
    // A line more, for the cursor behind the last line end.
    for (std::uint32_t line = 0; line <= lines; ++line) {
        rows.push_back({line, nullptr, true, ""});
        for (; message != messages.end() && (message->line <= line + 1 || line == lines);
             ++message) {
            bool first = true;
            for (std::string& part : wrap(context.canvas, message->message->text, message_width)) {
                rows.push_back({line, message->message, first, std::move(part)});
                first = false;
            }
        }
    }
    return rows;
}

/// Under the place that a message names.
void draw_underlines(PanelContext& context, const EditorColumns& at, const Rect& row,
                     std::uint32_t line) {
    const SourceEdit& edit = *context.state.edit;
    for (const SourceEdit::PlacedMessage& placed : edit.messages_here()) {
        const CompilerMessage& message = *placed.message;
        if (placed.line != line + 1 || !placed.as_said || message.column == 0) continue;
        const std::string& text = edit.text().lines()[line];
        const std::size_t from = std::min<std::size_t>(message.column - 1, text.size());
        std::size_t end = from;
        while (end < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
            ++end;
        const std::uint32_t a = count_characters(expand_tabs(text.substr(0, from)));
        const std::uint32_t b = std::max(a + 1, count_characters(expand_tabs(text.substr(0, end))));
        const float left = std::max(at.text, at.x(a)), right = at.x(b);
        if (right > left)
            context.canvas.fill({left, row.bottom() - context.canvas.px(3), right - left,
                                 std::max(1.f, context.canvas.px(2))},
                                context.canvas.colors.wrong);
    }
}

void draw_message(PanelContext& context, const EditorColumns& at, const Rect& row,
                  const Row& what) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    canvas.fill({at.text, row.y, row.right() - at.text, row.h}, c.inset);
    if (what.first)
        draw_icon(canvas, what.message->error ? Icon::Error : Icon::Warning,
                  at.text + canvas.px(10), row.middle_y(), canvas.px(12), c.wrong);
    canvas.text(at.text + canvas.px(22), row.middle_y(), what.part, words(canvas, Size::Small));
}

/// The row of the run that this line was, when nobody changed it.
const views::SourceRow* row_of_run(const PanelContext& context, std::uint32_t line) {
    const std::uint32_t before = context.state.edit->map().before(line + 1);
    if (before == 0) return nullptr;
    for (const views::SourceRow& row : context.views.source.rows)
        if (row.kind == views::SourceRow::Kind::Source && row.number == before) return &row;
    return nullptr;
}

/// The line of the step, where it is now; 0: none.
std::uint32_t step_line(const PanelContext& context) {
    for (const views::SourceRow& row : context.views.source.rows)
        if (row.kind == views::SourceRow::Kind::Source && row.current)
            return context.state.edit->map().after(row.number);
    return 0;
}

void draw_selection(PanelContext& context, const EditorColumns& at, const Rect& row,
                    std::uint32_t line) {
    const auto selected = context.state.edit->text().selection();
    if (!selected || line < selected->first.line || line > selected->second.line) return;
    const auto& lines = context.state.edit->drawn_lines();
    const std::uint32_t from = line == selected->first.line ? selected->first.column : 0;
    // A line end that is selected shows as half a character.
    const float to = line == selected->second.line ? at.x(selected->second.column)
                     : line < lines.size()
                         ? at.x(count_characters(lines[line].text)) + at.advance / 2
                         : at.text;
    const float left = std::max(at.text, at.x(from));
    if (to > left)
        context.canvas.fill({left, row.y, to - left, row.h},
                            with_opacity(context.canvas.colors.selection, 0.18f));
}

void draw_line(PanelContext& context, const EditorColumns& at, const Rect& row, std::uint32_t line,
               std::uint32_t step) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const SourceEdit& edit = *context.state.edit;
    const auto& lines = edit.drawn_lines();
    const TextPlace cursor = edit.text().cursor();
    const bool here = cursor.line == line;
    if (step == line + 1) canvas.fill(row, c.band);
    draw_selection(context, at, row, line);
    if (line < lines.size()) {
        canvas.text(at.number, row.middle_y(), fmt::format("{}", line + 1),
                    {Face::Code, Size::Small, here ? c.text1 : c.text3}, Align::Right);
        const bool is_new = edit.map().before(line + 1) == 0;
        if (is_new) canvas.fill({at.number + canvas.px(2), row.y, canvas.px(3), row.h}, c.text2);
        const views::SourceRow* of_run = row_of_run(context, line);
        if (of_run != nullptr &&
            context.state.breakpoints.at(place_of(context, of_run->number)) != nullptr)
            draw_icon(canvas, Icon::Breakpoint, at.breakpoint, row.middle_y(), canvas.px(10),
                      c.text1);
        float right = context.area.right();
        if (of_run != nullptr && context.state.show_line_costs &&
            of_run->passes + of_run->sectors != 0)
            right = at.costs - canvas.px(8) -
                    canvas.text(at.costs, row.middle_y(),
                                report::grouped(of_run->passes + of_run->sectors),
                                {Face::Code, Size::Note, c.text2}, Align::Right);
        draw_code_text(canvas, at.text, row, lines[line].text, lines[line].spans, right, at.first);
        draw_underlines(context, at, row, line);
    }
    if (step == line + 1)
        canvas.triangle(at.text - canvas.px(6), row.middle_y() - canvas.px(5),
                        at.text - canvas.px(6), row.middle_y() + canvas.px(5),
                        at.text - canvas.px(1), row.middle_y(), c.text1);
    if (here && at.x(cursor.column) >= at.text)
        canvas.fill({std::round(at.x(cursor.column)), row.y + canvas.px(1),
                     std::max(1.f, std::round(canvas.px(2))), row.h - canvas.px(2)},
                    c.text1);
}

/// Keeps the cursor in sight after keys.
void follow_cursor(PanelContext& context, const std::vector<Row>& rows, const Rect& body) {
    SourceEdit& edit = *context.state.edit;
    const float height = context.canvas.metrics.code_line;
    edit.page = static_cast<unsigned>(std::max(1.f, std::floor(body.h / height) - 1));
    if (!edit.follow_cursor) return;
    edit.follow_cursor = false;
    const TextPlace cursor = edit.text().cursor();
    std::size_t first = 0;
    while (first + 1 < rows.size() && rows[first].line < cursor.line)
        ++first;
    // What is said of the cursor's line is to be read while it is mended.
    std::size_t last = first;
    while (last + 1 < rows.size() && rows[last + 1].line == cursor.line)
        ++last;
    const float top = static_cast<float>(first) * height,
                bottom = static_cast<float>(last + 1) * height;
    const float margin = std::min(2 * height, body.h / 4);
    if (top < edit.scroll + margin || bottom > edit.scroll + body.h - margin) {
        const bool far = top < edit.scroll - body.h || bottom > edit.scroll + 2 * body.h;
        if (far)
            edit.scroll = top - body.h / 3;
        else if (bottom > edit.scroll + body.h - margin)
            edit.scroll = bottom - body.h + margin;
        else
            edit.scroll = top - margin;
        edit.scroll = std::ceil(edit.scroll / height) * height;
    }
    const auto columns = static_cast<std::uint32_t>(
        std::max(8.f, (context.area.right() - editor_columns_of(context).text) /
                              context.canvas.text_width(Face::Code, Size::Body, "0") -
                          4));
    if (cursor.column < columns)
        edit.first_column = 0;
    else if (cursor.column < edit.first_column || cursor.column > edit.first_column + columns)
        edit.first_column = cursor.column - columns * 3 / 4;
}

/// A breakpoint belongs to a line of the run, since that is what stops.
void toggle_breakpoint(PanelContext& context, std::uint32_t line) {
    const std::uint32_t before = context.state.edit->map().before(line + 1);
    if (before == 0)
        context.state.message = "This line is not in the run that is shown: Ctrl+Enter runs it.";
    else
        context.state.breakpoints.toggle(place_of(context, before));
}

void take_pointer(PanelContext& context, const EditorColumns& at, const std::vector<Row>& rows,
                  const Rect& body) {
    SourceEdit& edit = *context.state.edit;
    const Input& input = context.input;
    if (!input.down) edit.dragging = false;
    if (rows.empty() || (!edit.dragging && !input.clicked_in(body))) return;
    const float height = context.canvas.metrics.code_line;
    const float row = std::clamp(std::floor((input.y - body.y + edit.scroll) / height), 0.f,
                                 static_cast<float>(rows.size() - 1));
    const Row& over = rows[static_cast<std::size_t>(row)];
    const float column =
        std::max(0.f, std::round((input.x - at.text) / at.advance)) + static_cast<float>(at.first);
    const TextPlace place = {over.line, static_cast<std::uint32_t>(column)};
    if (edit.dragging) {
        edit.text().drag(place);
        edit.follow_cursor = true;
        return;
    }
    context.state.focus = static_cast<unsigned>(Slot::Source);
    if (input.x < at.number) return toggle_breakpoint(context, over.line);
    if (input.shift)
        edit.text().drag(place);
    else
        edit.text().click(place);
    if (input.double_clicked) {
        edit.text().press({.key = Key::Left, .ctrl = true}, 1);
        edit.text().press({.key = Key::Right, .ctrl = true, .shift = true}, 1);
    }
    edit.dragging = !input.double_clicked;
}

/// One line below the header: what was said of other files.
void draw_elsewhere(PanelContext& context, Rect& body) {
    const auto& elsewhere = context.state.edit->messages_elsewhere();
    const CompilerMessage* worst = nullptr;
    std::size_t more = 0;
    for (const CompilerMessage& message : elsewhere) {
        if (!message.error) continue;
        if (worst == nullptr)
            worst = &message;
        else
            ++more;
    }
    if (worst == nullptr) return;
    Canvas& canvas = context.canvas;
    const Rect row = body.take_top(canvas.px(24));
    canvas.fill(row, canvas.colors.inset);
    draw_icon(canvas, Icon::Error, row.x + canvas.px(18), row.middle_y(), canvas.px(12),
              canvas.colors.wrong);
    std::string text = fmt::format("{}:{}: {}", worst->file, worst->line, worst->text);
    if (more != 0) text += fmt::format(" (and {} more)", more);
    canvas.text_clipped(row.x + canvas.px(32), row.middle_y(), row.w - canvas.px(44), text,
                        words(canvas, Size::Small));
}

} // namespace

void draw_code_text(Canvas& canvas, float x, const Rect& row, std::string_view text,
                    const std::vector<views::SyntaxSpan>& spans, float right,
                    std::uint32_t first_column) {
    const Palette& c = canvas.colors;
    canvas.push_clip({x, row.y, std::max(0.f, right - x), row.h});
    // One advance for all faces: columns line up whatever is bold.
    const float advance = canvas.text_width(Face::Code, Size::Body, "0");
    float column = -static_cast<float>(first_column);
    for (const views::SyntaxSpan& span : spans) {
        using Kind = views::SyntaxSpan::Kind;
        const TextStyle style = {span.kind == Kind::Keyword   ? Face::CodeBold
                                 : span.kind == Kind::Comment ? Face::CodeItalic
                                                              : Face::Code,
                                 Size::Body, span.kind == Kind::Comment ? c.text3 : c.text1};
        const std::string_view part = text.substr(span.from, span.size);
        canvas.text(x + advance * column, row.middle_y(), part, style);
        column += static_cast<float>(count_characters(part));
    }
    canvas.pop_clip();
}

std::string edit_note(const SourceEdit& edit, bool editing) {
    const std::size_t errors = edit.errors();
    std::string note;
    if (errors != 0) note = fmt::format("{} error{}", errors, errors == 1 ? "" : "s");
    // Beside the buttons of the panel there is little room.
    if (!editing) {
        if (note.empty() && edit.newer_than_run()) note = "edited";
        return note.empty() ? "" : "   " + note + ": E";
    }
    if (!note.empty()) note += "   ";
    return note + (edit.newer_than_run() ? "edited: Ctrl+Enter runs it" : "Escape leaves");
}

void draw_source_editor(PanelContext& context) {
    Canvas& canvas = context.canvas;
    SourceEdit& edit = *context.state.edit;
    float right = 0;
    Rect body = panel_header(context, "Source", edit.file().filename().string(), right);
    canvas.text(right, context.area.y + canvas.metrics.header / 2, edit_note(edit, true),
                words(canvas, Size::Small), Align::Right);
    draw_elsewhere(context, body);
    const float height = canvas.metrics.code_line;
    const std::vector<Row> rows =
        rows_of(context, context.area.right() - editor_columns_of(context).text - canvas.px(34));
    follow_cursor(context, rows, body);
    scroll_area(context, body, height * static_cast<float>(rows.size()), edit.scroll);
    const EditorColumns at = editor_columns_of(context);
    take_pointer(context, at, rows, body);
    const std::uint32_t step = step_line(context);
    canvas.push_clip(body);
    for (auto r = static_cast<std::size_t>(edit.scroll / height); r < rows.size(); ++r) {
        const Rect row = {body.x, body.y + static_cast<float>(r) * height - edit.scroll, body.w,
                          height};
        if (row.y >= body.bottom()) break;
        if (rows[r].message != nullptr)
            draw_message(context, at, row, rows[r]);
        else
            draw_line(context, at, row, rows[r].line, step);
    }
    canvas.pop_clip();
}

} // namespace warpscope::gui
