// Run settings as JSON in an environment variable.
#include "runtime/report/run_settings.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/debug/instruction_table.h"
#include "sim/gpu/gpu_presets.h"
#include "sim/report/launch_report.h"

namespace warpscope::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSettingsSchema = "warpscope-settings-1";

const char* name_of(Verbosity verbosity) {
    switch (verbosity) {
    case Verbosity::Quiet: return "quiet";
    case Verbosity::Normal: return "normal";
    case Verbosity::Verbose: return "verbose";
    }
    return "normal";
}

Verbosity verbosity_named(const std::string& name) {
    if (name == "quiet") return Verbosity::Quiet;
    return name == "verbose" ? Verbosity::Verbose : Verbosity::Normal;
}

Diagnostic unreadable(const std::string& what) {
    return {
        {kRunVariable},
        what,
        fmt::format("unset {} and start the program alone, or through the `warpscope run` it was "
                    "built with",
                    kRunVariable)};
}

Result<RunSettings> settings_from(const Json& json) {
    const auto schema = json.at("schema").get<std::string>();
    if (schema != kSettingsSchema) {
        return unreadable(fmt::format("the schema is \"{}\", not \"{}\"", schema, kSettingsSchema));
    }
    RunSettings settings;
    settings.device = json.at("device").get<std::string>();
    if (settings.device != "emulator" && settings.device != kNativeDevice &&
        settings.device != kBothDevices)
        return unreadable(fmt::format("\"{}\" is no device", settings.device));
    settings.gpu_index = json.at("gpu_index").get<int>();
    settings.executions = json.at("executions").get<bool>();
    settings.bisect = json.at("bisect").get<bool>();
    settings.tolerances = json.at("tolerances").get<std::vector<std::string>>();
    settings.explicit_rounding = json.at("explicit_rounding").get<bool>();
    settings.gpu = default_gpu();
    if (settings.device != kNativeDevice) {
        Result<GpuSpec> gpu = parse_gpu(json.at("gpu").get<std::string>(), kRunVariable);
        if (!gpu) return gpu.error();
        settings.gpu = std::move(*gpu);
    }
    settings.seed = json.at("seed").get<std::uint64_t>();
    const auto model = json.at("divergence").get<std::string>();
    if (!divergence_named(model, settings.divergence)) {
        return unreadable(fmt::format("unknown divergence model \"{}\"", model));
    }
    settings.max_instructions = json.at("max_instructions").get<std::uint64_t>();
    settings.host_threads = json.at("host_threads").get<unsigned>();
    settings.reference = json.at("reference").get<bool>();
    const Result<isa::Level> level = execution_level(json.at("level").get<std::string>());
    if (!level) return level.error();
    settings.level = *level;
    settings.checks = json.at("checks").get<std::vector<std::string>>();
    settings.checks_small_only = json.at("checks_small_only").get<bool>();
    settings.counters = json.at("counters").get<bool>();
    settings.contracts = json.at("contracts").get<bool>();
    for (const std::string& text : json.at("owned").get<std::vector<std::string>>())
        if (Result<OwnedRule> rule = parse_owned_rule(text)) settings.owned.push_back(*rule);
    settings.capture_directory = json.at("capture_directory").get<std::string>();
    settings.keep_directory = json.at("keep_directory").get<std::string>();
    settings.report_descriptor = json.at("report_descriptor").get<int>();
    settings.verbosity = verbosity_named(json.at("verbosity").get<std::string>());
    settings.progress = json.at("progress").get<bool>() ? Progress::Shown : Progress::Hidden;
    return settings;
}

} // namespace

unsigned host_threads(const RunSettings& settings) {
    if (settings.host_threads != 0) return settings.host_threads;
    return std::max(1u, std::thread::hardware_concurrency());
}

std::string to_json_text(const RunSettings& settings) {
    std::vector<std::string> owned;
    for (const OwnedRule& rule : settings.owned)
        owned.push_back(rule.text);
    const Json json = {{"schema", kSettingsSchema},
                       {"device", settings.device},
                       {"gpu_index", settings.gpu_index},
                       {"tolerances", settings.tolerances},
                       {"bisect", settings.bisect},
                       {"executions", settings.executions},
                       {"explicit_rounding", settings.explicit_rounding},
                       {"gpu", settings.device == kNativeDevice ? "" : to_toml(settings.gpu)},
                       {"seed", settings.seed},
                       {"divergence", name_of(settings.divergence)},
                       {"max_instructions", settings.max_instructions},
                       {"host_threads", settings.host_threads},
                       {"reference", settings.reference},
                       {"level", level_name(settings.level)},
                       {"checks", settings.checks},
                       {"checks_small_only", settings.checks_small_only},
                       {"counters", settings.counters},
                       {"contracts", settings.contracts},
                       {"owned", owned},
                       {"capture_directory", settings.capture_directory},
                       {"keep_directory", settings.keep_directory},
                       {"report_descriptor", settings.report_descriptor},
                       {"verbosity", name_of(settings.verbosity)},
                       {"progress", settings.progress == Progress::Shown}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RunSettings> parse_run_settings(std::string_view text) {
    try {
        return settings_from(Json::parse(text));
    } catch (const Json::exception& error) {
        return unreadable(fmt::format("cannot be read: {}", error.what()));
    }
}

Result<RunSettings> run_settings_of_process() {
    if (const char* text = std::getenv(kRunVariable)) return parse_run_settings(text);
    RunSettings settings;
    settings.gpu = default_gpu();
    return settings;
}

std::string_view name_of(DivergenceModel model) {
    return model == DivergenceModel::Stack ? "stack" : "volta";
}

bool divergence_named(std::string_view name, DivergenceModel& model) {
    if (name != "volta" && name != "stack") return false;
    model = name == "stack" ? DivergenceModel::Stack : DivergenceModel::Volta;
    return true;
}

} // namespace warpscope::report
