// The table of keys.
#include "gui/commands.h"

#include "gui/app.h"
#include "gui/panels/lanes_input.h"
#include "gui/views/navigation.h"

namespace warpscope::gui {
namespace {

using views::Direction;

void set_workspace(App& app, Workspace workspace) {
    LayoutState& layout = app.mutable_state().layout;
    layout.workspace = workspace;
    layout.enlarged.reset();
    if (workspace == Workspace::Memory) layout.enlarged = Slot::Memory;
}

// clang-format off
constexpr CommandRow kRows[] = {
    {"F10", "step", [](App& a) { a.step(Direction::On); }},
    {"Shift+F10", "step back", [](App& a) { a.step(Direction::Back); }},
    {"PageDown", "step", [](App& a) { a.step(Direction::On); }},
    {"PageUp", "step back", [](App& a) { a.step(Direction::Back); }},
    {"F11", "next line, into calls", [](App& a) { a.step_lines(LineStep::Into, false); }},
    {"Shift+F11", "out of the call", [](App& a) { a.step_lines(LineStep::Out, false); }},
    {"Ctrl+F11", "previous line, into calls", [](App& a) { a.step_lines(LineStep::Into, true); }},
    {"Ctrl+Shift+F11", "back out of the call", [](App& a) { a.step_lines(LineStep::Out, true); }},
    {"U", "what a step is", [](App& a) { a.next_unit(); }},
    {"T", "time bar of the block, a warp or the launch", [](App& a) { a.next_scope(); }},
    {"Alt+Left", "back to where it was jumped from", [](App& a) { a.travel(true); }},
    {"Alt+Right", "forward again", [](App& a) { a.travel(false); }},
    {"Shift+Right", "next step of this warp", [](App& a) { a.go_to(views::step_of_warp(*a.moment(), a.selection().warp, Direction::On)); }},
    {"Shift+Left", "previous step of this warp", [](App& a) { a.go_to(views::step_of_warp(*a.moment(), a.selection().warp, Direction::Back)); }},
    {"F5", "run", [](App& a) { a.run(false); }},
    {"Shift+F5", "run back", [](App& a) { a.run(true); }},
    {"R", "next round of the loop", [](App& a) { a.jump_to(views::round_of_loop(*a.moment(), Direction::On)); }},
    {"Shift+R", "previous round of the loop", [](App& a) { a.jump_to(views::round_of_loop(*a.moment(), Direction::Back)); }},
    {"B", "next barrier", [](App& a) { a.jump_to(views::step_at_barrier(*a.moment(), Direction::On)); }},
    {"Shift+B", "previous barrier", [](App& a) { a.jump_to(views::step_at_barrier(*a.moment(), Direction::Back)); }},
    {"F8", "next conflict", [](App& a) { a.jump_to(views::step_at_conflict(*a.moment(), Direction::On)); }},
    {"Shift+F8", "previous conflict", [](App& a) { a.jump_to(views::step_at_conflict(*a.moment(), Direction::Back)); }},
    {"Home", "first step of the block", [](App& a) { a.jump_to(views::first_step(*a.moment())); }},
    {"End", "last step of the block", [](App& a) { a.jump_to(views::last_step(*a.moment())); }},
    {"Ctrl+F10", "run to the line", [](App& a) { a.run_to_cursor(false); }},
    {"Ctrl+Shift+F10", "run back to the line", [](App& a) { a.run_to_cursor(true); }},
    {"F9", "breakpoint on the line", [](App& a) { a.toggle_breakpoint(); }},
    {"Shift+F9", "breakpoint on or off", [](App& a) { a.toggle_breakpoint_enabled(); }},
    {"Ctrl+F9", "condition of the breakpoint", [](App& a) { a.edit_condition(); }},
    {"Alt+F9", "watch the selected address", [](App& a) { a.toggle_watch(); }},
    {"Ctrl+Shift+B", "list of breakpoints", [](App& a) { a.toggle_stops(); }},
    {"N", "next write to the selected address", [](App& a) { a.find_write(false); }},
    {"Shift+N", "who wrote the selected address", [](App& a) { a.find_write(true); }},
    {"E", "edit the program", [](App& a) { a.start_editing(); }},
    {"Ctrl+Enter", "save, compile, run, and come back to this step", [](App& a) { a.rebuild(false); }, true},
    {"Ctrl+Shift+Enter", "the same, over changes of others on disk", [](App& a) { a.rebuild(true); }, true},
    {"Ctrl+R", "read the program from disk again", [](App& a) { a.read_again(); }},
    {"P", "fold or unfold PTX", [](App& a) { a.mutable_state().show_ptx = !a.mutable_state().show_ptx; }},
    {"V", "values of words", [](App& a) { a.mutable_state().show_values = !a.mutable_state().show_values; }},
    {"O", "the buffer's map: how often it was touched, or who wrote it", [](App& a) { a.mutable_state().buffer_owners = !a.state().buffer_owners; }},
    {"S", "splits of the warp, or all lanes", [](App& a) { a.mutable_state().show_splits = !a.mutable_state().show_splits; }},
    {"[", "previous pass", [](App& a) { a.change_pass(-1); }},
    {"]", "next pass", [](App& a) { a.change_pass(1); }},
    {"W", "this access with padded rows, or as it is", [](App& a) { a.toggle_fix(); }},
    {"Ctrl+Shift+N", "open the next program of the series", [](App& a) { a.open_next(); }},
    {"Space", "play passes", [](App& a) { a.play_passes(); }},
    {"X", "hexadecimal numbers", [](App& a) { a.mutable_state().number_format = 'x'; }},
    {"D", "decimal numbers", [](App& a) { a.mutable_state().number_format = 'd'; }},
    {"F", "floating-point numbers", [](App& a) { a.mutable_state().number_format = 'f'; }},
    {"Insert", "watch an expression in Lanes", [](App& a) { begin_watch(a.mutable_state()); }},
    {"Left", "lane to the left", [](App& a) { a.move_in_focus(-1, 0); }},
    {"Right", "lane to the right", [](App& a) { a.move_in_focus(1, 0); }},
    {"Up", "warp or line above", [](App& a) { a.move_in_focus(0, -1); }},
    {"Down", "warp or line below", [](App& a) { a.move_in_focus(0, 1); }},
    {"Tab", "next panel", [](App& a) { a.cycle_focus(1); }},
    {"Shift+Tab", "previous panel", [](App& a) { a.cycle_focus(-1); }},
    {"Ctrl+Tab", "next panel", [](App& a) { a.cycle_focus(1); }},
    {"Ctrl+PageDown", "next lower tab", [](App& a) { a.next_tab(1); }},
    {"Ctrl+PageUp", "previous lower tab", [](App& a) { a.next_tab(-1); }},
    {"Enter", "enlarge the panel", [](App& a) { a.enlarge_focused(); }},
    {"Escape", "back, or cancel", [](App& a) { a.leave(); }, true},
    {"Ctrl+B", "show or fold the left column of a narrow window", [](App& a) { a.mutable_state().layout.unfolded = !a.state().layout.unfolded; }},
    {"Ctrl+P", "find a command, or go to a line, step, warp or lane", [](App& a) { a.focus_go_to(); }, true},
    {"Ctrl+J", "choose a launch", [](App& a) { a.focus_launches(); }},
    {"Ctrl+O", "open a program or a captured launch", [](App& a) { a.focus_open(); }, true},
    {"Ctrl+L", "large mode", [](App& a) {
        UiState& state = a.mutable_state();
        state.layout.large = !state.layout.large;
        // A projector shows light better than dark.
        state.theme = state.layout.large ? Theme::Light : Theme::Dark;
        state.show_splits = state.layout.large;
        state.layout.enlarged.reset();
    }},
    {"Ctrl+T", "dark or light", [](App& a) { a.mutable_state().theme = a.state().theme == Theme::Dark ? Theme::Light : Theme::Dark; }, true},
    {"Ctrl+M", "in large mode: warps or memory", [](App& a) {
        Slot& stage = a.mutable_state().layout.stage;
        stage = stage == Slot::Warps ? Slot::Memory : Slot::Warps;
    }},
    {"Ctrl+1", "workspace Debug", [](App& a) { set_workspace(a, Workspace::Debug); }},
    {"Ctrl+2", "workspace Review", [](App& a) { set_workspace(a, Workspace::Review); }},
    {"Ctrl+3", "workspace Memory", [](App& a) { set_workspace(a, Workspace::Memory); }},
    {"Ctrl+4", "workspace Time", [](App& a) { set_workspace(a, Workspace::Time); }},
    {"Ctrl+Equal", "larger", [](App& a) { a.zoom(1.1f); }, true},
    {"Ctrl+Plus", "larger", [](App& a) { a.zoom(1.1f); }, true},
    {"Ctrl+Minus", "smaller", [](App& a) { a.zoom(1 / 1.1f); }, true},
    {"Ctrl+0", "as large as the screen asks for", [](App& a) { a.zoom(0); }, true},
    {"Ctrl+Q", "quit", [](App& a) { a.mutable_state().quit = true; }, true},
    {"Ctrl+C", "copy the panel as text", [](App& a) { a.copy_focused(); }},
    {"Ctrl+E", "export the panel as PNG, and as CSV when it is a table", [](App& a) { a.export_focused(); }},
    {"Ctrl+Shift+C", "copy the panel as sentences", [](App& a) { a.copy_focused(); }},
};
// clang-format on

} // namespace

std::span<const CommandRow> command_rows() {
    return kRows;
}

const CommandRow* command_for(const KeyPress& key) {
    for (const CommandRow& row : kRows)
        if (const Result<KeyPress> own = parse_key(row.keys); own && *own == key) return &row;
    return nullptr;
}

} // namespace warpscope::gui
