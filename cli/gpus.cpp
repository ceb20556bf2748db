// `warpscope gpus`: the models that can be simulated, and the GPUs of this machine.
#include <cstdio>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/installation.h"
#include "cli/table.h"
#include "runtime/driver/gpu_list.h"
#include "runtime/report/units.h"
#include "sim/gpu/gpu_presets.h"

namespace warpscope::cli {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> row(const GpuSpec& gpu) {
    return {gpu.id,
            gpu.name,
            fmt::format("{}.{}", gpu.compute_major, gpu.compute_minor),
            std::to_string(gpu.sm_count),
            std::to_string(gpu.max_warps_per_sm),
            report::byte_size(gpu.shared_bytes_per_sm),
            report::byte_size(gpu.l2_bytes),
            report::byte_size(gpu.memory_bytes),
            fmt::format("{} MHz", gpu.clock_khz / 1000)};
}

std::string real_text(const Result<std::vector<driver::GpuInfo>>& real) {
    if (!real) return "GPUs in this machine: none: " + real.error().message + "\n";
    std::vector<std::vector<std::string>> rows = {
        {"--gpu-index", "GPU in this machine", "compute", "memory", "driver"}};
    for (const driver::GpuInfo& gpu : *real)
        rows.push_back({std::to_string(gpu.index), gpu.name,
                        fmt::format("{}.{}", gpu.compute_major, gpu.compute_minor),
                        report::byte_size(gpu.memory_bytes), driver::driver_text(gpu)});
    return table_text(rows, {Align::Left, Align::Left, Align::Right, Align::Right, Align::Left});
}

std::string text(const std::vector<GpuSpec>& presets,
                 const Result<std::vector<driver::GpuInfo>>& real) {
    std::vector<std::vector<std::string>> rows = {
        {"--gpu", "name", "compute", "SMs", "warps/SM", "shared/SM", "L2", "memory", "clock"}};
    for (const GpuSpec& gpu : presets)
        rows.push_back(row(gpu));
    std::vector<Align> alignment(rows[0].size(), Align::Right);
    alignment[0] = alignment[1] = Align::Left;
    return table_text(rows, alignment) + "\n" + real_text(real);
}

std::string json(const std::vector<GpuSpec>& presets,
                 const Result<std::vector<driver::GpuInfo>>& real) {
    Json list = Json::array();
    for (const GpuSpec& gpu : presets) {
        list.push_back({{"id", gpu.id},
                        {"name", gpu.name},
                        {"compute_major", gpu.compute_major},
                        {"compute_minor", gpu.compute_minor},
                        {"sm_count", gpu.sm_count},
                        {"max_warps_per_sm", gpu.max_warps_per_sm},
                        {"shared_bytes_per_sm", gpu.shared_bytes_per_sm},
                        {"l2_bytes", gpu.l2_bytes},
                        {"memory_bytes", gpu.memory_bytes},
                        {"clock_khz", gpu.clock_khz}});
    }
    Json found = Json::array();
    for (std::size_t i = 0; real && i < real->size(); ++i) {
        const driver::GpuInfo& gpu = (*real)[i];
        found.push_back({{"index", gpu.index},
                         {"name", gpu.name},
                         {"compute_major", gpu.compute_major},
                         {"compute_minor", gpu.compute_minor},
                         {"memory_bytes", gpu.memory_bytes},
                         {"driver_cuda_version", gpu.driver_version},
                         {"driver_release", gpu.driver_release}});
    }
    const Json all = {{"schema", "warpscope-gpus-2"},
                      {"presets", list},
                      {"real", {{"gpus", found}, {"problem", real ? "" : real.error().message}}}};
    return all.dump(2) + "\n";
}

int show(bool as_json) {
    const auto presets = list_gpus(preset_folder());
    if (!presets) return refuse(presets.error());
    const Result<std::vector<driver::GpuInfo>> real = driver::find_gpus();
    const Status written = write_report("", as_json ? json(*presets, real) : text(*presets, real));
    return written ? kClean : refuse(written.error());
}

} // namespace

Action define_gpus(CLI::App& app, const CommandLine&) {
    auto as_json = std::make_shared<bool>(false);
    app.add_flag("--json", *as_json, "as JSON");
    app.footer("A TOML file like those in assets/gpus describes another GPU: --gpu FILE.toml");
    return [as_json] { return show(*as_json); };
}

} // namespace warpscope::cli
