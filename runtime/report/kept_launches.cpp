// Writing kept launches whole or not at all, and finding them again.
#include "runtime/report/kept_launches.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "runtime/report/json.h"

namespace warpscope::report {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFindings = "findings.json";
constexpr const char* kFindingsSchema = "warpscope-findings-1";
constexpr std::size_t kIdDigits = 8;
/// IDs that a refusal lists.
constexpr std::size_t kListed = 8;

Diagnostic trouble(const fs::path& path, const std::string& what) {
    return {{path.string()}, what, "check that the folder can be written"};
}

/// Folders of launches, those that were used last first.
std::vector<fs::path> kept_folders(const fs::path& folder) {
    std::vector<std::pair<fs::file_time_type, fs::path>> found;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->path().filename().string().size() == kIdDigits)
            found.emplace_back(fs::last_write_time(it->path(), ignored), it->path());
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a > b; });
    std::vector<fs::path> folders;
    for (auto& [time, path] : found)
        folders.push_back(std::move(path));
    return folders;
}

std::string finding_id(const std::string& launch, std::size_t index) {
    return fmt::format("{}-{}", launch, index + 1);
}

Diagnostic unknown(const std::string& name, const fs::path& folder) {
    std::string known;
    const std::vector<KeptFinding> all = kept_findings(folder);
    for (std::size_t i = 0; i < std::min(all.size(), kListed); ++i)
        known += fmt::format("{}{} ({})", i == 0 ? "known: " : ", ", all[i].id, all[i].title);
    if (all.size() > kListed) known += fmt::format(", and {} more", all.size() - kListed);
    if (all.empty())
        known = "nothing is kept: `warpscope run PROGRAM.cu` keeps launches with races, and prints "
                "the commands";
    return {{}, fmt::format("\"{}\" is no kept finding, and no capsule", name), known};
}

/// `made` becomes `kept`. An older one is of the same launch, but perhaps with fewer findings.
Status write_whole(const Capsule& capsule, const std::vector<Finding>& findings,
                   const fs::path& made, const fs::path& kept) {
    std::error_code error;
    fs::create_directories(made, error);
    if (error) return trouble(made, fmt::format("cannot be made: {}", error.message()));
    const Result<fs::path> launch = write_capsule(capsule, made);
    if (!launch) return launch.error();
    if (Status written = write_findings(*launch, findings); !written) return written.error();
    std::error_code ignored;
    fs::remove_all(kept, ignored);
    fs::rename(made, kept, error);
    // Where another process was faster, what it kept is as good.
    if (error && !fs::exists(kept, ignored)) return trouble(kept, "cannot be kept");
    return Done{};
}

Result<RaceCase> case_of_folder(const fs::path& capsule, const std::string& launch) {
    Result<std::vector<Finding>> findings = read_findings(capsule);
    if (!findings) return findings.error();
    RaceCase found;
    found.capsule = capsule;
    found.findings = std::move(*findings);
    for (std::size_t i = 0; i < found.findings.size(); ++i)
        found.ids.push_back(launch.empty() ? std::to_string(i + 1) : finding_id(launch, i));
    return found;
}

} // namespace

bool is_race(const Finding& finding) {
    return finding.checker == "race" && finding.kind == "Race" && !finding.parties.empty();
}

Status write_findings(const fs::path& launch_folder, const std::vector<Finding>& findings) {
    Json list = Json::array();
    for (const Finding& finding : findings)
        if (is_race(finding)) list.push_back(to_json(finding));
    const Json json = {{"schema", kFindingsSchema}, {"findings", std::move(list)}};
    std::ofstream file(launch_folder / kFindings, std::ios::binary);
    file << json.dump(1, ' ', false, Json::error_handler_t::replace) << "\n";
    file.close();
    if (!file) return trouble(launch_folder / kFindings, "cannot be written");
    return Done{};
}

Result<std::vector<Finding>> read_findings(const fs::path& path) {
    const Result<fs::path> launch = find_launch_folder(path);
    if (!launch) return launch.error();
    const fs::path name = *launch / kFindings;
    std::error_code error;
    if (!fs::exists(name, error))
        return Diagnostic{{launch->string()},
                          "no findings are beside this capsule",
                          "`warpscope run PROGRAM.cu --check race --capture DIR` writes both"};
    std::ifstream file(name, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    try {
        const Json json = Json::parse(text);
        if (json.at("schema").get<std::string>() != kFindingsSchema)
            return Diagnostic{
                {name.string()}, "is of another version of Warpscope", "run the program again"};
        std::vector<Finding> findings;
        for (const Json& finding : json.at("findings"))
            findings.push_back(finding_from_json(finding));
        if (findings.empty())
            return Diagnostic{{name.string()},
                              "the launch had no races",
                              "explain a launch that has; its report names the command"};
        return findings;
    } catch (const Json::exception& e) {
        return Diagnostic{{name.string()},
                          fmt::format("holds no findings: {}", e.what()),
                          "run the program again"};
    }
}

Status keep_launch(const Capsule& capsule, std::vector<Finding>& findings, const fs::path& folder) {
    const std::string id = to_string(identity(capsule)).substr(0, kIdDigits);
    std::vector<Finding> named = findings;
    std::size_t races = 0;
    for (Finding& finding : named)
        if (is_race(finding)) finding.explain = kExplainCommand + finding_id(id, races++);
    const fs::path made = folder / fmt::format(".{}-{}", id, getpid());
    const Status kept = write_whole(capsule, named, made, folder / id);
    std::error_code ignored;
    fs::remove_all(made, ignored);
    if (kept) findings = std::move(named);
    return kept;
}

std::vector<KeptFinding> kept_findings(const fs::path& folder) {
    std::vector<KeptFinding> all;
    for (const fs::path& launch : kept_folders(folder)) {
        const Result<std::vector<Finding>> findings = read_findings(launch);
        if (!findings) continue;
        for (std::size_t i = 0; i < findings->size(); ++i) {
            const Finding& f = (*findings)[i];
            const std::string place =
                f.source.empty()
                    ? f.kernel
                    : fmt::format("{}:{}", fs::path(f.source[0].file).filename().string(),
                                  f.source[0].line);
            all.push_back({finding_id(launch.filename().string(), i), place});
        }
    }
    return all;
}

Result<RaceCase> find_race_case(const std::string& name, const fs::path& folder) {
    const std::size_t dash = name.find('-');
    const std::string launch = name.substr(0, dash);
    const bool is_id = launch.size() == kIdDigits &&
                       launch.find_first_not_of("0123456789abcdef") == std::string::npos;
    std::error_code error;
    if (!is_id || !fs::is_directory(folder / launch, error)) {
        if (name.empty() || !fs::is_directory(name, error)) return unknown(name, folder);
        return case_of_folder(name, "");
    }
    Result<RaceCase> all = case_of_folder(folder / launch, launch);
    if (!all) return all.error();
    std::error_code ignored;
    fs::last_write_time(folder / launch, fs::file_time_type::clock::now(), ignored);
    if (dash == std::string::npos) return all;
    for (std::size_t i = 0; i < all->ids.size(); ++i)
        if (all->ids[i] == name) return RaceCase{all->capsule, {all->findings[i]}, {all->ids[i]}};
    return unknown(name, folder);
}

} // namespace warpscope::report
