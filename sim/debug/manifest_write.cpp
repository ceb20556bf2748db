// Writing the manifest and the outcome of a capsule.
#include "sim/debug/json_reader.h"
#include "sim/debug/manifest.h"
#include "sim/debug/manifest_images.h"
#include "sim/gpu/gpu_presets.h"

namespace warpscope {
namespace {

constexpr const char* kKinds[] = {"device",    "managed", "variable", "constant",
                                  "workspace", "heap",    "array"};
constexpr const char* kDirections[] = {"to-device", "from-device", "device-to-device", "fill"};
constexpr const char* kOutcomes[] = {"finished", "fault", "deadlock", "budget-exhausted",
                                     "interrupted"};

Json to_json(const Dim3& d) {
    return Json::array({d.x, d.y, d.z});
}

std::string hash_of(const std::string& text) {
    return to_string(hash_bytes(text.data(), text.size()));
}

std::string hexadecimal(const std::vector<std::uint8_t>& bytes) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (std::uint8_t b : bytes) {
        text += digits[b >> 4];
        text += digits[b & 15];
    }
    return text;
}

/// "zero", "poison" or the hash, and "*3" when there are three of them.
std::string to_text(const PageRun& run) {
    std::string text = run.content == PageRun::Content::Zero     ? "zero"
                       : run.content == PageRun::Content::Poison ? "poison"
                                                                 : to_string(run.hash);
    return run.count == 1 ? text : text + "*" + std::to_string(run.count);
}

/// Absent where nobody knows.
void write_site(const FilePosition& site, Json& json) {
    if (site.line != 0) json["allocated_at"] = {{"file", site.file}, {"line", site.line}};
}

Json to_json(const CapsuleAllocation& a) {
    Json pages = Json::array();
    for (const PageRun& run : a.pages)
        pages.push_back(to_text(run));
    Json json = {{"base", a.base},
                 {"size", a.size},
                 {"kind", kKinds[static_cast<unsigned>(a.kind)]},
                 {"read_only", a.read_only},
                 {"id", a.id},
                 {"name", a.name},
                 {"pages", pages}};
    write_site(a.allocated_at, json);
    return json;
}

Json to_json(const CapsuleCopy& c) {
    return {{"direction", kDirections[static_cast<unsigned>(c.direction)]},
            {"destination", c.destination},
            {"source", c.source},
            {"size", c.size},
            {"stream", c.stream}};
}

Json to_json(const CapsuleFree& f) {
    Json json = {{"base", f.base}, {"size", f.size}, {"id", f.id}};
    write_site(f.allocated_at, json);
    return json;
}
Json to_json(const SourceText& s) {
    return {{"file", s.file}, {"text", hash_of(s.text)}};
}

template<class T>
Json list(const std::vector<T>& items) {
    Json json = Json::array();
    for (const T& item : items)
        json.push_back(to_json(item));
    return json;
}

std::string as_text(const Json& json) {
    // File names need not be UTF-8; a name that is not loses its odd bytes.
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

std::string manifest_text(const Capsule& c) {
    Json symbols = Json::object();
    for (const auto& [name, address] : c.symbols)
        symbols[name] = address;
    Json json;
    json["format"] = "warpscope-capsule";
    json["version"] = kCapsuleVersion;
    json["launch"] = c.launch;
    json["stream"] = c.stream;
    json["kernel"] = c.kernel;
    json["grid"] = to_json(c.grid);
    json["block"] = to_json(c.block);
    json["dynamic_shared_bytes"] = c.dynamic_shared_bytes;
    json["stack_limit_bytes"] = c.stack_limit_bytes;
    // Absent from ordinary launches.
    if (c.grid_workspace != 0) json["grid_workspace"] = c.grid_workspace;
    json["heap"] = {{"limit_bytes", c.heap_limit_bytes},
                    {"next_address", c.cursor.next},
                    {"next_id", c.cursor.next_id}};
    json["parameters"] = hexadecimal(c.parameters);
    json["seed"] = c.seed;
    json["divergence"] = c.divergence == DivergenceModel::Stack ? "stack" : "volta";
    json["max_instructions"] = c.max_instructions;
    json["module"] = {{"name", c.module_name},
                      {"ptx", hash_of(c.ptx)},
                      {"contract_ptx", hash_of(c.contract_ptx)}};
    json["symbols"] = symbols;
    json["sources"] = list(c.sources);
    json["copies"] = list(c.copies);
    json["freed"] = list(c.freed);
    json["page_bytes"] = kCapsulePageBytes;
    json["allocations"] = list(c.memory);
    write_objects(c.objects, json);
    json["gpu"] = to_toml(c.gpu);
    return as_text(json);
}

std::string outcome_text(const CapsuleOutcome& o) {
    Json json;
    json["format"] = "warpscope-outcome";
    json["version"] = kCapsuleVersion;
    json["outcome"] = kOutcomes[static_cast<unsigned>(o.outcome)];
    json["ordered"] = o.ordered;
    json["warp_instructions"] = o.warp_instructions;
    json["memory"] = to_string(o.memory);
    return as_text(json);
}

} // namespace warpscope
