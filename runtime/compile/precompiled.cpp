// Which headers, by which recipe, and making them.
#include "runtime/compile/precompiled.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "runtime/compile/dependencies.h"
#include "runtime/compile/files.h"
#include "runtime/compile/leading_headers.h"
#include "runtime/compile/process.h"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

/// Changes whenever precompiled headers of an earlier version must not be used any more.
constexpr std::string_view recipe_version = "precompiled 1";

/// Sources need not be read further to know how they begin.
constexpr std::size_t longest_beginning = 16384;
/// Of files that begin with one another.
constexpr int deepest_beginning = 8;

LeadingHeaders beginning_of(const fs::path& file, TextKind kind) {
    const Result<std::string> text = read_file(file);
    if (!text) return {};
    const std::string_view beginning = std::string_view(*text).substr(0, longest_beginning);
    return leading_headers(beginning.substr(0, beginning.rfind('\n') + 1), kind); // whole lines
}

bool depends_on_working_folder(const CompileOptions& options) {
    const auto relative = [](const fs::path& folder) { return folder.is_relative(); };
    return std::any_of(options.include_directories.begin(), options.include_directories.end(),
                       relative);
}

bool any_header_variable() {
    const std::vector<std::string> values = header_variables();
    return std::any_of(values.begin(), values.end(), [](const auto& v) { return !v.empty(); });
}

} // namespace

bool Precompiled::shows_in(std::string_view compiler_text) const {
    return !header.empty() && (compiler_text.find(prefix.native()) != std::string_view::npos ||
                               compiler_text.find(header.native()) != std::string_view::npos);
}

Precompiled Precompiler::header_for(const fs::path& source, Half half) const {
    const CompileOptions& options = setting_.options;
    const bool by_clang = half == Half::host || options.device_front_end == FrontEnd::clang;
    // Verbatim arguments can mean anything, and variables can put anything before known headers.
    if (!cache_ || !by_clang || !options.extra_arguments.empty() ||
        !options.extra_device_arguments.empty() || any_header_variable())
        return {};
    const Result<fs::path> prefix = cache_->constant_file(prefix_of(source), ".h");
    if (!prefix) return {};
    const Hash recipe = recipe_of(*prefix, half);
    auto found = cache_->find_header(recipe, contents_);
    // Macros tend to be tried out, one value after the other: those headers are made at the second
    // time.
    if (!found && (options.defines.empty() || cache_->seen_before(recipe)))
        found = make(recipe, *prefix, half);
    if (!found) return {};
    return {std::move(found->file), *prefix, std::move(found->dependencies)};
}

bool Precompiler::may_be_included_twice(const std::string& header) const {
    std::error_code error;
    for (const fs::path& folder : setting_.options.include_directories) {
        if (fs::exists(folder / header, error)) return false; // the user's own of that name
    }
    const fs::path own = setting_.installation.include_directory / header;
    return is_standard_header(header) || fs::is_regular_file(own, error);
}

std::string Precompiler::prefix_of(const fs::path& source) const {
    std::string prefix = "#include <cuda_runtime.h>\n";
    std::set<std::string> known = {"cuda_runtime.h"};
    fs::path file = source;
    for (int depth = 0; depth < deepest_beginning; ++depth) {
        const LeadingHeaders beginning =
            beginning_of(file, depth == 0 ? TextKind::source : TextKind::header);
        for (const std::string& header : beginning.names) {
            if (!may_be_included_twice(header)) return prefix;
            if (known.insert(header).second) prefix += fmt::format("#include <{}>\n", header);
        }
        // Compilers look beside the file that includes it first.
        if (beginning.quoted.empty()) break;
        file = file.parent_path() / beginning.quoted;
    }
    return prefix;
}

Hash Precompiler::recipe_of(const fs::path& prefix, Half half) const {
    Arguments facts = precompile_arguments(setting_, half, prefix, {});
    facts.emplace_back(recipe_version);
    facts.push_back(clang_identity(setting_.toolchain.clang));
    if (depends_on_working_folder(setting_.options)) facts.push_back(fs::current_path().string());
    Hash hash;
    for (const std::string& fact : facts)
        hash = hash_bytes(fact.data(), fact.size(), hash);
    return hash;
}

/// None when that fails for whatever reason: compiling the source itself will tell.
std::optional<PrecompiledHeader> Precompiler::make(const Hash& recipe, const fs::path& prefix,
                                                   Half half) const {
    const auto start = fs::file_time_type::clock::now();
    const Result<TemporaryDirectory> folder = TemporaryDirectory::create(cache_->making());
    if (!folder) return std::nullopt;
    const Outputs outputs{folder->path() / "header.pch", folder->path() / "header.d"};
    const auto outcome = run_process(precompile_arguments(setting_, half, prefix, outputs));
    // A warning would be lost for everyone who uses the header later.
    if (!outcome || !outcome->succeeded() || !(outcome->output + outcome->errors).empty())
        return std::nullopt;
    const Result<std::string> rules = read_file(outputs.dependencies);
    if (!rules) return std::nullopt;
    PrecompiledHeader header{outputs.file, parse_dependencies(*rules)};
    std::erase(header.dependencies, prefix.string());
    if (header.dependencies.empty() || changed_since(start, header.dependencies))
        return std::nullopt;
    Result<PrecompiledHeader> kept = cache_->store_header(recipe, std::move(header), contents_);
    return kept ? std::optional(*std::move(kept)) : std::nullopt;
}

std::vector<std::string> header_variables() {
    std::vector<std::string> values;
    for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
        const char* value = std::getenv(name);
        values.emplace_back(value ? value : "");
    }
    return values;
}

bool changed_since(fs::file_time_type start, const std::vector<std::string>& files) {
    return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
        std::error_code error;
        const auto time = fs::last_write_time(file, error);
        return error || time >= start;
    });
}

} // namespace warpscope::compile
