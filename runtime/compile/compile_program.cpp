// A whole program: all its sources in parallel, checked together, linked; each step cached.
#include "runtime/compile/compile.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "runtime/compile/cache.h"
#include "runtime/compile/cache_limit.h"
#include "runtime/compile/command_lines.h"
#include "runtime/compile/compile_unit.h"
#include "runtime/compile/container.h"
#include "runtime/compile/device_calls.h"
#include "runtime/compile/files.h"
#include "runtime/compile/link.h"
#include "runtime/compile/precompiled.h"
#include "runtime/compile/toolchain.h"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

/// One compile_program call: what every step of it needs.
struct Job {
    const Setting& setting;
    std::optional<Cache> cache; // none: every result is thrown away with `work`
    const fs::path& work;       // scratch
    ContentHashes contents;

    const CompileOptions& options() const { return setting.options; }
};

struct FinishedUnit {
    Unit unit;
    Origin origin = Origin::compiled;
};

Status check_source(const fs::path& source) {
    std::error_code error;
    if (!fs::exists(source, error)) return file_error(source, "there is no such file");
    if (!fs::is_regular_file(source, error))
        return file_error(source, "this is not a file", "name a .cu source");
    if (::access(source.c_str(), R_OK) != 0)
        return file_error(source, "the file is not readable", "look at its permissions");
    const std::string extension = source.extension().string();
    for (const char* known : {".cu", ".cpp", ".cc", ".cxx"}) {
        if (extension == known) return Done{};
    }
    return file_error(source, fmt::format("sources named *{} are not understood", extension),
                      "CUDA sources are named *.cu, plain C++ *.cpp, *.cc or *.cxx");
}

Status check_recorded_ptx(const CompileOptions& options) {
    if (options.recorded_ptx.empty()) return Done{};
    const auto count =
        std::count_if(options.sources.begin(), options.sources.end(), is_cuda_source);
    if (static_cast<std::size_t>(count) != options.recorded_ptx.size())
        return plain_error(fmt::format("{} recorded PTX files were given for {} .cu sources",
                                       options.recorded_ptx.size(), count),
                           "give one for each .cu source, in the same order");
    for (const fs::path& file : options.recorded_ptx) {
        if (std::error_code error; !fs::is_regular_file(file, error))
            return file_error(file, "there is no such PTX file", "check the path");
    }
    return Done{};
}

Status check_options(const CompileOptions& options, const Installation& installation) {
    if (options.sources.empty())
        return plain_error("there is no source to compile", "name at least one .cu file");
    for (const fs::path& source : options.sources) {
        if (Status status = check_source(source); !status) return status;
    }
    if (options.output.empty() && options.cache == CachePolicy::off)
        return plain_error("without the cache the executable needs a name", "pass -o EXE");
    if (Status status = check_recorded_ptx(options); !status) return status;
    std::error_code error;
    for (const fs::path& part : {installation.include_directory / "cuda_runtime.h",
                                 installation.runtime_library, installation.device_library}) {
        if (!part.empty() && !fs::exists(part, error))
            return file_error(part, "this part of Warpscope is missing",
                              "build or install Warpscope completely");
    }
    return check_architecture(options.architecture, options.device_front_end);
}

void tell(const CompileOptions& options, std::string_view text) {
    if (text.empty()) return;
    if (options.on_compiler_text)
        options.on_compiler_text(text);
    else
        std::fwrite(text.data(), 1, text.size(), stderr);
}

/// The result for one source, from the cache or the compilers.
std::variant<FinishedUnit, UnitFailure> make_unit(Job& job, const fs::path& source,
                                                  const fs::path& folder) {
    const auto start = fs::file_time_type::clock::now();
    const Hash recipe = job.cache ? unit_recipe(job.setting, source) : Hash{};
    if (job.cache && job.options().cache == CachePolicy::use) {
        if (auto unit = job.cache->find_unit(recipe, job.contents))
            return FinishedUnit{*std::move(unit), Origin::cache};
    }
    std::error_code error;
    fs::create_directories(folder, error);
    // Whoever wants everything compiled anew wants the headers too.
    const Cache* headers =
        job.cache && job.options().cache == CachePolicy::use ? &*job.cache : nullptr;
    UnitResult result = compile_unit(job.setting, source, folder, headers, job.contents);
    if (auto* failure = std::get_if<UnitFailure>(&result)) return std::move(*failure);
    Unit& unit = std::get<Unit>(result);
    if (!job.cache || unit.dependencies.empty() || changed_since(start, unit.dependencies))
        return FinishedUnit{std::move(unit), Origin::compiled};
    // A cache that cannot be written is no reason to fail.
    Result<Unit> kept = job.cache->store_unit(recipe, unit, job.contents);
    return FinishedUnit{kept ? *std::move(kept) : std::move(unit), Origin::compiled};
}

/// Compiles all sources, some at a time, and tells what the compilers print.
Result<std::vector<FinishedUnit>> make_units(Job& job) {
    const auto& sources = job.options().sources;
    std::vector<std::optional<std::variant<FinishedUnit, UnitFailure>>> results(sources.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < sources.size(); i = next++)
            results[i] = make_unit(job, sources[i], job.work / fmt::format("unit{}", i));
    };
    {
        const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
        const std::size_t wanted =
            job.options().jobs > 0 ? static_cast<std::size_t>(job.options().jobs) : processors;
        // A CUDA source keeps two compilers busy.
        const std::size_t workers = std::min((wanted + 1) / 2, sources.size());
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < workers; ++i)
            threads.emplace_back(work);
        work();
    }
    std::vector<FinishedUnit> units;
    const Diagnostic* failed = nullptr;
    for (auto& result : results) {
        if (auto* failure = std::get_if<UnitFailure>(&*result)) {
            tell(job.options(), failure->compiler_text);
            if (!failed) failed = &failure->diagnostic;
        } else {
            units.push_back(std::get<FinishedUnit>(std::move(*result)));
            tell(job.options(), units.back().unit.compiler_text);
        }
    }
    if (failed) return *failed;
    return units;
}

Result<std::vector<CompiledSource>> read_sources(const Job& job,
                                                 const std::vector<FinishedUnit>& units) {
    std::vector<CompiledSource> sources;
    for (std::size_t i = 0; i < units.size(); ++i) {
        CompiledSource source{job.options().sources[i], {}, {}, {}, units[i].unit.dependencies};
        const std::string& container = units[i].unit.container;
        if (!container.empty()) {
            const auto images = read_container(std::as_bytes(std::span(container)));
            if (!images) return images.error();
            source.ptx = images->front().ptx;
            source.contract_ptx = images->front().contract_ptx;
            source.hash = images->front().source_hash;
        }
        sources.push_back(std::move(source));
    }
    std::vector<std::string_view> modules;
    for (const CompiledSource& source : sources)
        modules.push_back(source.ptx);
    if (Status status = check_device_calls(modules); !status) return status.error();
    return sources;
}

/// What decides the executable: the objects, the runtime, the command line.
Hash link_recipe(const Job& job, const std::vector<FinishedUnit>& units) {
    Arguments facts = link_arguments(job.setting, {}, {});
    facts.push_back(clang_identity(job.setting.toolchain.clang));
    facts.push_back(file_identity(job.setting.toolchain.linker));
    facts.push_back(file_identity(job.setting.installation.runtime_library));
    for (const std::string& argument : job.options().link_arguments)
        facts.push_back(file_identity(argument));
    Hash hash;
    for (const std::string& fact : facts)
        hash = hash_bytes(fact.data(), fact.size(), hash);
    for (const FinishedUnit& finished : units)
        hash = hash_bytes(&finished.unit.hash, sizeof finished.unit.hash, hash);
    return hash;
}

Result<fs::path> link(const Job& job, const std::vector<FinishedUnit>& units) {
    std::vector<fs::path> objects;
    for (const FinishedUnit& finished : units)
        objects.push_back(finished.unit.object);
    fs::path executable = job.work / "program";
    const Status linked =
        link_program(job.setting, objects, executable, job.cache ? &*job.cache : nullptr,
                     [&](std::string_view text) { tell(job.options(), text); });
    if (!linked) return linked.error();
    return executable;
}

/// The executable under its final name: the user's, or one in the cache.
Result<fs::path> make_executable(const Job& job, const std::vector<FinishedUnit>& units) {
    const CompileOptions& options = job.options();
    const std::string name = options.sources.front().stem().string();
    const bool cacheable = job.cache && std::all_of(units.begin(), units.end(), [](const auto& u) {
                               return u.unit.hash != Hash{};
                           });
    const Hash recipe = link_recipe(job, units);
    fs::path executable;
    if (cacheable && options.cache == CachePolicy::use)
        executable = job.cache->find_program(recipe, name);
    if (executable.empty()) {
        const Result<fs::path> linked = link(job, units);
        if (!linked) return linked.error();
        executable = *linked;
        // Unkept programs that need a name in the cache get one no content leads to.
        if (cacheable || options.output.empty()) {
            const std::string unique = job.work.string();
            const Hash key = cacheable ? recipe : hash_bytes(unique.data(), unique.size());
            const Result<fs::path> kept = job.cache->store_program(key, executable, name);
            if (kept)
                executable = *kept;
            else if (options.output.empty())
                return kept.error();
        }
    }
    if (options.output.empty()) return executable;
    if (Status status = place_copy(executable, options.output); !status) return status.error();
    return options.output;
}

Status keep_intermediates(const Job& job, const std::vector<FinishedUnit>& units,
                          const std::vector<CompiledSource>& sources) {
    const fs::path& folder = job.options().intermediates_directory;
    if (folder.empty()) return Done{};
    std::error_code error;
    fs::create_directories(folder, error);
    for (std::size_t i = 0; i < units.size(); ++i) {
        std::string name = sources[i].source.stem().string();
        const auto same_name = [&](const CompiledSource& other) {
            return other.source.stem() == sources[i].source.stem();
        };
        if (std::count_if(sources.begin(), sources.end(), same_name) > 1)
            name += fmt::format("-{}", i + 1);
        if (!sources[i].ptx.empty()) {
            if (Status s = write_file(folder / (name + ".ptx"), sources[i].ptx); !s) return s;
        }
        if (Status s = place_copy(units[i].unit.object, folder / (name + ".o")); !s) return s;
    }
    return Done{};
}

Result<CompiledProgram> run_job(Job& job) {
    const auto units = make_units(job);
    if (!units) return units.error();
    auto sources = read_sources(job, *units);
    if (!sources) return sources.error();
    if (Status status = keep_intermediates(job, *units, *sources); !status) return status.error();
    const Result<fs::path> executable = make_executable(job, *units);
    if (!executable) return executable.error();

    CompiledProgram program{*executable, *std::move(sources), {}, Origin::cache};
    for (const FinishedUnit& finished : *units) {
        program.compiler_text += finished.unit.compiler_text;
        if (finished.origin == Origin::compiled) program.origin = Origin::compiled;
    }
    return program;
}

} // namespace

Result<CompiledProgram> compile_program(const CompileOptions& options,
                                        const Installation& installation) {
    if (Status status = check_options(options, installation); !status) return status.error();
    const Result<Toolchain> toolchain = find_toolchain(options.device_front_end);
    if (!toolchain) return toolchain.error();

    const bool cached = options.cache != CachePolicy::off;
    const fs::path cache_directory =
        options.cache_directory.empty() ? default_cache_directory() : options.cache_directory;
    const Result<std::uint64_t> limit = cache_limit();
    if (!limit) return limit.error();
    const Result<TemporaryDirectory> work =
        TemporaryDirectory::create(cached ? cache_directory / "making" : fs::temp_directory_path());
    if (!work) return work.error();
    const Setting setting{options, installation, *toolchain};
    Job job{setting, {}, work->path(), {}};
    if (cached) job.cache.emplace(cache_directory, *limit);
    Result<CompiledProgram> program = run_job(job);
    if (job.cache && program && program->origin == Origin::compiled) job.cache->trim();
    return program;
}

fs::path default_cache_directory() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache && *cache) return fs::path(cache) / "warpscope";
    const char* home = std::getenv("HOME");
    return home && *home ? fs::path(home) / ".cache" / "warpscope"
                         : fs::temp_directory_path() / "warpscope-cache";
}

} // namespace warpscope::compile
