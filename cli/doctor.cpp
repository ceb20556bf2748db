// `warpscope doctor`: checks that compilers, libraries and files are there, and that a kernel runs.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/child.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/console.h"
#include "cli/installation.h"
#include "cli/table.h"
#include "runtime/compile/cache_limit.h"
#include "runtime/compile/toolchain.h"
#include "runtime/driver/gpu_list.h"
#include "runtime/report/units.h"
#include "sim/debug/instruction_table.h"
#include "sim/gpu/gpu_presets.h"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

enum class Need : unsigned char { Required, Optional };

struct Check {
    std::string what;
    bool good = false;
    std::string found;  ///< when good: where; else: what is wrong
    std::string advice; ///< when not good
    Need need = Need::Required;
};

constexpr const char* kBuild = "build Warpscope, or install it again";

Check file_check(const std::string& what, const fs::path& file, const std::string& advice,
                 Need need = Need::Required) {
    std::error_code error;
    const bool good = fs::exists(file, error);
    return {what, good, good ? file.string() : fmt::format("{} is missing", file.string()), advice,
            need};
}

Check clang_check() {
    const auto tools = compile::find_toolchain(compile::FrontEnd::clang);
    if (tools) return {"clang 19", true, tools->clang, "", Need::Required};
    return {"clang 19", false, tools.error().message, tools.error().hint, Need::Required};
}

Check nvcc_check() {
    const auto tools = compile::find_toolchain(compile::FrontEnd::nvcc);
    if (tools) return {"nvcc", true, tools->nvcc, "", Need::Optional};
    return {"nvcc", false, tools.error().message, "only --compiler nvcc needs it", Need::Optional};
}

Check linker_check() {
    const auto tools = compile::find_toolchain(compile::FrontEnd::clang);
    if (tools && !tools->linker.empty()) return {"lld", true, tools->linker, "", Need::Optional};
    return {"lld", false, "not installed", "apt install lld-19 halves the time of linking",
            Need::Optional};
}

/// Where compiled programs are kept, and how much they take.
Check cache_check() {
    const auto limit = compile::cache_limit();
    if (!limit) return {"cache", false, limit.error().message, limit.error().hint, Need::Required};
    const fs::path folder = compile::default_cache_directory();
    return {"cache", true,
            fmt::format("{} of at most {} in {}", report::byte_size(compile::cache_size(folder)),
                        report::byte_size(*limit), folder.string()),
            "", Need::Required};
}

Check driver_check() {
    const auto gpus = driver::find_gpus();
    if (!gpus)
        return {"GPU", false, gpus.error().message, "the emulator needs none", Need::Optional};
    std::string found;
    for (const driver::GpuInfo& gpu : *gpus)
        found += fmt::format("{}{}: {}, compute {}.{}, {}", found.empty() ? "" : "; ", gpu.index,
                             driver::description(gpu), gpu.compute_major, gpu.compute_minor,
                             report::byte_size(gpu.memory_bytes));
    return {"GPU", true, found, "", Need::Optional};
}

Check presets_check() {
    const auto presets = list_gpus(preset_folder());
    if (!presets) return {"GPU presets", false, to_string(presets.error()), kBuild, Need::Required};
    return {"GPU presets", true, fmt::format("{} in {}", presets->size(), preset_folder().string()),
            "", Need::Required};
}

constexpr const char* kProgram = R"(#include <cuda_runtime.h>
__global__ void answer(int* out) { *out = 42; }
int main() {
    int* device = nullptr;
    int host = 0;
    if (cudaMalloc(&device, sizeof host) != cudaSuccess) return 1;
    answer<<<1, 1>>>(device);
    if (cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
    return host == 42 ? 0 : 3;
}
)";

/// Compiles and runs a kernel in a folder of its own.
Check kernel_check() {
    Check check{"a kernel", false, "", "look at the messages above", Need::Required};
    std::string folder = (fs::temp_directory_path() / "warpscope-doctor-XXXXXX").string();
    if (!mkdtemp(folder.data())) {
        check.found = fmt::format("{} cannot be written", fs::temp_directory_path().string());
        return check;
    }
    const std::string source = folder + "/answer.cu";
    std::ofstream(source) << kProgram;
    CompileFlags flags;
    flags.no_cache = true;
    const auto program = compile_sources(flags, {source}, default_gpu(), folder + "/answer");
    if (!program) {
        check.found = program.error().message;
    } else {
        report::RunSettings settings;
        settings.gpu = default_gpu();
        report::ChannelReader channel;
        const auto end = run_child(program->executable, "answer", {}, settings,
                                   ProgramOutput::ToStandardError, channel);
        check.good = end && end->status == 0 && end->signal == 0 && channel.launches.size() == 1;
        check.found = check.good ? "compiled, launched, result right"
                                 : fmt::format("it was compiled, but did not run as it should{}",
                                               end ? fmt::format(" (status {})", end->status) : "");
    }
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return check;
}

std::vector<Check> all_checks() {
    const compile::Installation files = own_installation();
    std::vector<Check> checks = {
        clang_check(),
        file_check("clang's CUDA headers",
                   "/usr/lib/llvm-19/lib/clang/19/include/__clang_cuda_math.h",
                   "apt install libclang-common-19-dev", Need::Optional),
        file_check("CUDA headers of Warpscope", files.include_directory / "cuda_runtime.h", kBuild),
        file_check("runtime library", files.runtime_library, kBuild),
        file_check("device math library", files.device_library,
                   "apt install llvm-19 libclc-19, then build Warpscope again"),
        presets_check(),
        linker_check(),
        nvcc_check(),
        driver_check(),
    };
    checks.push_back({"processor", true, execution_level_name(), "", Need::Required});
    checks.push_back(kernel_check());
    checks.push_back(cache_check());
    return checks;
}

int doctor() {
    std::vector<std::vector<std::string>> rows;
    std::string advice;
    int exit_code = kClean;
    for (const Check& check : all_checks()) {
        const bool missing = !check.good && check.need == Need::Required;
        if (missing) exit_code = kFindings;
        const std::string optional =
            check.good || missing ? "" : fmt::format(" ({})", check.advice);
        rows.push_back({check.good ? "ok"
                        : missing  ? "MISSING"
                                   : "none",
                        check.what, check.found + optional});
        if (missing) advice += fmt::format("  {}: {}\n", check.what, check.advice);
    }
    std::string text = table_text(rows, {Align::Left, Align::Left, Align::Left});
    if (!advice.empty()) text += "\nwhat to do:\n" + advice;
    text += exit_code == kClean ? "\neverything that is needed is there\n"
                                : "\nsomething that is needed is missing\n";
    const Status written = write_report("", text);
    return written ? exit_code : refuse(written.error());
}

} // namespace

Action define_doctor(CLI::App& app, const CommandLine&) {
    app.footer("Exit code: 0 when everything that is needed is there, else 1.");
    return [] { return doctor(); };
}

} // namespace warpscope::cli
