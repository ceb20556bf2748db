// The command lines for clang, nvcc and the linker.
#include "runtime/compile/command_lines.h"

#include <initializer_list>
#include <string_view>

namespace warpscope::compile {
namespace {

void append(Arguments& to, std::initializer_list<std::string_view> more) {
    for (const std::string_view argument : more)
        to.emplace_back(argument);
}

void append(Arguments& to, const Arguments& more) {
    to.insert(to.end(), more.begin(), more.end());
}

// Constrained templates keep the names that g++ 12 and nvcc give them: a kernel's name must be the
// same whoever makes its PTX.
constexpr std::string_view mangling_argument = "-fclang-abi-compat=17";

/// What every compilation is told, by any compiler.
void append_common(Arguments& to, const CompileOptions& options) {
    to.push_back("-std=" + options.standard);
    to.push_back("-O" + options.optimization);
    for (const std::string& define : options.defines)
        to.push_back("-D" + define);
    for (const auto& folder : options.include_directories)
        to.push_back("-I" + folder.string());
}

void append_outputs(Arguments& to, const Outputs& outputs, const std::filesystem::path& source) {
    append(to, {"-MD", "-MF", outputs.dependencies.native(), "-o", outputs.file.native(),
                source.native()});
}

std::string colour_argument(Colour colour) {
    return colour == Colour::always ? "-fdiagnostics-color=always" : "-fdiagnostics-color=never";
}

/// CUDA for clang without a toolkit. The path that does not exist, the missing CUDA headers and the
/// pinned SDK version make both passes agree, whatever toolkit is installed. C++20's modules are
/// off, because with them clang takes overloads for host and device for one function when it reads
/// them from a precompiled header; nvcc has no modules either.
Arguments clang_cuda(const Setting& setting) {
    Arguments arguments{setting.toolchain.clang, colour_argument(setting.options.colour)};
    append(arguments, {"-x", "cuda", "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib",
                       "-Xclang", "-target-sdk-version=12.4", "-Wno-linker-warnings",
                       mangling_argument, "-Xclang", "-fno-cxx-modules"});
    append(arguments, {"-isystem", setting.installation.include_directory.native()});
    append_common(arguments, setting.options);
    return arguments;
}

/// Without a toolkit the driver falls back to PTX 7.0. From sm_89 on there are conversions of 8-bit
/// floats, which take 8.1.
const char* ptx_version(std::string_view architecture) {
    const bool has_bytes = architecture == "sm_89" || architecture.starts_with("sm_9");
    return has_bytes ? "+ptx81" : "+ptx80";
}

/// What every CUDA source begins with.
void append_headers(Arguments& to, const std::filesystem::path& precompiled) {
    if (precompiled.empty())
        append(to, {"-include", "cuda_runtime.h"});
    else
        append(to, {"-Xclang", "-include-pch", "-Xclang", precompiled.native()});
}

Arguments clang_device_arguments(const Setting& setting) {
    const CompileOptions& options = setting.options;
    Arguments arguments = clang_cuda(setting);
    append(arguments, {"--cuda-device-only", "-S", "--cuda-gpu-arch=" + options.architecture});
    append(arguments, {"-Xclang", "-target-feature", "-Xclang", ptx_version(options.architecture)});
    if (options.contraction == Contraction::off) arguments.emplace_back("-ffp-contract=off");
    if (options.line_information == LineInformation::tables)
        append(arguments, {"-Xclang", "-debug-info-kind=line-tables-only"});
    if (options.line_information == LineInformation::variables)
        append(arguments, {"-O0", "-Xclang", "-debug-info-kind=limited"});
    if (!setting.installation.device_library.empty())
        append(arguments, {"-Xclang", "-mlink-builtin-bitcode", "-Xclang",
                           setting.installation.device_library.native()});
    append(arguments, options.extra_arguments);
    append(arguments, options.extra_device_arguments);
    return arguments;
}

/// Relocatable code keeps apart what is internal to a source and what other sources may use.
/// nvcc finds its own CUDA headers; ours, on the path for the sake of their neighbours, pass on to
/// them.
Arguments nvcc_device_arguments(const Setting& setting) {
    const CompileOptions& options = setting.options;
    Arguments arguments{setting.toolchain.nvcc,
                        "-ptx",
                        "-rdc=true",
                        "-arch=" + options.architecture,
                        "--expt-relaxed-constexpr",
                        "--extended-lambda"};
    if (options.line_information == LineInformation::tables) arguments.push_back("-lineinfo");
    if (options.line_information == LineInformation::variables) arguments.push_back("-G");
    if (options.contraction == Contraction::off) arguments.emplace_back("-fmad=false");
    append_common(arguments, options);
    append(arguments, {"-I", setting.installation.include_directory.native()});
    append(arguments, options.extra_device_arguments);
    return arguments;
}

Arguments clang_host_arguments(const Setting& setting) {
    Arguments arguments = clang_cuda(setting);
    append(arguments, {"--cuda-host-only", "-c"});
    append(arguments, setting.options.extra_arguments);
    return arguments;
}

} // namespace

namespace {

Arguments device_arguments_without_outputs(const Setting& setting,
                                           const std::filesystem::path& precompiled) {
    if (setting.options.device_front_end == FrontEnd::nvcc) return nvcc_device_arguments(setting);
    Arguments arguments = clang_device_arguments(setting);
    append_headers(arguments, precompiled);
    return arguments;
}

} // namespace

Arguments device_arguments(const Setting& setting, const std::filesystem::path& source,
                           const Outputs& outputs, const std::filesystem::path& precompiled) {
    Arguments arguments = device_arguments_without_outputs(setting, precompiled);
    append_outputs(arguments, outputs, source);
    return arguments;
}

Arguments contract_arguments(const Setting& setting, const std::filesystem::path& source,
                             const Outputs& outputs, const std::filesystem::path& precompiled) {
    Arguments arguments = device_arguments_without_outputs(setting, precompiled);
    append(arguments, {"-DWS_CONTRACT_PASS"});
    if (setting.options.device_front_end == FrontEnd::clang) append(arguments, {"-O2"});
    append_outputs(arguments, outputs, source);
    return arguments;
}

Arguments host_arguments(const Setting& setting, const std::filesystem::path& source,
                         const Outputs& outputs, const std::filesystem::path& precompiled) {
    Arguments arguments = clang_host_arguments(setting);
    append(arguments, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", "/dev/stdin"});
    append_headers(arguments, precompiled);
    append_outputs(arguments, outputs, source);
    return arguments;
}

// Whether the headers are still the same is the cache's question, by content and not by time.
Arguments precompile_arguments(const Setting& setting, Half half,
                               const std::filesystem::path& source, const Outputs& outputs) {
    Arguments arguments =
        half == Half::device ? clang_device_arguments(setting) : clang_host_arguments(setting);
    append(arguments, {"-Xclang", "-emit-pch", "-Xclang", "-fno-pch-timestamp"});
    append_outputs(arguments, outputs, source);
    return arguments;
}

Arguments plain_arguments(const Setting& setting, const std::filesystem::path& source,
                          const Outputs& outputs) {
    Arguments arguments{setting.toolchain.clang, colour_argument(setting.options.colour), "-c"};
    append(arguments,
           {mangling_argument, "-isystem", setting.installation.include_directory.native()});
    append_common(arguments, setting.options);
    append(arguments, setting.options.extra_arguments);
    append_outputs(arguments, outputs, source);
    return arguments;
}

Arguments link_arguments(const Setting& setting, const std::vector<std::filesystem::path>& objects,
                         const std::filesystem::path& executable) {
    Arguments arguments{setting.toolchain.clang, colour_argument(setting.options.colour)};
    for (const auto& object : objects)
        arguments.push_back(object.native());
    if (!setting.toolchain.linker.empty())
        arguments.push_back("--ld-path=" + setting.toolchain.linker);
    append(arguments, setting.options.link_arguments);
    append(arguments, {setting.installation.runtime_library.native()});
    append(arguments, setting.installation.runtime_link_arguments);
    append(arguments, {"-o", executable.native()});
    return arguments;
}

} // namespace warpscope::compile
