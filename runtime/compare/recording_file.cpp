// Recordings as JSON and pages.
#include <algorithm>
#include <climits>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "runtime/compare/recording.h"
#include "runtime/report/allocation_text.h"
#include "sim/debug/json_reader.h"
#include "sim/debug/store.h"

namespace warpscope::compare {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "gpu.json";
constexpr const char* kFormat = "warpscope-gpu-recording";
/// Version 1 had no numbers of errors and no counters.
constexpr unsigned kVersion = 2;
constexpr const char* kPageStore = "pages";
constexpr const char* kUnchanged = "unchanged";
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;

/// Calls `take(page's bytes in `bytes`, their bytes before)` for each page of an allocation.
template<class Take>
Status each_page(std::vector<std::uint8_t>& bytes, const CapsuleAllocation& a, Take&& take) {
    const std::vector<std::uint8_t> before = bytes_of(a);
    for (std::uint64_t at = 0; at < a.size; at += kCapsulePageBytes) {
        const std::size_t size = std::min(kCapsulePageBytes, a.size - at);
        if (Status good =
                take(std::span(bytes).subspan(at, size), std::span(before).subspan(at, size));
            !good)
            return good;
    }
    return Done{};
}

/// In the folder of a launch that was packed up alone, else beside all of them.
fs::path page_store(const fs::path& launch_folder) {
    std::error_code error;
    const fs::path own = launch_folder / kPageStore;
    return fs::is_directory(own, error) ? own : launch_folder / ".." / kPageStore;
}

/// What ties a recording to its capsule.
Result<std::string> capsule_hash(const fs::path& launch_folder) {
    const Result<std::string> text = read_whole_file(launch_folder / "manifest.json", kLargestFile);
    if (!text) return text.error();
    return to_string(hash_bytes(text->data(), text->size()));
}

std::vector<std::string> texts_from(JsonReader& reader, const Json& json, const char* key) {
    std::vector<std::string> texts;
    for (const Json& item : reader.array(json, key))
        if (item.is_string())
            texts.push_back(item.get<std::string>());
        else
            reader.fail(fmt::format("`{}` holds something that is no text", key));
    return texts;
}

/// The positions that records name, by their numbers in the file.
struct Sites {
    std::vector<CodePosition> list;

    std::size_t number(CodePosition at) {
        const auto found = std::find(list.begin(), list.end(), at);
        if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
        list.push_back(at);
        return list.size() - 1;
    }
};

/// One text a record: "buffer element writer site", and "first-writer first-site".
Json owners_json(const OwnershipLog& log, const Executable& code) {
    Sites sites;
    Json records = Json::array(), named = Json::array();
    for (const OwnershipRecord& r : log.records) {
        std::string text =
            fmt::format("{} {} {} {}", r.buffer, r.element, r.writer, sites.number(r.at));
        if (r.has_first) text += fmt::format(" {} {}", r.first_writer, sites.number(r.first_at));
        records.push_back(std::move(text));
    }
    for (const CodePosition& at : sites.list)
        named.push_back({{"function", code.functions[at.function].source->name},
                         {"instruction", at.instruction}});
    return {{"cut", log.cut}, {"sites", named}, {"records", records}};
}

Sites sites_from(JsonReader& reader, const Json& json, const Executable& code) {
    Sites sites;
    for (const Json& item : reader.array(json, "sites")) {
        const std::string name = reader.text(item, "function");
        const auto function =
            std::find_if(code.functions.begin(), code.functions.end(),
                         [&](const ExecutableFunction& f) { return f.source->name == name; });
        if (function == code.functions.end())
            reader.fail(fmt::format("`{}` is no function of the launch", name),
                        "record the launch anew");
        sites.list.push_back(
            {static_cast<std::uint32_t>(function - code.functions.begin()),
             static_cast<std::uint32_t>(reader.number(item, "instruction", UINT32_MAX))});
    }
    return sites;
}

/// False when the text is no record.
bool read_record(const std::string& text, const Sites& sites, OwnershipRecord& r) {
    std::istringstream words(text);
    std::size_t site = 0, first_site = 0;
    if (!(words >> r.buffer >> r.element >> r.writer >> site) || site >= sites.list.size())
        return false;
    r.at = sites.list[site];
    if (words >> std::ws; words.eof()) return true;
    r.has_first = true;
    if (!(words >> r.first_writer >> first_site) || first_site >= sites.list.size()) return false;
    r.first_at = sites.list[first_site];
    return true;
}

OwnershipLog owners_from(JsonReader& reader, const Json& json, const Executable& code) {
    OwnershipLog log;
    log.cut = reader.truth(json, "cut");
    const Sites sites = sites_from(reader, json, code);
    for (const std::string& text : texts_from(reader, json, "records")) {
        OwnershipRecord r;
        if (read_record(text, sites, r))
            log.records.push_back(r);
        else
            reader.fail(fmt::format("\"{}\" is no record of a write", text),
                        "record the launch anew");
    }
    return log;
}

Json counters_json(const ProfilerCounters& counters) {
    Json metrics = Json::object();
    for (const auto& [metric, value] : counters.metrics)
        metrics[metric] = value;
    return {{"profiler", counters.profiler}, {"metrics", metrics}};
}

ProfilerCounters counters_from(JsonReader& reader, const Json& json) {
    ProfilerCounters counters;
    counters.profiler = reader.text(json, "profiler");
    for (const auto& [metric, value] : reader.object(json, "metrics").items())
        if (value.is_number())
            counters.metrics[metric] = value.get<double>();
        else
            reader.fail(fmt::format("`{}` is no number", metric), "record the launch anew");
    return counters;
}

Result<Json> memory_json(Recording recording, const Capsule& before, const fs::path& store_folder) {
    Json memory = Json::array();
    for (const CapsuleAllocation& a : before.memory) {
        const auto found = recording.memory.find(a.base);
        if (found == recording.memory.end()) continue;
        Json pages = Json::array();
        const Status stored = each_page(found->second, a, [&](auto now, auto then) -> Status {
            if (std::equal(now.begin(), now.end(), then.begin())) {
                pages.push_back(kUnchanged);
                return Done{};
            }
            const Result<Hash> hash =
                store(store_folder, {reinterpret_cast<const char*>(now.data()), now.size()});
            if (!hash) return hash.error();
            pages.push_back(to_string(*hash));
            return Done{};
        });
        if (!stored) return stored.error();
        memory.push_back({{"base", a.base}, {"pages", pages}});
    }
    return memory;
}

/// The bytes of one allocation: those before, with the pages that changed.
Status read_pages(const std::vector<std::string>& pages, const CapsuleAllocation& a,
                  const std::string& file, const fs::path& launch_folder,
                  std::vector<std::uint8_t>& bytes) {
    bytes = bytes_of(a);
    if (pages.size() != (a.size + kCapsulePageBytes - 1) / kCapsulePageBytes)
        return Diagnostic{{file},
                          report::allocation_text(report::facts_of(a)) +
                              " has another number of pages",
                          "record the launch anew"};
    std::size_t page = 0;
    return each_page(bytes, a, [&](auto now, auto) -> Status {
        const std::string& text = pages[page++];
        if (text == kUnchanged) return Done{};
        Hash hash;
        if (!parse_hash(text, hash))
            return Diagnostic{{file}, "\"" + text + "\" is no page", "record the launch anew"};
        const Result<std::string> stored = load_stored(
            {launch_folder / kPageStore, launch_folder / ".." / kPageStore}, hash, now.size());
        if (!stored) return stored.error();
        if (stored->size() != now.size())
            return Diagnostic{
                {file}, "page " + text + " has another size", "record the launch anew"};
        std::copy(stored->begin(), stored->end(), now.begin());
        return Done{};
    });
}

} // namespace

bool has_recording(const fs::path& launch_folder) {
    std::error_code error;
    return fs::is_regular_file(launch_folder / kFile, error);
}

Status write_recording(const Recording& recording, const Capsule& before,
                       const LaunchRequest& request, const fs::path& launch_folder) {
    const Result<Json> memory = memory_json(recording, before, page_store(launch_folder));
    if (!memory) return memory.error();
    const Result<std::string> hash = capsule_hash(launch_folder);
    if (!hash) return hash.error();
    const Json json = {{"format", kFormat},
                       {"version", kVersion},
                       {"capsule", *hash},
                       {"gpu", recording.gpu},
                       {"error", recording.end.error},
                       {"error_number", recording.end.error_number},
                       {"refused", recording.end.refused},
                       {"microseconds", recording.end.microseconds},
                       {"printed", recording.end.printed},
                       {"stray", recording.stray},
                       {"counters", counters_json(recording.counters)},
                       {"owners", owners_json(recording.end.owners, *request.executable)},
                       {"memory", *memory}};
    return write_whole_file(launch_folder / kFile,
                            json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<Recording> read_recording(const Capsule& before, const LaunchRequest& request,
                                 const fs::path& launch_folder) {
    const std::string file = (launch_folder / kFile).string();
    const Result<std::string> text = read_whole_file(file, kLargestFile);
    if (!text) return text.error();
    JsonReader reader(file);
    const Json json = reader.parse(*text);
    if (reader.ok() && (!json.is_object() || reader.text(json, "format") != kFormat))
        return Diagnostic{{file}, "is no recording of a GPU", "make one with `warpscope record`"};
    const std::uint64_t version = reader.ok() ? reader.number(json, "version") : 0;
    if (reader.ok() && (version == 0 || version > kVersion))
        return Diagnostic{{file}, "is a recording of another version", "record the launch anew"};
    const Result<std::string> hash = capsule_hash(launch_folder);
    if (!hash) return hash.error();
    if (reader.ok() && reader.text(json, "capsule") != *hash)
        return Diagnostic{{file}, "belongs to another capsule", "record the launch anew"};
    Recording recording;
    recording.gpu = reader.text(json, "gpu");
    recording.end.error = reader.text(json, "error");
    if (version >= 2) {
        recording.end.error_number = static_cast<int>(reader.number(json, "error_number", INT_MAX));
        recording.end.refused = reader.truth(json, "refused");
        recording.counters = counters_from(reader, reader.object(json, "counters"));
    }
    if (json.is_object() && json.contains("microseconds") && json["microseconds"].is_number())
        recording.end.microseconds = json["microseconds"].get<double>();
    recording.end.printed = reader.text(json, "printed");
    recording.stray = texts_from(reader, json, "stray");
    recording.end.owners = owners_from(reader, reader.object(json, "owners"), *request.executable);
    for (const Json& item : reader.array(json, "memory")) {
        const Address base = reader.number(item, "base");
        const std::vector<std::string> pages = texts_from(reader, item, "pages");
        for (const CapsuleAllocation& a : before.memory)
            if (a.base == base && reader.ok())
                if (Status good = read_pages(pages, a, file, launch_folder, recording.memory[base]);
                    !good)
                    return good.error();
    }
    if (!reader.ok()) return reader.error();
    return recording;
}

} // namespace warpscope::compare
