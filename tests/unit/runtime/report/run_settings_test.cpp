// Tests that run settings survive the way into the child process.
#include "runtime/report/run_settings.h"
#include "sim/report/launch_report.h"

#include <cstdlib>

#include "sim/gpu/gpu_presets.h"
#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::report;

TEST_CASE("settings: all fields come back", "[report]") {
    RunSettings settings;
    settings.device = "emulator";
    settings.gpu = default_gpu();
    settings.gpu.sm_count = 3;
    settings.seed = 18446744073709551615u;
    settings.divergence = DivergenceModel::Stack;
    settings.max_instructions = 1000;
    settings.host_threads = 5;
    settings.capture_directory = "some \"folder\"";
    settings.keep_directory = "kept";
    settings.report_descriptor = 7;
    settings.verbosity = Verbosity::Verbose;
    settings.progress = Progress::Shown;
    const auto again = parse_run_settings(to_json_text(settings));
    REQUIRE(again.ok());
    CHECK(to_json_text(*again) == to_json_text(settings));
    CHECK(again->gpu == settings.gpu);
    CHECK(again->seed == settings.seed);
    CHECK(again->divergence == DivergenceModel::Stack);
    CHECK(host_threads(*again) == 5);
}

TEST_CASE("settings: a native run comes back without a model of a GPU", "[report]") {
    RunSettings settings;
    settings.device = kNativeDevice;
    settings.gpu_index = 2;
    settings.explicit_rounding = true;
    const auto again = parse_run_settings(to_json_text(settings));
    REQUIRE(again.ok());
    CHECK(again->device == kNativeDevice);
    CHECK(again->gpu_index == 2);
    CHECK(again->explicit_rounding);
    settings.device = "both";
    CHECK_FALSE(parse_run_settings(to_json_text(settings)).ok());
}

TEST_CASE("settings: a program alone runs on an H200", "[report]") {
    unsetenv(kRunVariable);
    const auto settings = run_settings_of_process();
    REQUIRE(settings.ok());
    CHECK(settings->gpu == default_gpu());
    CHECK(settings->report_descriptor == -1);
    CHECK(host_threads(*settings) >= 1);
}

TEST_CASE("settings: the variable counts when it is set", "[report]") {
    RunSettings settings;
    settings.gpu = default_gpu();
    settings.seed = 42;
    setenv(kRunVariable, to_json_text(settings).c_str(), 1);
    CHECK(run_settings_of_process()->seed == 42);
    setenv(kRunVariable, "nonsense", 1);
    CHECK(!run_settings_of_process().ok());
    unsetenv(kRunVariable);
}

TEST_CASE("settings: damage is refused", "[report]") {
    RunSettings settings;
    settings.gpu = default_gpu();
    const std::string good = to_json_text(settings);
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const auto at = text.find(from);
        REQUIRE(at != std::string::npos);
        return parse_run_settings(text.replace(at, from.size(), to));
    };
    CHECK(!with("warpscope-settings-1", "warpscope-settings-2").ok());
    CHECK(!with("\"volta\"", "\"fermi\"").ok());
    CHECK(!with("sm_count", "sm_cuont").ok());
    CHECK(!with("\"seed\"", "\"sead\"").ok());
    CHECK(!parse_run_settings("").ok());
}
