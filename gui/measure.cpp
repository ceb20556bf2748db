// Frames of several kinds, and the middle and the worst of what each part of them took.
#include "gui/measure.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "gui/panels/time_bar.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Costs {
    std::vector<double> engine, views, list, raster, all; ///< seconds
    std::vector<double> redrawn;                          ///< parts of the picture
    unsigned vertices = 0, draw_calls = 0;                ///< the most of a frame
};

double middle(std::vector<double> of) {
    if (of.empty()) return 0;
    std::sort(of.begin(), of.end());
    return of[of.size() / 2];
}

double worst(const std::vector<double>& of) {
    return of.empty() ? 0 : *std::max_element(of.begin(), of.end());
}

void print(const char* what, const Costs& c) {
    const auto pair = [](const std::vector<double>& of) {
        return fmt::format("{:6.2f} {:6.2f}", 1e3 * middle(of), 1e3 * worst(of));
    };
    fmt::print("{:<10} {}  {}  {}  {}  {}  {:8.0f}  {:>6.0f} %  {:>8}  {:>5}\n", what,
               pair(c.engine), pair(c.views), pair(c.list), pair(c.raster), pair(c.all),
               middle(c.all) > 0 ? 1 / middle(c.all) : 0, 100 * middle(c.redrawn),
               report::grouped(c.vertices), c.draw_calls);
}

struct Bench {
    const MeasureOptions& options;
    Window& window;
    Engine& engine;
    App& app;

    void settle() const {
        while (engine.status().busy)
            std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    /// One frame, after the engine has done what was asked for. The first of a kind does not count.
    bool frame(const Input& input, double engine_seconds, Costs* costs) const {
        const auto w = static_cast<float>(options.width), h = static_cast<float>(options.height);
        const double views_before = app.views_seconds();
        const auto drawn = window.measure(
            options.width, options.height, app.text_scale(w),
            [&](ImDrawList& list, const Fonts& fonts) { app.frame(list, fonts, input, w, h); });
        if (!drawn) {
            fmt::print(stderr, "{}\n", to_string(drawn.error()));
            return false;
        }
        if (costs == nullptr) return true;
        const double views = app.views_seconds() - views_before;
        costs->engine.push_back(engine_seconds);
        costs->views.push_back(views);
        costs->list.push_back(drawn->list_seconds - views);
        costs->raster.push_back(drawn->raster_seconds);
        costs->redrawn.push_back(drawn->redrawn);
        costs->all.push_back(drawn->list_seconds + drawn->raster_seconds);
        costs->vertices = std::max(costs->vertices, drawn->vertices);
        costs->draw_calls = std::max(costs->draw_calls, drawn->draw_calls);
        return true;
    }
    bool run(const char* what, const std::function<Input(unsigned)>& act) const {
        Costs costs;
        for (unsigned k = 0; k <= options.frames; ++k) {
            const Clock::time_point begin = Clock::now();
            const Input input = act(k);
            settle();
            const double engine_seconds = since(begin);
            if (!frame(input, engine_seconds, k == 0 ? nullptr : &costs)) return false;
        }
        print(what, costs);
        return is_whole(what);
    }
    /// What is drawn over the frames before has to look like a frame of its own.
    bool is_whole(const char* what) const {
        if (!frame({}, 0, nullptr)) return false;
        const auto w = static_cast<float>(options.width), h = static_cast<float>(options.height);
        const std::vector<std::uint8_t> shown = window.shown();
        const auto drawn = window.picture(
            options.width, options.height, app.text_scale(w), 0,
            [&](ImDrawList& list, const Fonts& fonts) { app.frame(list, fonts, {}, w, h); });
        if (drawn && *drawn == shown) return true;
        fmt::print(stderr, "{}: the last frame is another one when it is drawn at once\n", what);
        return false;
    }
};

} // namespace

int measure_frames(const MeasureOptions& options, Window& window, Engine& engine,
                   Examiner& examiner, App& app) {
    const Bench bench{options, window, engine, app};
    bench.settle();
    if (const auto error = engine.status().error) {
        fmt::print(stderr, "{}\n", to_string(*error));
        return 2;
    }
    if (!bench.frame({}, 0, nullptr)) return 2;
    while (examiner.busy())
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (!bench.frame({}, 0, nullptr) || app.moment() == nullptr) return 2;
    const auto timeline = app.moment()->timeline;
    const auto& rows = timeline->rows;
    fmt::print("{} x {}, {} steps in the block; milliseconds, the middle and the worst of {} "
               "frames\n",
               options.width, options.height, report::grouped(rows.size()), options.frames);
    fmt::print("{:<10} {:>13}  {:>13}  {:>13}  {:>13}  {:>13}  {:>8}  {:>8}  {:>8}  {:>5}\n", "",
               "engine", "views", "list", "raster", "frame", "frames/s", "redrawn", "vertices",
               "draws");
    // Places all over the block, each far from the one before.
    const auto place = [&](unsigned k) {
        return rows[static_cast<std::size_t>(k) * 7919 % rows.size()].position;
    };
    const auto step = [&](unsigned) {
        app.press({.key = Key::F10});
        return Input{};
    };
    const auto scrub = [&](unsigned k) {
        app.go_to(place(k));
        return Input{};
    };
    Input wheel;
    const auto zoom = [&](unsigned k) {
        wheel.x = static_cast<float>(options.width) * 0.6f;
        wheel.y = static_cast<float>(options.height) - 60;
        wheel.wheel = k % 20 < 10 ? 1.f : -1.f;
        return wheel;
    };
    bool good = bench.run("idle", [](unsigned) { return Input{}; });
    good = good && bench.run("step", step) && bench.run("scrub", scrub);
    app.mutable_state().lower_tab = "timeline";
    good = good && bench.run("timeline", scrub) && bench.run("zoom", zoom);
    return good ? 0 : 2;
}

} // namespace warpscope::gui
