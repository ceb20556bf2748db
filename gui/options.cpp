// Reading the command line with CLI11.
#include "gui/options.h"

#include <cstdio>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "sim/debug/expression.h"

namespace warpscope::gui {
namespace {

/// "1920x1200" or "5,2" as two numbers; false when it is none.
bool two_numbers(const std::string& text, char between, double& first, double& second) {
    const auto at = text.find(between);
    if (at == std::string::npos) return false;
    try {
        std::size_t used = 0;
        first = std::stod(text.substr(0, at), &used);
        if (used != at) return false;
        second = std::stod(text.substr(at + 1), &used);
        return used == text.size() - at - 1;
    } catch (const std::exception&) {
        return false;
    }
}

struct Texts {
    std::string path, theme, size = "1920x1200", keys, block, pointer, seed, gpu;
    std::vector<std::string> arguments, exports;
    std::uint64_t step = 0;
    int warp = -1, lane = -1;
    bool debug = false;
};

void add_options(CLI::App& app, GuiOptions& options, Texts& texts) {
    app.add_option("program", texts.path, "a CUDA program, a captured launch, or a folder of them")
        ->type_name("PROGRAM.cu|CAPSULE");
    app.add_option("--launch", options.open.launch, "which launch to open; the first by default")
        ->type_name("N");
    app.add_option("--step", texts.step,
                   "open at this step of the launch; where it is worst by default")
        ->type_name("N");
    app.add_option("--block", texts.block, "open in this block, where it is worst")
        ->type_name("X,Y");
    app.add_option("--warp", texts.warp, "and in this warp")->type_name("N");
    app.add_option("--lane", texts.lane, "select this lane")->type_name("N");
    app.add_flag("--debug", texts.debug,
                 "compile without optimisation, and with the variables of the source by name");
    app.add_option("--watch", options.watches,
                   "an expression that Lanes shows in each lane; may be given again")
        ->type_name("EXPR")
        ->allow_extra_args(false);
    app.add_option("--gpu", texts.gpu, "which GPU the emulator stands for")->type_name("ID|FILE");
    app.add_option("--seed", texts.seed, "order of warps and blocks")->type_name("N");
    app.add_option("--history", options.history_mib,
                   "memory for going back; with less of it a step back takes longer")
        ->check(CLI::Range(1u, 1u << 20))
        ->type_name("MIB")
        ->capture_default_str();
    app.add_option("--theme", texts.theme, "dark or light")
        ->check(CLI::IsMember({"dark", "light"}));
    app.add_option("--scale", options.scale, "size of space and type; the screen's by default")
        ->check(CLI::Range(0.8, 2.5))
        ->type_name("FACTOR");
    app.add_flag("--large", options.large, "large mode, for a class");
    app.add_option("--tab", options.tab,
                   "which lower panel to show: findings, counters, grid, compare, timeline, "
                   "barriers, occupancy")
        ->check(CLI::IsMember(
            {"findings", "counters", "grid", "compare", "timeline", "barriers", "occupancy"}));
    app.add_option("--size", texts.size, "of the window or picture")
        ->type_name("WxH")
        ->capture_default_str();
    app.add_option("--screenshot", options.screenshot,
                   "draw one picture into this PNG file and end")
        ->type_name("FILE");
    app.add_option("--journal", options.journal,
                   "write what the window shows into this file, a JSON line for each change")
        ->type_name("FILE");
    app.add_option("--keys", texts.keys,
                   "keys to press first, with --screenshot: \"F10 Shift+F10 text:'some words'\"")
        ->type_name("KEYS");
    app.add_option("--measure", options.measured,
                   "draw so many frames of each kind, print what they cost, and end")
        ->check(CLI::Range(1, 100000))
        ->type_name("FRAMES");
    app.add_option("--export", texts.exports,
                   "write a panel as drawn (.png) or as a table (.csv) and end; may be given again")
        ->type_name("PANEL:FILE")
        ->allow_extra_args(false);
    app.add_option("--pointer", texts.pointer, "where the pointer stands, with --screenshot")
        ->type_name("X,Y");
    app.add_option("arguments", texts.arguments, "of the program, after --")->type_name("");
}

std::string take(const Texts& texts, GuiOptions& options) {
    double a = 0, b = 0;
    if (!two_numbers(texts.size, 'x', a, b) || a < 200 || b < 200 || a > 8192 || b > 8192)
        return fmt::format("--size {} is no size; write 1920x1200", texts.size);
    options.width = static_cast<int>(a), options.height = static_cast<int>(b);
    if (!texts.pointer.empty()) {
        if (!two_numbers(texts.pointer, ',', a, b))
            return fmt::format("--pointer {} is no place; write 200,300", texts.pointer);
        options.pointer = {static_cast<float>(a), static_cast<float>(b)};
    }
    if (!texts.block.empty()) {
        if (!two_numbers(texts.block, ',', a, b) || a < 0 || b < 0)
            return fmt::format("--block {} is no block; write 5,2", texts.block);
        options.open.wish.block =
            Dim3{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), 0};
    }
    if (texts.warp >= 0) options.open.wish.warp = static_cast<std::uint32_t>(texts.warp);
    if (texts.lane >= 32) return fmt::format("--lane {}: a warp has lanes 0 to 31", texts.lane);
    if (texts.lane >= 0) options.lane = static_cast<std::uint32_t>(texts.lane);
    if (texts.step > 0) options.open.wish.position = texts.step;
    if (!texts.theme.empty()) options.theme = texts.theme == "light" ? Theme::Light : Theme::Dark;
    for (const std::string& text : texts.exports) {
        Result<ExportWish> wish = parse_export(text);
        if (!wish) return wish.error().message + "; try " + wish.error().hint;
        options.exports.push_back(std::move(*wish));
    }
    const auto keys = parse_strokes(texts.keys);
    if (!keys) return keys.error().message + "; try " + keys.error().hint;
    options.keys = *keys;
    options.open.path = texts.path;
    options.open.program_arguments = texts.arguments;
    if (texts.debug) options.open.run_options.emplace_back("--debug");
    for (const std::string& watch : options.watches)
        if (const auto expression = Expression::parse(watch); !expression)
            return fmt::format("--watch {}: column {}: {}; try {}", watch,
                               expression.error().where.column, expression.error().message,
                               expression.error().hint);
    for (const auto& [name, value] :
         {std::pair{"--gpu", texts.gpu}, std::pair{"--seed", texts.seed}})
        if (!value.empty())
            options.open.run_options.insert(options.open.run_options.end(), {name, value});
    return "";
}

} // namespace

std::variant<GuiOptions, GuiExit> read_options(int argc, char** argv) {
    CLI::App app("see a GPU program run, lane by lane, forwards and backwards", "warpscope gui");
    app.footer("`warpscope gui` starts this program. Exit codes: 0 clean, 2 bad usage or input.");
    GuiOptions options;
    Texts texts;
    add_options(app, options, texts);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        std::fputs(app.help().c_str(), stdout);
        return GuiExit{0};
    } catch (const CLI::ParseError& error) {
        fmt::print(stderr, "warpscope gui: error: {}\n  try: `warpscope gui --help`\n",
                   error.what());
        return GuiExit{2};
    }
    const std::string wrong = take(texts, options);
    if (wrong.empty()) return options;
    fmt::print(stderr, "warpscope gui: error: {}\n", wrong);
    return GuiExit{2};
}

} // namespace warpscope::gui
