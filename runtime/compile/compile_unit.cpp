// The two halves of a CUDA source run side by side: the host half reads the container of PTX from
// its standard input, which it opens last, so it only waits for the device half at its very end.
#include "runtime/compile/compile_unit.h"

#include <algorithm>
#include <future>
#include <utility>

#include <fmt/format.h>

#include "runtime/compile/compiler_text.h"
#include "runtime/compile/container.h"
#include "runtime/compile/contract_pass.h"
#include "runtime/compile/debug_target.h"
#include "runtime/compile/dependencies.h"
#include "runtime/compile/files.h"
#include "runtime/compile/nvcc_names.h"
#include "runtime/compile/precompiled.h"
#include "runtime/compile/process.h"
#include "runtime/compile/registration_object.h"
#include "sim/ptx/parser.h"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

/// Changes whenever results of an earlier version must not be used any more.
constexpr std::string_view recipe_version = "5";

Diagnostic describe_failure(const fs::path& source, std::string_view half,
                            const ProcessOutcome& outcome) {
    if (outcome.signal != 0)
        return file_error(source, fmt::format("the compiler ended by signal {} on the {} code",
                                              outcome.signal, half));
    return file_error(source, fmt::format("the {} code does not compile", half));
}

/// Reads what a compilation depends on; nothing when the compiler left no list.
std::vector<std::string> read_dependencies(const fs::path& file) {
    const Result<std::string> rules = read_file(file);
    return rules ? parse_dependencies(*rules) : std::vector<std::string>{};
}

std::vector<std::string> merged(std::vector<std::string> a, const std::vector<std::string>& b) {
    a.insert(a.end(), b.begin(), b.end());
    std::sort(a.begin(), a.end());
    a.erase(std::unique(a.begin(), a.end()), a.end());
    return a;
}

/// What the device half made.
struct DeviceCode {
    std::string ptx;
    std::uint32_t flags = 0;
    std::string container;
    std::string compiler_text;
    std::vector<std::string> dependencies;
};

std::uint32_t image_flags(const CompileOptions& options) {
    std::uint32_t flags = 0;
    if (options.line_information != LineInformation::none)
        flags |= static_cast<std::uint32_t>(ImageFlag::line_information);
    if (options.device_front_end == FrontEnd::nvcc)
        flags |= static_cast<std::uint32_t>(ImageFlag::made_by_nvcc);
    return flags;
}

/// The recorded PTX that belongs to a source, or empty when its device half is to be compiled.
fs::path recorded_ptx_of(const CompileOptions& options, const fs::path& source) {
    std::size_t index = 0;
    for (const fs::path& other : options.sources) {
        if (other == source) break;
        index += is_cuda_source(other) ? 1 : 0;
    }
    return index < options.recorded_ptx.size() ? options.recorded_ptx[index] : fs::path{};
}

/// nvcc opens its PTX with this; its names of internal symbols need translation.
bool is_made_by_nvcc(std::string_view ptx) {
    return ptx.substr(0, 4096).find("NVVM Compiler") != std::string_view::npos;
}

std::variant<DeviceCode, UnitFailure> take_recorded(const Setting& setting, const fs::path& file) {
    Result<std::string> ptx = read_file(file);
    if (!ptx) return UnitFailure{ptx.error(), {}};
    // Nobody has looked at this text yet, while a compiler's output is known to be PTX.
    if (const Result<Module> module = ptx::parse(*ptx, file.string()); !module)
        return UnitFailure{module.error(), {}};
    std::uint32_t flags = image_flags(setting.options);
    if (is_made_by_nvcc(*ptx)) {
        *ptx = rename_internal_symbols(*ptx);
        flags |= static_cast<std::uint32_t>(ImageFlag::made_by_nvcc);
    }
    return DeviceCode{*std::move(ptx), flags, {}, {}, {file.string()}};
}

/// Whether a compilation has to be repeated without the precompiled headers, because its messages
/// are not those that it gives without, or because clang could not use them.
bool needs_repeating(const Precompiled& precompiled, const ProcessOutcome& outcome) {
    return !precompiled.header.empty() &&
           (outcome.signal != 0 || precompiled.shows_in(outcome.errors));
}

/// What the compilations of one CUDA source share.
struct UnitJob {
    const Setting& setting;
    const fs::path& source;
    const fs::path& folder;
    ContentHashes& contents;
    Precompiled device_headers, host_headers;
};

Result<ProcessOutcome> run_device_compiler(const UnitJob& job, const Outputs& outputs) {
    const auto run = [&](const fs::path& precompiled) {
        return run_process(device_arguments(job.setting, job.source, outputs, precompiled));
    };
    Result<ProcessOutcome> outcome = run(job.device_headers.header);
    return outcome && needs_repeating(job.device_headers, *outcome) ? run({}) : std::move(outcome);
}

/// The same with precompiled headers and without: clang alone would leave out second names of files
/// that went into the header.
std::vector<std::string> dependencies_of(const Outputs& outputs, const Precompiled& precompiled) {
    std::vector<std::string> files =
        merged(read_dependencies(outputs.dependencies), precompiled.dependencies);
    std::erase(files, precompiled.prefix.string());
    return files;
}

/// The device half, apart from contracts and the container.
std::variant<DeviceCode, UnitFailure> compile_kernels(const UnitJob& job) {
    const Setting& setting = job.setting;
    if (const fs::path recorded = recorded_ptx_of(setting.options, job.source); !recorded.empty())
        return take_recorded(setting, recorded);
    const Outputs outputs{job.folder / "device.ptx", job.folder / "device.d"};
    const Result<ProcessOutcome> outcome = run_device_compiler(job, outputs);
    if (!outcome) return UnitFailure{outcome.error(), {}};
    std::string text = outcome->output + outcome->errors;
    if (!outcome->succeeded())
        return UnitFailure{describe_failure(job.source, "device", *outcome), std::move(text)};
    Result<std::string> ptx = read_file(outputs.file);
    if (!ptx) return UnitFailure{ptx.error(), std::move(text)};
    if (setting.options.device_front_end == FrontEnd::nvcc) *ptx = rename_internal_symbols(*ptx);
    if (setting.options.line_information != LineInformation::variables) drop_debug_target(*ptx);

    return DeviceCode{*std::move(ptx),
                      image_flags(setting.options),
                      {},
                      std::move(text),
                      dependencies_of(outputs, job.device_headers)};
}

std::variant<DeviceCode, UnitFailure> compile_device(const UnitJob& job) {
    ContractPass contracts(job.setting, job.source, job.folder, job.device_headers.header);
    auto device = compile_kernels(job);
    auto* code = std::get_if<DeviceCode>(&device);
    if (code == nullptr) return device;
    ContractCode contract = contracts.finish(merged(code->dependencies, {job.source.string()}));
    if (!contract.status)
        return UnitFailure{contract.status.error(),
                           merge_messages(code->compiler_text, contract.compiler_text)};
    const std::string hash = to_string(job.contents.of_all(code->dependencies, Hash{}));
    const Image image{job.source.string(), hash, std::move(code->ptx), std::move(contract.ptx),
                      code->flags};
    code->container = write_container({&image, 1});
    return device;
}

UnitResult compile_cuda(const UnitJob& job) {
    const Outputs outputs{job.folder / "object.o", job.folder / "host.d"};
    const auto start_host = [&](const fs::path& precompiled) {
        return Process::start(host_arguments(job.setting, job.source, outputs, precompiled),
                              Process::Input::piped);
    };
    Result<Process> host = start_host(job.host_headers.header);
    if (!host) return UnitFailure{host.error(), {}};
    auto host_ends = std::async(std::launch::async, [&host] { return host->wait(); });

    auto device = compile_device(job);
    if (auto* failure = std::get_if<UnitFailure>(&device)) {
        host->kill();
        host_ends.wait();
        return std::move(*failure);
    }
    auto& code = std::get<DeviceCode>(device);
    host->send_input(code.container);
    ProcessOutcome outcome = host_ends.get();
    if (needs_repeating(job.host_headers, outcome)) {
        Result<Process> again = start_host({});
        if (!again) return UnitFailure{again.error(), {}};
        auto again_ends = std::async(std::launch::async, [&again] { return again->wait(); });
        again->send_input(code.container);
        outcome = again_ends.get();
    }
    std::string text = merge_messages(code.compiler_text, outcome.output + outcome.errors);
    if (!outcome.succeeded())
        return UnitFailure{describe_failure(job.source, "host", outcome), std::move(text)};
    if (Status status = ensure_registration(job.setting, outputs.file, code.container); !status)
        return UnitFailure{status.error(), std::move(text)};
    return Unit{outputs.file,
                std::move(code.container),
                std::move(text),
                {},
                merged(code.dependencies, dependencies_of(outputs, job.host_headers))};
}

/// The headers of both halves are looked for, and if need be compiled, side by side too.
UnitResult compile_cuda(const Setting& setting, const fs::path& source, const fs::path& folder,
                        const Cache* headers, ContentHashes& contents) {
    const Precompiler precompiler(setting, headers, contents);
    auto host =
        std::async(std::launch::async, [&] { return precompiler.header_for(source, Half::host); });
    Precompiled device;
    if (recorded_ptx_of(setting.options, source).empty())
        device = precompiler.header_for(source, Half::device);
    return compile_cuda({setting, source, folder, contents, std::move(device), host.get()});
}

UnitResult compile_plain(const Setting& setting, const fs::path& source, const fs::path& folder) {
    const Outputs outputs{folder / "object.o", folder / "host.d"};
    const Result<ProcessOutcome> outcome = run_process(plain_arguments(setting, source, outputs));
    if (!outcome) return UnitFailure{outcome.error(), {}};
    std::string text = outcome->output + outcome->errors;
    if (!outcome->succeeded())
        return UnitFailure{describe_failure(source, "host", *outcome), std::move(text)};
    return Unit{outputs.file, {}, std::move(text), {}, read_dependencies(outputs.dependencies)};
}

} // namespace

bool is_cuda_source(const fs::path& source) {
    return source.extension() == ".cu";
}

UnitResult compile_unit(const Setting& setting, const fs::path& source, const fs::path& folder,
                        const Cache* headers, ContentHashes& contents) {
    return is_cuda_source(source) ? compile_cuda(setting, source, folder, headers, contents)
                                  : compile_plain(setting, source, folder);
}

Hash unit_recipe(const Setting& setting, const fs::path& source) {
    Arguments facts{std::string(recipe_version), fs::current_path().string(),
                    clang_identity(setting.toolchain.clang)};
    const auto add = [&facts](const Arguments& arguments) {
        facts.insert(facts.end(), arguments.begin(), arguments.end());
    };
    add(header_variables());
    const Outputs unnamed;
    if (is_cuda_source(source)) {
        facts.push_back(file_identity(setting.installation.device_library));
        facts.push_back(file_identity(setting.toolchain.nvcc));
        facts.push_back(recorded_ptx_of(setting.options, source).string());
        add(device_arguments(setting, source, unnamed, {}));
        add(host_arguments(setting, source, unnamed, {}));
    } else {
        add(plain_arguments(setting, source, unnamed));
    }
    Hash hash;
    for (const std::string& fact : facts)
        hash = hash_bytes(fact.data(), fact.size(), hash);
    return hash;
}

} // namespace warpscope::compile
