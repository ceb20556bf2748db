// The box that finds commands, places, launches and files, and the window while nothing is open.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/app.h"
#include "gui/commands.h"
#include "gui/draw/icons.h"
#include "gui/engine/paths.h"
#include "gui/finder_box.h"
#include "gui/overlay.h"
#include "gui/panels/parts.h"
#include "gui/views/go_to.h"

namespace warpscope::gui {
namespace {

using views::FinderRow;
using Kind = FinderRow::Kind;

constexpr const char* kPathHint = "Path of a program (.cu) or of a captured launch";

void append_commands(const std::string& typed, bool nothing_open, std::vector<FinderRow>& rows) {
    // Names that begin so come first; of several keys for one thing the first is shown.
    std::vector<std::string> seen;
    for (const unsigned quality : {2u, 1u}) {
        for (std::size_t i = 0; i < command_rows().size(); ++i) {
            const CommandRow& command = command_rows()[i];
            const unsigned found = views::match(typed, command.name);
            if (found == 0 || (found == 2) != (quality == 2) || (nothing_open && !command.always) ||
                std::find(seen.begin(), seen.end(), command.name) != seen.end())
                continue;
            seen.emplace_back(command.name);
            rows.push_back({Kind::Command, command.name, command.keys, true, i});
        }
    }
}

std::string words_of(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

} // namespace

void App::append_recent(const std::string& typed, std::vector<FinderRow>& rows) const {
    for (std::size_t i = 0; i < state_.recent.size(); ++i) {
        const RecentProgram& recent = state_.recent[i];
        if (views::match(typed, recent.path) == 0) continue;
        std::error_code ignored;
        const bool there = std::filesystem::exists(recent.path, ignored);
        rows.push_back({Kind::Recent, recent.path,
                        there ? words_of(recent.arguments) : "is not there any more", there, i});
    }
}

std::vector<FinderRow> App::finder_rows() const {
    std::vector<FinderRow> rows;
    const std::string& typed = bars_.go_to_text;
    if (finder_opens_) {
        if (typed.empty()) append_recent("", rows);
        for (const PathChoice& choice : path_choices(typed, 200)) {
            const bool folder = choice.kind == PathChoice::Kind::Folder;
            rows.push_back({folder ? Kind::Folder : Kind::File, choice.path,
                            choice.kind == PathChoice::Kind::Launch ? "captured launches"
                            : folder                                ? "folder"
                                                                    : ""});
        }
        return rows;
    }
    if (moment_ == nullptr && !bars_.go_to_focus) {
        rows.push_back({Kind::Open, "Open a program or a captured launch…", "Ctrl+O"});
        rows.push_back({Kind::Example, "Try: bank conflicts in 60 seconds",
                        example_.empty() ? "kernels/transpose/2_shared.cu is not installed" : "",
                        !example_.empty()});
        append_recent("", rows);
        return rows;
    }
    if (!typed.empty() && moment_ != nullptr && views::parse_go_to(typed))
        rows.push_back({Kind::GoTo, "Go to " + typed, "Enter"});
    append_commands(typed, moment_ == nullptr, rows);
    for (std::size_t i = 0; i < bars_.status.launches.size() && bars_.status.launches.size() > 1;
         ++i) {
        const std::string name = fmt::format("launch {}", i + 1);
        if (views::match(typed, name) != 0 && !typed.empty())
            rows.push_back({Kind::Launch, "Open " + name,
                            bars_.status.launches[i] == bars_.status.capsule ? "is open" : "", true,
                            i});
    }
    if (!typed.empty()) append_recent(typed, rows);
    return rows;
}

void App::focus_go_to() {
    bars_.go_to_focus = true;
    bars_.go_to_text.clear();
    finder_opens_ = false;
    finder_chosen_ = 0;
    skip_letter_ = true;
}

void App::focus_open() {
    focus_go_to();
    finder_opens_ = true;
    // Where the program that is open lies is where others will be.
    if (wanted_ && wanted_->path.has_parent_path())
        bars_.go_to_text = wanted_->path.parent_path().string() + "/";
}

void App::focus_launches() {
    focus_go_to();
    bars_.go_to_text = "launch ";
}

void App::close_finder() {
    bars_.go_to_focus = finder_opens_ = false;
    bars_.go_to_text.clear();
    finder_chosen_ = 0;
}

/// By value: what was typed is cleared here.
void App::open_path(std::string typed) {
    close_finder();
    OpenRequest request;
    request.path = path_of(typed);
    open(std::move(request));
}

void App::choose_in_finder(const FinderRow& row) {
    if (!row.enabled) {
        state_.message = row.text + " " + row.detail + ".";
        return;
    }
    switch (row.kind) {
    case Kind::GoTo:
        carry_out_go_to();
        close_finder();
        break;
    case Kind::Command:
        close_finder();
        command_rows()[row.index].run(*this);
        break;
    case Kind::Launch:
        close_finder();
        actions_.open_launch(static_cast<std::uint32_t>(row.index + 1));
        break;
    case Kind::Recent: {
        const RecentProgram recent = state_.recent[row.index];
        close_finder();
        OpenRequest request;
        request.path = recent.path;
        request.program_arguments = recent.arguments;
        request.run_options = recent.options;
        open(std::move(request));
        break;
    }
    case Kind::Open: focus_open(); break;
    case Kind::Example: open_path(example_.string()); break;
    case Kind::Folder:
        bars_.go_to_text = row.text;
        finder_chosen_ = 0;
        break;
    case Kind::File:
        open_path(row.text.ends_with('/') ? row.text.substr(0, row.text.size() - 1) : row.text);
        break;
    }
}

/// Keys while the box is open, and on the start screen.
bool App::type_in_finder(const Stroke& stroke) {
    std::string& text = bars_.go_to_text;
    if (!stroke.typed.empty()) {
        if (std::exchange(skip_letter_, false) && stroke.of_key) return true;
        text += stroke.typed;
        finder_chosen_ = 0;
        return true;
    }
    skip_letter_ = false;
    const std::vector<FinderRow> rows = finder_rows();
    const std::size_t last = rows.empty() ? 0 : rows.size() - 1;
    finder_chosen_ = std::min(finder_chosen_, last);
    const KeyPress& key = stroke.key;
    switch (key.key) {
    case Key::Up: finder_chosen_ = finder_chosen_ == 0 ? last : finder_chosen_ - 1; return true;
    case Key::Down: finder_chosen_ = finder_chosen_ == last ? 0 : finder_chosen_ + 1; return true;
    case Key::Escape: close_finder(); return true;
    case Key::Backspace:
        // A whole character.
        while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
            text.pop_back();
        if (!text.empty()) text.pop_back();
        finder_chosen_ = 0;
        return true;
    case Key::Tab:
        if (finder_opens_ && !rows.empty()) text = rows[finder_chosen_].text, finder_chosen_ = 0;
        return true;
    case Key::Enter: {
        if (key.ctrl) break;
        std::error_code ignored;
        // A path that is whole is meant, whatever begins like it.
        if (finder_opens_ && std::filesystem::is_regular_file(path_of(text), ignored))
            open_path(text);
        else if (!rows.empty())
            choose_in_finder(rows[finder_chosen_]);
        else if (finder_opens_ && !text.empty())
            open_path(text);
        else if (moment_ != nullptr)
            carry_out_go_to(), close_finder();
        return true;
    }
    default: break;
    }
    // Letters come as characters; commands with Ctrl work here, too.
    if (static_cast<unsigned>(key.key) < 128 && !key.ctrl && !key.alt) return true;
    return press(key);
}

Rect App::finder_area(const Canvas& canvas, const Layout& layout, std::size_t rows) const {
    const float width = std::min(canvas.px(520), layout.toolbar.w - canvas.px(24));
    const bool own_text = finder_opens_ || layout.metrics.density == Density::Large;
    // Its own line of text lies over the one of the toolbar, where there is one.
    const float top = finder_opens_ && layout.metrics.density != Density::Large
                          ? std::round(layout.toolbar.middle_y() - canvas.px(16))
                          : layout.toolbar.bottom() + canvas.px(2);
    return {layout.toolbar.right() - canvas.px(12) - width, top, width,
            (own_text ? canvas.px(36) : 0) + finder_height(canvas, rows)};
}

void App::draw_open_finder(Canvas& canvas, const Layout& layout, const Input& input) {
    const std::vector<FinderRow> rows = finder_rows();
    Rect area = finder_area(canvas, layout, rows.size());
    if (finder_opens_ || layout.metrics.density == Density::Large) {
        const Rect box = area.take_top(canvas.px(32));
        draw_finder_text(canvas, box, bars_.go_to_text,
                         finder_opens_ ? kPathHint : "A command, or a line, step, warp, lane");
        area.take_top(canvas.px(4));
    }
    if (rows.empty()) return;
    finder_chosen_ = std::min(finder_chosen_, rows.size() - 1);
    if (const auto clicked = draw_finder(canvas, input, area, rows, finder_chosen_))
        choose_in_finder(rows[*clicked]);
}

float App::draw_start_error(Canvas& canvas, float x, float y, float width) {
    const Diagnostic& error = *bars_.status.error;
    const Palette& c = canvas.colors;
    draw_icon(canvas, Icon::Error, x + canvas.px(8), y + canvas.px(11), canvas.px(14), c.wrong);
    std::string place = error.where.file;
    if (error.where.line != 0) place += fmt::format(":{}", error.where.line);
    const float left = x + canvas.px(28), room = width - canvas.px(28);
    if (!place.empty())
        y = canvas.paragraph(left, y, room, canvas.px(22), place,
                             {Face::CodeBold, Size::Body, c.text1});
    y = canvas.paragraph(left, y, room, canvas.px(22), error.message, words(canvas));
    std::size_t more = 0;
    for (const CompilerMessage& message : bars_.status.built.messages) {
        const bool first = message.line == error.where.line && message.file == error.where.file;
        if (!message.error || first || ++more > 5) continue;
        y = canvas.paragraph(left, y, room, canvas.px(20),
                             fmt::format("{}:{}: {}", message.file, message.line, message.text),
                             secondary(canvas, Size::Body));
    }
    const std::string hint = error.hint;
    if (!hint.empty())
        y = canvas.paragraph(left, y, room, canvas.px(22), "Try: " + hint,
                             secondary(canvas, Size::Body));
    return y + canvas.px(16);
}

/// Three ways in, and above them why the last one led nowhere.
void App::draw_start(Canvas& canvas, const Input& input, float width, float height) {
    const float column = std::min(canvas.px(640), width - canvas.px(48));
    const float x = std::round((width - column) / 2);
    float y = std::round(height * 0.14f);
    draw_icon(canvas, Icon::Logo, x + canvas.px(20), y + canvas.px(20), canvas.px(40),
              canvas.colors.text1);
    canvas.text(x + canvas.px(56), y + canvas.px(20), "Warpscope",
                {Face::WordsBold, Size::Headline, canvas.colors.text1});
    y += canvas.px(64);
    if (bars_.status.busy) {
        canvas.text(x, y + canvas.px(11),
                    (bars_.status.doing.empty() ? "starting" : bars_.status.doing) +
                        "   (Escape cancels)",
                    secondary(canvas, Size::Body));
        return;
    }
    if (bars_.status.error)
        y = draw_start_error(canvas, x, y, column);
    else
        y = canvas.paragraph(x, y, column, canvas.px(22),
                             "See a GPU program run, lane by lane, forwards and backwards.",
                             secondary(canvas, Size::Body)) +
            canvas.px(16);
    if (bars_.go_to_focus) {
        draw_finder_text(canvas, {x, y, column, canvas.px(32)}, bars_.go_to_text,
                         finder_opens_ ? kPathHint : "A command");
        y += canvas.px(40);
    }
    const std::vector<FinderRow> rows = finder_rows();
    if (!rows.empty()) {
        finder_chosen_ = std::min(finder_chosen_, rows.size() - 1);
        const Rect area = {x, y, column, finder_height(canvas, rows.size())};
        if (const auto clicked = draw_finder(canvas, input, area, rows, finder_chosen_))
            choose_in_finder(rows[*clicked]);
        y = area.bottom();
    }
    const std::string said = !state_.message.empty() ? state_.message
                             : bars_.status.error    ? "Ctrl+Enter tries the same again."
                                                     : "Arrows and Enter, or a click.";
    canvas.text_clipped(x, y + canvas.px(18), column, said, tertiary(canvas, Size::Small));
}

/// What is open now comes first among the recent ones.
void App::note_recent() {
    const EngineStatus status = engine_.status();
    std::error_code error;
    RecentProgram recent;
    const std::filesystem::path path =
        status.ran ? status.ran->program : std::filesystem::path(status.program);
    recent.path = std::filesystem::absolute(path, error).lexically_normal().string();
    if (error || path.empty()) return;
    if (status.ran) recent.arguments = status.ran->arguments, recent.options = status.ran->options;
    add_recent(state_.recent, std::move(recent));
}

} // namespace warpscope::gui
