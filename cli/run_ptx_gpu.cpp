// Carries a prepared launch to a GPU and back.
#include "cli/run_ptx_gpu.h"

#include <chrono>
#include <cstring>

#include <unistd.h>

#include "runtime/compare/fault_search.h"
#include "runtime/driver/context.h"
#include "runtime/driver/faults.h"
#include "runtime/report/gpu_fault.h"
#include "runtime/report/native_launch.h"
#include "runtime/report/statistics.h"
#include "sim/debug/capture.h"
#include "sim/debug/native_ptx.h"

namespace warpscope::cli {
namespace {

using driver::Error;

/// The driver prints what kernels print on descriptor 1. While this lives, that is `output`.
class PrintTo {
public:
    explicit PrintTo(std::FILE* output) {
        std::fflush(stdout);
        if (fileno(output) == STDOUT_FILENO) return;
        saved_ = dup(STDOUT_FILENO);
        if (saved_ >= 0) dup2(fileno(output), STDOUT_FILENO);
    }
    ~PrintTo() {
        std::fflush(stdout);
        if (saved_ < 0) return;
        dup2(saved_, STDOUT_FILENO);
        close(saved_);
    }
    PrintTo(const PrintTo&) = delete;
    PrintTo& operator=(const PrintTo&) = delete;

private:
    int saved_ = -1;
};

/// Puts the buffers on the GPU and their addresses into the parameters.
Status upload(const driver::Context& context, NativePtx& native,
              std::vector<driver::Buffer>& buffers) {
    for (NativePtx::Buffer& from : native.buffers) {
        Result<driver::Buffer> buffer = driver::Buffer::allocate(context, from.bytes.size());
        if (!buffer) return buffer.error();
        const Error error = buffer->write(from.bytes.data(), from.bytes.size());
        if (Status good = context.done(error, "cuMemcpyHtoD"); !good) return good;
        const Address address = buffer->address();
        std::memcpy(native.parameters.data() + from.parameter_offset, &address, sizeof address);
        buffers.push_back(std::move(*buffer));
    }
    return Done{};
}

Status download(const driver::Context& context, const std::vector<driver::Buffer>& buffers,
                NativePtx& native) {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        std::vector<std::uint8_t>& bytes = native.buffers[i].bytes;
        const Error error = buffers[i].read(bytes.data(), bytes.size());
        if (Status good = context.done(error, "cuMemcpyDtoH"); !good) return good;
    }
    return Done{};
}

/// Runs it; a fault goes into the report.
driver::RunEnd run_launch(const driver::Context& context, driver::FunctionHandle function,
                          const NativePtx& native, report::NativeLaunch& report) {
    driver::Launch launch;
    launch.function = function;
    launch.grid = native.grid;
    launch.block = native.block;
    launch.dynamic_shared_bytes = native.dynamic_shared_bytes;
    launch.parameters = native.parameters;
    int shared = 0;
    context.api().cuFuncGetAttribute(&shared, driver::FunctionAttribute::SharedBytes, function);
    const auto start = std::chrono::steady_clock::now();
    const driver::RunEnd end = driver::run(context, launch);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    report.launch = 1;
    report.kernel = native.kernel;
    report.grid = native.grid;
    report.block = native.block;
    report.static_shared_bytes = static_cast<std::uint64_t>(shared);
    report.dynamic_shared_bytes = native.dynamic_shared_bytes;
    report.device_seconds = end.microseconds * 1e-6;
    report.host_seconds = seconds.count();
    if (end.faulted()) {
        report.error = context.api().text(end.error);
        report.causes = driver::causes_of(end.error);
    }
    return end;
}

/// The launch was prepared with memory for the emulator, which the GPU has not touched.
void search_fault(const PtxLaunch& launch, const report::RunSettings& settings,
                  LaunchReport& report) {
    const PreparedLaunch& p = launch.launch;
    report::SourceFiles sources;
    const FaultSearch search = compare::search_fault(
        make_capsule(p.request, p.gpu, *p.memory, p.options), settings.owned, sources);
    for (Finding& finding : report.findings)
        if (finding.kind == report::kGpuFault) report::add_search(search, finding);
}

} // namespace

Status run_ptx_on_gpu(PtxLaunch& launch, const report::RunSettings& settings, std::FILE* output,
                      RunReport& run) {
    Result<NativePtx> native = native_form(
        launch, settings.explicit_rounding ? ptx::Fusing::Never : ptx::Fusing::AsWritten);
    if (!native) return native.error();
    const auto context = driver::Context::open(settings.gpu_index);
    if (!context) return context.error();
    const auto module = driver::Module::load(**context, native->text, run.program);
    if (!module) return module.error();
    const auto function = module->function(native->kernel);
    if (!function) return function.error();
    std::vector<driver::Buffer> buffers;
    if (Status good = upload(**context, *native, buffers); !good) return good;
    report::NativeLaunch report;
    driver::RunEnd end;
    {
        const PrintTo redirected(output);
        end = run_launch(**context, *function, *native, report);
    }
    if (!end.began)
        return (*context)->api().failure("cuLaunchKernelEx", end.error,
                                         "the launch asks for what this GPU does not have");
    run.launches.push_back(report::make_native_report(report, report::demangle(native->kernel)));
    if (end.faulted()) {
        search_fault(launch, settings, run.launches.back());
        return Done{};
    }
    if (Status good = download(**context, buffers, *native); !good) return good;
    take_buffers(launch, *native);
    return Done{};
}

} // namespace warpscope::cli
