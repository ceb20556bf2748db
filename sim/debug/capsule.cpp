// Capsules as folders: finding, reading and writing them.
#include "sim/debug/capsule.h"

#include <algorithm>
#include <system_error>

#include "sim/debug/manifest.h"
#include "sim/debug/store.h"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestManifest = std::uint64_t{1} << 30;
constexpr const char* kManifest = "manifest.json";
constexpr const char* kOutcome = "outcome.json";

std::string folder_name(LaunchId launch) {
    std::string number = std::to_string(launch);
    return "launch-" + std::string(number.size() < 4 ? 4 - number.size() : 0, '0') + number;
}

std::string_view as_text(const std::vector<std::uint8_t>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace

std::vector<std::uint8_t> bytes_of(const CapsuleAllocation& a) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(a.size);
    for (const PageRun& run : a.pages)
        for (std::uint64_t page = 0; page < run.count; ++page) {
            const std::uint64_t size = std::min(kCapsulePageBytes, a.size - bytes.size());
            if (run.content == PageRun::Content::Stored)
                bytes.insert(bytes.end(), run.bytes->begin(),
                             run.bytes->begin() + static_cast<std::ptrdiff_t>(size));
            else
                bytes.insert(bytes.end(), size,
                             run.content == PageRun::Content::Zero ? std::uint8_t{0} : kPoison);
        }
    return bytes;
}

Result<fs::path> find_launch_folder(const fs::path& path) {
    std::error_code error;
    if (path.filename() == kManifest && fs::is_regular_file(path, error)) return path.parent_path();
    if (fs::exists(path / kManifest, error)) return path;
    if (!fs::is_directory(path, error))
        return Diagnostic{{path.string(), 0, 0},
                          "there is no such folder",
                          "name a launch folder that a capture wrote"};
    const std::vector<fs::path> launches = list_capsules(path);
    if (launches.size() == 1) return launches[0];
    if (launches.empty())
        return Diagnostic{{path.string(), 0, 0},
                          "this folder is no capsule: it has no manifest.json",
                          "name a launch folder that a capture wrote"};
    return Diagnostic{{path.string(), 0, 0},
                      "this folder holds " + std::to_string(launches.size()) + " capsules",
                      "name one of them, like " + launches[0].string()};
}

Result<Capsule> read_capsule(const fs::path& folder) {
    const Result<fs::path> launch = find_launch_folder(folder);
    if (!launch) return launch.error();
    const fs::path manifest = *launch / kManifest;
    Result<std::string> text = read_whole_file(manifest, kLargestManifest);
    if (!text) return text.error();
    const auto load = [&](const char* name, const Hash& hash, std::uint64_t largest) {
        return load_stored({*launch / name, *launch / ".." / name}, hash, largest);
    };
    Result<Capsule> capsule = parse_manifest(*text, manifest.string(), load);
    const fs::path outcome_file = *launch / kOutcome;
    std::error_code error;
    if (!capsule || !fs::exists(outcome_file, error)) return capsule;
    const Result<std::string> outcome_text = read_whole_file(outcome_file, kLargestManifest);
    if (!outcome_text) return outcome_text.error();
    const Result<CapsuleOutcome> outcome = parse_outcome(*outcome_text, outcome_file.string());
    if (!outcome) return outcome.error();
    capsule->expected = *outcome;
    return capsule;
}

std::vector<fs::path> list_capsules(const fs::path& directory) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; !error && it != end;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (name.starts_with("launch-") && fs::exists(it->path() / kManifest, error))
            found.push_back(it->path());
    }
    // Longer numbers come later: launch-9999 before launch-10000.
    std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) {
        const std::string x = a.filename().string(), y = b.filename().string();
        return x.size() != y.size() ? x.size() < y.size() : x < y;
    });
    return found;
}

Result<fs::path> write_capsule(const Capsule& capsule, const fs::path& directory) {
    for (const std::string* text : {&capsule.ptx, &capsule.contract_ptx})
        if (Result<Hash> stored = store(directory / kTextStore, *text); !stored)
            return stored.error();
    for (const SourceText& source : capsule.sources)
        if (Result<Hash> stored = store(directory / kTextStore, source.text); !stored)
            return stored.error();
    for (const CapsuleAllocation& a : capsule.memory)
        for (const PageRun& run : a.pages) {
            if (run.content != PageRun::Content::Stored) continue;
            if (Result<Hash> stored = store(directory / kPageStore, as_text(*run.bytes)); !stored)
                return stored.error();
        }
    const fs::path folder = directory / folder_name(capsule.launch);
    // An outcome that an earlier run left here is not this launch's.
    std::error_code error;
    fs::remove(folder / kOutcome, error);
    if (Status written = write_whole_file(folder / kManifest, manifest_text(capsule)); !written)
        return written.error();
    if (capsule.expected)
        if (Status written = write_outcome(*capsule.expected, folder); !written)
            return written.error();
    return folder;
}

Hash identity(const Capsule& capsule) {
    const std::string text = manifest_text(capsule);
    return hash_bytes(text.data(), text.size());
}

Status write_outcome(const CapsuleOutcome& outcome, const fs::path& launch_folder) {
    return write_whole_file(launch_folder / kOutcome, outcome_text(outcome));
}

} // namespace warpscope
