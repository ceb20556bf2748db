// The cache's folder of kept launches.
#include "cli/kept_launches.h"

#include <algorithm>

#include "runtime/compile/cache_limit.h"
#include "runtime/compile/compile.h"

namespace warpscope::cli {

std::filesystem::path kept_launches_folder() {
    return compile::default_cache_directory() / "races";
}

void keep_races(report::RunSettings& settings) {
    const auto& checks = settings.checks;
    const bool races = std::find(checks.begin(), checks.end(), "race") != checks.end();
    if (races && settings.device != kNativeDevice)
        settings.keep_directory = std::filesystem::absolute(kept_launches_folder()).string();
}

void trim_kept_launches(const RunReport& run) {
    const auto kept = [](const Finding& f) { return !f.explain.empty(); };
    for (const LaunchReport& launch : run.launches) {
        if (std::none_of(launch.findings.begin(), launch.findings.end(), kept)) continue;
        // A limit that cannot be read was told of when the program was compiled.
        if (const Result<std::uint64_t> limit = compile::cache_limit())
            compile::trim_cache(compile::default_cache_directory(), *limit);
        return;
    }
}

} // namespace warpscope::cli
