// `warpscope run FILE.ptx`: one kernel, its arguments from the command line.
#include "cli/run_ptx.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "cli/console.h"
#include "cli/extent.h"
#include "cli/launch_in_process.h"
#include "cli/outcome.h"
#include "cli/real_gpu.h"
#include "cli/run_ptx_gpu.h"

namespace warpscope::cli {
namespace {

/// Elements shown of a buffer whose count was not given.
constexpr std::uint64_t kShownElements = 64;

Result<std::string> read_text(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        return Diagnostic{{path}, "there is no such file", "check the path"};
    }
    if (!std::filesystem::is_regular_file(path, error)) {
        return Diagnostic{{path}, "is no file", "give a PTX file"};
    }
    std::ifstream file(path, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file) return Diagnostic{{path}, "cannot be read", "check its permissions"};
    return text;
}

Result<PtxRunRequest> read_request(const RunOptions& options) {
    PtxRunRequest request;
    request.kernel = options.kernel;
    request.dynamic_shared_bytes = options.shared_bytes;
    if (options.grid.empty() || options.block.empty()) {
        return Diagnostic{{options.files[0]},
                          fmt::format("{} is missing", options.grid.empty() ? "--grid" : "--block"),
                          "say how many blocks and threads: --grid 4 --block 256"};
    }
    const auto grid = parse_extent("--grid", options.grid);
    if (!grid) return grid.error();
    const auto block = parse_extent("--block", options.block);
    if (!block) return block.error();
    request.grid = *grid, request.block = *block;
    for (const std::string& text : options.arguments) {
        auto argument = parse_ptx_argument(text);
        if (!argument) return argument.error();
        request.arguments.push_back(std::move(*argument));
    }
    return request;
}

/// What --print asks for; checked before the launch, so that a typing error costs no time.
Result<std::vector<PtxPrint>> read_prints(const RunOptions& options, const PtxLaunch& launch) {
    std::vector<PtxPrint> prints;
    for (const std::string& text : options.prints) {
        const auto print = parse_ptx_print(text);
        if (!print) return print.error();
        if (const auto possible = read_back(launch, *print); !possible) return possible.error();
        prints.push_back(*print);
    }
    return prints;
}

void show_buffers(const PtxLaunch& launch, std::vector<PtxPrint>& prints, std::FILE* to) {
    for (PtxPrint& print : prints) {
        Result<PtxPrinted> buffer = read_back(launch, print);
        if (!buffer) continue;
        const std::uint64_t width = size_in_bytes(buffer->type);
        const std::uint64_t held = buffer->bytes.size() / width;
        std::string rest;
        if (print.count == 0 && held > kShownElements) {
            buffer->bytes.resize(kShownElements * width);
            rest = fmt::format(" … ({} more)", held - kShownElements);
        }
        std::fputs(
            fmt::format("{}: {}{}\n", print.name, elements_text(buffer->type, buffer->bytes), rest)
                .c_str(),
            to);
    }
    std::fflush(to);
}

} // namespace

int run_ptx(const RunOptions& options) {
    if (!options.program_arguments.empty()) {
        return refuse("a PTX file takes no program arguments after `--`",
                      "--arg gives the kernel's");
    }
    const Result<report::RunSettings> settings = run_settings(options);
    if (!settings) return refuse(settings.error());
    const auto text = read_text(options.files[0]);
    if (!text) return refuse(text.error());
    auto request = read_request(options);
    if (!request) return refuse(request.error());
    request->level = settings->level;
    auto launch =
        prepare_ptx(*text, options.files[0], *request, settings->gpu, launch_options(*settings));
    if (!launch) return refuse(launch.error());
    auto prints = read_prints(options, *launch);
    if (!prints) return refuse(prints.error());

    RunReport run;
    run.program = options.files[0];
    run.device = settings->device;
    run.gpu = device_text(*settings);
    run.seed = settings->seed;
    std::FILE* const output = report_owns_stdout(options.report) ? stderr : stdout;
    if (settings->device == kNativeDevice) {
        if (Status ran = run_ptx_on_gpu(*launch, *settings, output, run); !ran)
            return refuse(ran.error());
    } else {
        GpuBeside beside;
        if (settings->device == kBothDevices) {
            Result<GpuBeside> opened = open_gpu_beside(*settings);
            if (!opened) return refuse(opened.error());
            beside = std::move(*opened);
        }
        const auto result =
            run_in_process(launch->launch, *settings, output, run, beside.side_by_side.get());
        if (!result) return refuse(result.error());
    }
    show_buffers(*launch, *prints, output);
    conclude(run, options.check.suppressions);
    return show_report(run, options.report) ? run.exit_code : kBadInput;
}

} // namespace warpscope::cli
