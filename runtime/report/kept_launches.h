// Kept launches: capsules of launches with race findings, each with its findings beside it, for
// `warpscope explain`.
//
//   FOLDER/ID/launch-0001/   the capsule (sim/debug/capsule.h) and findings.json
//
// ID is made of the capsule's content: running the same program again keeps nothing new.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/debug/capsule.h"
#include "sim/report/finding.h"

namespace warpscope::report {

inline constexpr const char* kExplainCommand = "warpscope explain ";

/// Whether `warpscope explain` can say something about it.
bool is_race(const Finding& finding);

/// Writes the races among `findings` beside the capsule in `launch_folder`.
Status write_findings(const std::filesystem::path& launch_folder,
                      const std::vector<Finding>& findings);
/// The findings beside a capsule; `path` as for read_capsule.
Result<std::vector<Finding>> read_findings(const std::filesystem::path& path);

/// Keeps capsule and races in `folder`, and sets Finding::explain of each race: ID-1, ID-2, ….
Status keep_launch(const Capsule& capsule, std::vector<Finding>& findings,
                   const std::filesystem::path& folder);

struct KeptFinding {
    std::string id; ///< "3f9a02c1-1"
    std::string title;
};
/// All that are kept, those of the launch that was used last first.
std::vector<KeptFinding> kept_findings(const std::filesystem::path& folder);

/// What an ID or the path of a capsule names.
struct RaceCase {
    std::filesystem::path capsule; ///< a folder for read_capsule
    std::vector<Finding> findings;
    std::vector<std::string> ids; ///< of each finding; numbers where they were not kept
};
/// "3f9a02c1-1" is one finding, "3f9a02c1" all of that launch, anything that exists as a folder is
/// a capsule. Refuses what it does not know, with what it knows.
Result<RaceCase> find_race_case(const std::string& name, const std::filesystem::path& folder);

} // namespace warpscope::report
