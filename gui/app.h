// App: what one window shows and does: the state of the user's choices, and a frame of it.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gui/engine/engine.h"
#include "gui/exports.h"
#include "gui/panels/bars.h"
#include "gui/panels/panel.h"
#include "gui/views/finder.h"
#include "gui/views/jumps.h"
#include "gui/views/navigation.h"

namespace warpscope::gui {

class App {
public:
    App(Engine& engine, Examiner& examiner, UiState state);

    /// Draws a frame of this size and carries out what the input asks for.
    void frame(ImDrawList& list, const Fonts& fonts, const Input& input, float width, float height);
    /// Carries out one key. False when it means nothing.
    bool press(const KeyPress& key);
    /// The same of a key or of text, for whatever takes text now: a box, the editor, nobody.
    bool play(const Stroke& stroke);
    /// Opens a program or a captured launch.
    void open(OpenRequest request);
    /// Something moves by itself, so frames have to go on.
    bool animating() const;

    /// What making views has taken so far.
    double views_seconds() const { return views_seconds_; }

    const UiState& state() const { return state_; }
    const Views& views() const { return views_; }
    const EngineStatus& status() const { return bars_.status; }
    float text_scale(float width) const;
    /// Chooses warp and lane, as clicks do.
    void select(std::optional<std::uint32_t> warp, std::optional<std::uint32_t> lane);
    void set_frame_rate(double rate) { bars_.frames_per_second = rate; } ///< 0: nothing moves

    /// The source line that is selected, or that of the step; 0: none.
    std::uint32_t shown_line() const;

    // What keys do; each is a row in gui/commands.cpp.
    void go_to(std::optional<std::uint64_t> position);
    void jump_to(std::optional<std::uint64_t> position); ///< as something to go back from
    void step(views::Direction direction);               ///< by the time bar's unit
    void travel(bool back); ///< through the places that were jumped from
    void next_unit();
    void next_scope();
    void run(bool back);
    void run_to_cursor(bool back);
    void run_to(const views::BreakPlace& place);
    void step_lines(LineStep step, bool back);
    void find_write(bool back);
    void toggle_breakpoint();
    void toggle_breakpoint_enabled();
    void toggle_watch();
    void toggle_stops() { state_.breaks.list = !state_.breaks.list; }
    void edit_condition();
    void edit_condition(const views::BreakPlace& place);
    /// The breakpoints of every program, with those of the one that is open.
    views::SavedBreakpoints all_breakpoints() const;
    void set_saved_breakpoints(views::SavedBreakpoints saved) { saved_ = std::move(saved); }
    /// The engine works on something that takes its time, which frames have to tell of.
    bool waiting() const { return bars_.status.busy; }
    void cycle_focus(int step);
    void move_in_focus(int dx, int dy);
    void change_pass(int step);
    void play_passes();
    void leave();
    void zoom(float factor);
    void enlarge_focused();
    void copy_focused();
    void export_focused();
    void next_tab(int step);
    void toggle_fix();
    void open_next();
    void start_editing();
    void read_again();
    /// Saves, compiles, runs, and comes back to this step.
    void rebuild(bool over_changes);

    UiState& mutable_state() { return state_; }
    const Moment* moment() const { return moment_.get(); }
    views::Selection& selection() { return selection_; }
    const views::Selection& selection() const { return selection_; }
    Engine& engine() { return engine_; }
    void focus_go_to();
    void focus_open();
    void focus_launches();
    /// The program for who wants to try; empty: it is not there.
    void set_example(std::filesystem::path example) { example_ = std::move(example); }
    /// Text for the clipboard; taken once.
    std::string take_copied();
    /// Texts that are not in their files.
    std::vector<const SourceEdit*> unsaved() const;
    /// Where pasted text comes from; without it, from what was copied here.
    void set_clipboard(std::function<std::string()> clipboard) {
        clipboard_ = std::move(clipboard);
    }
    /// What is to be written to files; taken once.
    std::optional<PanelExport> take_export();
    /// Brings the panel into focus, from behind its tab too; false when there is none of this id.
    bool show_panel(const std::string& id);
    /// Its table as last drawn; nothing of panels that are none, or have nothing to show.
    std::optional<std::string> csv_of(const std::string& panel) const;
    void say(std::string message) { state_.message = std::move(message); }

private:
    struct ViewKey {
        std::uint64_t moment = 0;
        views::Selection selection;
        bool show_ptx = true, splits = false;
        std::uint64_t breakpoints = 0;
        TimeState time;
        unsigned bins = 0;
        const Examination* examination = nullptr;
        std::string lower_tab;
        Workspace workspace = Workspace::Debug;
        bool with_fix = false;
        std::string heat;
        std::uint32_t grid_layer = 0;
        views::StripRange strip;
        unsigned strip_columns = 0;
        bool operator==(const ViewKey&) const = default;
    };

    void take_moment();
    void take_breakpoints();
    bool press_in_condition(const KeyPress& key);
    std::optional<views::BreakPlace> selected_place() const;
    std::optional<WatchedRange> selected_bytes() const;
    views::JumpPlace place_now() const;
    void begin_jump();
    std::string breakpoints_key() const;
    void rebuild_time(unsigned bins, const Canvas& canvas);
    void rebuild_views(unsigned bins, const Canvas& canvas, const Layout& layout);
    void rebuild_lower_views(unsigned strip_columns);
    PanelContext context_of(Canvas& canvas, const Input& input, const Rect& area,
                            const Layout& layout);
    void draw_panels(Canvas& canvas, const Layout& layout, const Input& input,
                     std::optional<std::string>& tooltip);
    void draw_bars(Canvas& canvas, const Layout& layout, const Input& input,
                   std::optional<std::string>& tooltip);
    void draw_start(Canvas& canvas, const Input& input, float width, float height);
    float draw_start_error(Canvas& canvas, float x, float y, float width);
    void move_splitters(Canvas& canvas, const Layout& layout, const Input& input);
    void draw_words(Canvas& canvas, const Rect& area);
    void carry_out_go_to();
    // Of the box that finds things.
    std::vector<views::FinderRow> finder_rows() const;
    void append_recent(const std::string& typed, std::vector<views::FinderRow>& rows) const;
    void choose_in_finder(const views::FinderRow& row);
    bool type_in_finder(const Stroke& stroke);
    void open_path(std::string typed);
    void close_finder();
    Rect finder_area(const Canvas& canvas, const Layout& layout, std::size_t rows) const;
    void draw_open_finder(Canvas& canvas, const Layout& layout, const Input& input);
    void note_recent();
    // Of editing.
    std::optional<ProgramRun> program() const;
    bool ready_edit(const ProgramRun& run);
    void show_edit();
    void take_launch();
    void take_outcome(const BuildOutcome& built);
    bool type_in_editor(const Stroke& stroke);

    Engine& engine_;
    Examiner& examiner_;
    UiState state_;
    std::shared_ptr<const Moment> moment_;
    std::shared_ptr<const Examination> examination_, examined_; ///< examined: views are made of it
    std::shared_ptr<const LaunchFacts> examined_facts_;
    std::shared_ptr<const std::vector<BlockSpan>> blocks_;
    /// Selected once the next moment comes: warp and lane.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> to_select_;
    views::Selection selection_;
    Layout layout_;                              ///< of the last frame
    std::map<std::string, views::Jumps> jumps_;  ///< by capsule
    std::optional<views::JumpPlace> to_restore_; ///< what the next moment is gone to for
    views::SavedBreakpoints saved_;
    std::string breakpoints_of_;                        ///< the program that the breakpoints are of
    std::uint64_t breakpoints_told_ = 0;                ///< their revision that the engine knows
    std::vector<views::PlacedFinding> placed_findings_; ///< of the examination
    KnownMarks marks_;
    Views views_;
    ViewKey views_key_;
    double views_seconds_ = 0;
    BarFacts bars_;
    Actions actions_;
    std::optional<SplitterKind> dragging_;
    double hover_seconds_ = 0;
    std::optional<std::string> hover_text_;
    std::string copied_;
    std::optional<PanelExport> export_;
    std::array<Rect, kSlots> shown_areas_{}; ///< of the last frame
    bool had_tooltip_ = false;
    std::optional<OpenRequest> wanted_; ///< last
    /// What is being compiled: from the lines of the run that is shown to its lines.
    struct Rebuilt {
        views::LineMap map;
        std::vector<std::string> lines;
    };
    std::optional<Rebuilt> rebuilt_;
    std::map<std::filesystem::path, std::shared_ptr<SourceEdit>> edits_; ///< of this window
    std::uint64_t seen_built_ = 0;
    std::function<std::string()> clipboard_;
    bool skip_letter_ = false;
    std::filesystem::path example_;
    bool finder_opens_ = false; ///< the box takes a path, else a command or place
    std::size_t finder_chosen_ = 0;
};

} // namespace warpscope::gui
