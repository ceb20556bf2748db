// The loop of the window: a frame for each input and each moment, none when nothing happens.
#include "gui/desktop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <thread>

#include <fmt/format.h>

#include "gui/app.h"
#include "gui/backend/png.h"
#include "gui/backend/window.h"
#include "gui/engine/child.h"
#include "gui/engine/paths.h"
#include "gui/journal.h"
#include "gui/measure.h"
#include "sim/debug/store.h"

namespace warpscope::gui {
namespace {

int refuse(const Diagnostic& diagnostic) {
    fmt::print(stderr, "{}\n", to_string(diagnostic));
    return 2;
}

std::filesystem::path own_folder() {
    std::error_code ignored;
    return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
}

constexpr const char *kLayout = "gui-layout.json", *kRecent = "gui-recent.json",
                     *kBreakpoints = "gui-breakpoints.json";

/// In the user's folder of settings; empty when there is none.
std::filesystem::path settings_file(const char* name) {
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config != '\0')
        return std::filesystem::path(config) / "warpscope" / name;
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
        return std::filesystem::path(home) / ".config" / "warpscope" / name;
    return {};
}

/// What the last window kept, as `read` understands it; nothing when there is no such file or it
/// cannot be read. What is in it that is wrong is said, and the file left as it is.
template<class Read>
auto kept_settings(const char* name, std::uint64_t limit, Read read, std::string& message) {
    decltype(read(std::string_view(), std::string())) nothing = Diagnostic{};
    const std::filesystem::path file = settings_file(name);
    std::error_code ignored;
    if (file.empty() || !std::filesystem::exists(file, ignored)) return nothing;
    const auto text = read_whole_file(file, limit);
    if (!text) return nothing;
    auto settings = read(*text, file.string());
    if (!settings) message = to_string(settings.error());
    return settings;
}

void keep_settings(const char* name, std::string_view text) {
    if (const auto file = settings_file(name); !file.empty())
        static_cast<void>(write_whole_file(file, text));
}

void load_recent(UiState& state) {
    if (auto recent = kept_settings(kRecent, 1 << 20, read_recent, state.message))
        state.recent = std::move(*recent);
}

void load_layout(UiState& state) {
    if (const auto layout = kept_settings(kLayout, 1 << 16, read_layout, state.message))
        state.layout = *layout;
}

void load_breakpoints(App& app) {
    if (auto saved = kept_settings(kBreakpoints, 1 << 24, views::read_breakpoints,
                                   app.mutable_state().message))
        app.set_saved_breakpoints(std::move(*saved));
}

/// Not over a file that says something else.
void keep_breakpoints(const App& app) {
    const std::filesystem::path file = settings_file(kBreakpoints);
    const views::SavedBreakpoints all = app.all_breakpoints();
    if (file.empty() || all.empty()) return;
    std::error_code ignored;
    std::string wrong;
    if (std::filesystem::exists(file, ignored) &&
        !kept_settings(kBreakpoints, 1 << 24, views::read_breakpoints, wrong))
        return;
    keep_settings(kBreakpoints, views::save_breakpoints(all));
}

/// Text that is in no file when the window closes is kept beside the cache, and said where.
void keep_unsaved(const App& app) {
    for (const SourceEdit* edit : app.unsaved()) {
        const std::filesystem::path kept = cache_folder() / "unsaved" / edit->file().filename();
        const Status written = write_whole_file(kept, edit->text().bytes());
        fmt::print(stderr, "{}\n",
                   written ? fmt::format("{} was edited and not saved: the text is in {}",
                                         edit->file().string(), kept.string())
                           : to_string(written.error()));
    }
}

std::uint32_t ground(const App& app) {
    const Color color = palette(app.state().theme).window;
    return std::uint32_t{color.r} << 16 | std::uint32_t{color.g} << 8 | color.b;
}

UiState first_state(const GuiOptions& options) {
    UiState state;
    const bool scripted =
        !options.screenshot.empty() || !options.exports.empty() || options.measured != 0;
    if (!scripted) load_layout(state);
    load_recent(state);
    for (const std::string& watch : options.watches)
        if (std::find(state.layout.watches.begin(), state.layout.watches.end(), watch) ==
            state.layout.watches.end())
            state.layout.watches.push_back(watch);
    state.layout.large = options.large;
    state.lower_tab = options.tab.empty() ? "findings" : options.tab;
    if (!options.tab.empty()) state.focus = static_cast<unsigned>(Slot::Lower);
    state.show_splits = options.large;
    state.theme = options.theme.value_or(options.large ? Theme::Light : Theme::Dark);
    return state;
}

/// Neither has anything left to do.
void settle(const Engine& engine, const Examiner& examiner) {
    while (engine.status().busy || examiner.busy())
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

/// A picture of one panel, and its table, under a name that is free; says what it wrote.
std::string write_export(const PanelExport& panel, const std::vector<std::uint8_t>& pixels,
                         int width, int height) {
    std::error_code ignored;
    const std::filesystem::path name = free_name(std::filesystem::current_path(ignored), panel);
    int w = 0, h = 0;
    const auto part = cropped(pixels, width, height, panel.area, w, h);
    std::filesystem::path png = name, csv = name;
    png += ".png";
    csv += ".csv";
    if (w == 0 || h == 0) return "The panel is not shown, so there is no picture of it.";
    if (Status written = write_png(png, w, h, part); !written) return to_string(written.error());
    if (!panel.csv) return fmt::format("Wrote {}.", png.filename().string());
    if (Status written = write_whole_file(csv, *panel.csv); !written)
        return to_string(written.error());
    return fmt::format("Wrote {} and .csv.", png.filename().string());
}

using Picture = std::function<Result<std::vector<std::uint8_t>>()>;

/// `--export`: each panel is shown and written.
Status write_wishes(const GuiOptions& options, Engine& engine, Examiner& examiner, App& app,
                    const Picture& draw) {
    for (const ExportWish& wish : options.exports) {
        app.show_panel(wish.panel);
        Result<std::vector<std::uint8_t>> pixels = draw();
        settle(engine, examiner);
        for (int i = 0; i < 2 && pixels; ++i)
            pixels = draw();
        if (!pixels) return pixels.error();
        app.export_focused();
        const auto panel = app.take_export();
        int w = 0, h = 0;
        const auto part = !panel
                              ? std::vector<std::uint8_t>()
                              : cropped(*pixels, options.width, options.height, panel->area, w, h);
        if (wish.csv && (!panel || !panel->csv))
            return Diagnostic{{wish.file.string()},
                              fmt::format("the panel {} has no table now", wish.panel),
                              "lanes, findings, timeline and grid have one always; counters and "
                              "compare when they have something to show"};
        if (!wish.csv && (w == 0 || h == 0))
            return Diagnostic{{wish.file.string()},
                              fmt::format("the panel {} is not shown", wish.panel),
                              "leave out --large and keys that enlarge another one"};
        if (Status written = wish.csv ? write_whole_file(wish.file, *panel->csv)
                                      : write_png(wish.file, w, h, part);
            !written)
            return written;
    }
    return Done{};
}

int take_screenshot(const GuiOptions& options, Window& window, Engine& engine, Examiner& examiner,
                    App& app) {
    const auto w = static_cast<float>(options.width), h = static_cast<float>(options.height);
    Input input;
    if (options.pointer) input.x = options.pointer->first, input.y = options.pointer->second;
    input.seconds = 1; // whatever fades in or waits is there
    const auto draw = [&](const Input& with) {
        return window.picture(
            options.width, options.height, app.text_scale(w), ground(app),
            [&](ImDrawList& list, const Fonts& fonts) { app.frame(list, fonts, with, w, h); });
    };
    const auto shoot = [&](const Input& with) -> Status {
        const auto pixels = draw(with);
        if (!pixels) return pixels.error();
        if (const auto wanted = app.take_export())
            app.say(write_export(*wanted, *pixels, options.width, options.height));
        if (options.screenshot.empty()) return Done{};
        return write_png(options.screenshot, options.width, options.height, *pixels);
    };
    settle(engine, examiner);
    // The first frame asks for what there is to know about the launch.
    for (int i = 0; i < 2; ++i) {
        if (Status drawn = shoot({}); !drawn) return refuse(drawn.error());
        settle(engine, examiner);
    }
    app.select(options.open.wish.warp, options.lane);
    for (const Stroke& stroke : options.keys) {
        if (!app.play(stroke))
            return refuse(Diagnostic{{},
                                     fmt::format("the key {} does nothing here", to_string(stroke)),
                                     "`--keys` with another one"});
        settle(engine, examiner);
        if (Status drawn = shoot({}); !drawn) return refuse(drawn.error());
    }
    for (int i = 0; i < 2; ++i)
        if (Status drawn = shoot(input); !drawn) return refuse(drawn.error());
    // Errors in what was typed are in the picture.
    const EngineStatus status = engine.status();
    if (status.error && (app.moment() == nullptr || status.built.good))
        return refuse(*status.error);
    if (Status written = write_wishes(options, engine, examiner, app, [&] { return draw(input); });
        !written)
        return refuse(written.error());
    return 0;
}

int run_window(const GuiOptions& options, Window& window, App& app) {
    Journal journal;
    if (!options.journal.empty())
        if (Status opened = journal.open(options.journal); !opened) return refuse(opened.error());
    app.set_clipboard([&window] { return window.clipboard(); });
    using Clock = std::chrono::steady_clock;
    std::vector<RecentProgram> recent = app.state().recent;
    int frames_wanted = 2;
    Clock::time_point last = Clock::now();
    while (!window.should_close() && !app.state().quit) {
        const bool moving = app.animating();
        // While something takes its time, how far it is goes on.
        window.wait(moving || frames_wanted > 0 ? 0 : app.waiting() ? 0.1 : 1e9);
        Input input = window.take_input();
        // One frame answers, the next shows what the answer changed.
        frames_wanted = std::max(frames_wanted - 1, moving ? 1 : 0);
        const bool something = !input.keys.empty() || input.clicked || input.wheel != 0 ||
                               input.released || input.down;
        if (something) frames_wanted = 2;
        const Clock::time_point now = Clock::now();
        const double between = std::chrono::duration<double>(now - last).count();
        last = now;
        app.set_frame_rate(moving && between > 0 && between < 1 ? 1 / between : 0);
        const auto w = static_cast<float>(window.width()), h = static_cast<float>(window.height());
        const Status drawn =
            window.frame(app.text_scale(w), ground(app), [&](ImDrawList& list, const Fonts& fonts) {
                app.frame(list, fonts, input, w, h);
            });
        if (!drawn) return refuse(drawn.error());
        journal.note(app);
        if (app.state().recent != recent) {
            recent = app.state().recent;
            keep_settings(kRecent, save_recent(recent));
        }
        if (const std::string copied = app.take_copied(); !copied.empty())
            window.set_clipboard(copied);
        if (const auto wanted = app.take_export()) {
            const int width = window.width(), height = window.height();
            const auto pixels = window.picture(
                width, height, app.text_scale(w), ground(app),
                [&](ImDrawList& list, const Fonts& fonts) { app.frame(list, fonts, {}, w, h); });
            app.say(pixels ? write_export(*wanted, *pixels, width, height)
                           : to_string(pixels.error()));
            frames_wanted = 2;
        }
    }
    keep_settings(kLayout, save_layout(app.state().layout));
    keep_unsaved(app);
    keep_breakpoints(app);
    return 0;
}

} // namespace

int run_gui(const GuiOptions& options) {
    const bool picture =
        !options.screenshot.empty() || !options.exports.empty() || options.measured != 0;
    auto window =
        Window::create({options.width, options.height, !picture, options.scale, "Warpscope"});
    if (!window) return refuse(window.error());
    UiState state = first_state(options);
    state.scale = options.scale > 0 ? options.scale : picture ? 1.f : (*window)->screen_scale();
    Engine engine(own_folder() / "warpscope", [] { Window::wake(); });
    Examiner examiner(own_folder() / "warpscope", [] { Window::wake(); });
    App app(engine, examiner, std::move(state));
    app.set_example(find_example(own_folder()));
    if (!options.journal.empty()) engine.want_hashes();
    engine.keep_history(options.history_mib);
    if (!options.open.path.empty()) app.open(options.open);
    if (options.measured != 0)
        return measure_frames({options.measured, options.width, options.height}, **window, engine,
                              examiner, app);
    if (!picture) load_breakpoints(app);
    return picture ? take_screenshot(options, **window, engine, examiner, app)
                   : run_window(options, **window, app);
}

} // namespace warpscope::gui
