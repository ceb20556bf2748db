// Reading the manifest and the outcome of a capsule; nothing in them is believed.
#include <algorithm>
#include <map>

#include "sim/debug/json_reader.h"
#include "sim/debug/manifest.h"
#include "sim/debug/manifest_images.h"
#include "sim/gpu/gpu_presets.h"

namespace warpscope {
namespace {

/// Simulated addresses have 48 bits, as those of a GPU.
constexpr std::uint64_t kAddressSpace = std::uint64_t{1} << 48;
constexpr std::uint64_t kLargestText = std::uint64_t{1} << 30;

class ManifestReader {
public:
    ManifestReader(std::string file, const LoadStored& load)
        : json_(std::move(file)), load_(load) {}

    Result<Capsule> read(std::string_view text);

private:
    void check_format(const Json& root);
    void launch(const Json& root);
    void module(const Json& root);
    void gpu(const Json& root);
    void allocation(const Json& json);
    FilePosition site(const Json& json);
    PageRun page_run(const Json& json, const CapsuleAllocation& a, std::uint64_t first_page);
    PageBytes page(const Hash& hash, std::uint64_t bytes);
    std::string stored_text(const Hash& hash);
    template<class T>
    T failed(const Diagnostic& diagnostic) {
        nested_ = nested_ ? nested_ : std::make_optional(diagnostic);
        json_.fail(diagnostic.message);
        return T{};
    }

    JsonReader json_;
    const LoadStored& load_;
    Capsule c_;
    std::map<std::pair<Hash, std::uint64_t>, PageBytes> pages_;
    std::optional<Diagnostic> nested_; ///< what another file said
};

Result<Capsule> ManifestReader::read(std::string_view text) {
    const Json root = json_.parse(text);
    check_format(root);
    // Each part is read only when the ones before it were good, so that sizes can be trusted.
    if (json_.ok()) launch(root);
    if (json_.ok()) gpu(root);
    if (json_.ok()) module(root);
    if (json_.ok())
        for (const Json& a : json_.array(root, "allocations")) {
            allocation(a);
            if (!json_.ok()) break;
        }
    read_objects(json_, root, c_.objects);
    if (json_.ok()) return std::move(c_);
    return nested_ ? *nested_ : json_.error();
}

void ManifestReader::check_format(const Json& root) {
    if (!json_.ok()) return;
    const auto format = root.find("format");
    if (format == root.end() || *format != "warpscope-capsule")
        return json_.fail("this is no capsule",
                          "a capsule's manifest says \"format\": \"warpscope-capsule\"");
    const std::uint64_t version = json_.number(root, "version");
    if (json_.ok() && version != kCapsuleVersion)
        json_.fail("the capsule has version " + std::to_string(version) +
                       ", this program reads version " + std::to_string(kCapsuleVersion),
                   "capture the launch again, or use the Warpscope that captured it");
    if (json_.ok() && json_.number(root, "page_bytes") != kCapsulePageBytes && json_.ok())
        json_.fail("'page_bytes' should be " + std::to_string(kCapsulePageBytes));
}

void ManifestReader::launch(const Json& root) {
    c_.launch = static_cast<LaunchId>(json_.number(root, "launch", UINT32_MAX));
    c_.stream = static_cast<StreamId>(json_.number(root, "stream", UINT32_MAX));
    c_.kernel = json_.text(root, "kernel");
    c_.grid = json_.extents(root, "grid");
    c_.block = json_.extents(root, "block");
    c_.dynamic_shared_bytes = json_.number(root, "dynamic_shared_bytes", UINT32_MAX);
    c_.stack_limit_bytes = json_.number(root, "stack_limit_bytes", UINT32_MAX);
    // Capsules of before device code could allocate do not have it.
    if (root.contains("heap")) {
        const Json& heap = json_.object(root, "heap");
        c_.heap_limit_bytes = json_.number(heap, "limit_bytes");
        c_.cursor.next = json_.number(heap, "next_address", kAddressSpace);
        c_.cursor.next_id = static_cast<std::uint32_t>(json_.number(heap, "next_id", UINT32_MAX));
    }
    c_.parameters = json_.bytes(root, "parameters");
    if (json_.ok() && root.contains("grid_workspace"))
        c_.grid_workspace = json_.number(root, "grid_workspace", kAddressSpace);
    c_.seed = json_.number(root, "seed");
    c_.divergence = json_.word(root, "divergence", {"volta", "stack"}) == 1
                        ? DivergenceModel::Stack
                        : DivergenceModel::Volta;
    c_.max_instructions = json_.number(root, "max_instructions");
    for (const Json& f : json_.array(root, "freed"))
        c_.freed.push_back(
            {json_.number(f, "base", kAddressSpace), json_.number(f, "size", kAddressSpace),
             static_cast<std::uint32_t>(json_.number(f, "id", UINT32_MAX)), site(f)});
    for (const Json& copy : json_.array(root, "copies")) {
        CapsuleCopy read;
        read.direction = static_cast<HostCopyEvent::Direction>(json_.word(
            copy, "direction", {"to-device", "from-device", "device-to-device", "fill"}));
        read.destination = json_.number(copy, "destination", kAddressSpace);
        read.source = json_.number(copy, "source", kAddressSpace);
        read.size = json_.number(copy, "size", kAddressSpace);
        read.stream = static_cast<StreamId>(json_.number(copy, "stream", UINT32_MAX));
        c_.copies.push_back(read);
    }
}

void ManifestReader::gpu(const Json& root) {
    Result<GpuSpec> gpu = parse_gpu(json_.text(root, "gpu"), "'gpu' in the manifest");
    if (!json_.ok()) return;
    if (gpu)
        c_.gpu = std::move(*gpu);
    else
        json_.fail("'gpu' cannot be read: " + gpu.error().message);
}

void ManifestReader::module(const Json& root) {
    const Json& module = json_.object(root, "module");
    c_.module_name = json_.text(module, "name");
    c_.ptx = stored_text(json_.hash(module, "ptx"));
    c_.contract_ptx = stored_text(json_.hash(module, "contract_ptx"));
    const Json& symbols = json_.object(root, "symbols");
    for (auto it = symbols.begin(); it != symbols.end() && json_.ok(); ++it)
        c_.symbols[it.key()] = json_.number(symbols, it.key().c_str(), kAddressSpace);
    for (const Json& source : json_.array(root, "sources")) {
        std::string file = json_.text(source, "file");
        c_.sources.push_back({std::move(file), stored_text(json_.hash(source, "text"))});
    }
}

std::string ManifestReader::stored_text(const Hash& hash) {
    if (!json_.ok()) return {};
    Result<std::string> text = load_(kTextStore, hash, kLargestText);
    return text ? std::move(*text) : failed<std::string>(text.error());
}

/// Where memory was allocated: not there in older capsules, and where nobody knows.
FilePosition ManifestReader::site(const Json& json) {
    if (!json_.ok() || !json.contains("allocated_at")) return {};
    const Json& site = json_.object(json, "allocated_at");
    FilePosition at;
    at.file = json_.text(site, "file");
    at.line = static_cast<std::uint32_t>(json_.number(site, "line", UINT32_MAX));
    return at;
}

void ManifestReader::allocation(const Json& json) {
    CapsuleAllocation a;
    a.base = json_.number(json, "base", kAddressSpace);
    a.size = json_.number(json, "size", kAddressSpace);
    a.kind = static_cast<AllocationKind>(json_.word(
        json, "kind", {"device", "managed", "variable", "constant", "workspace", "heap", "array"}));
    a.read_only = json_.truth(json, "read_only");
    a.id = static_cast<std::uint32_t>(json_.number(json, "id", UINT32_MAX));
    a.name = json_.text(json, "name");
    a.allocated_at = site(json);
    const Json& pages = json_.array(json, "pages");
    if (!json_.ok()) return;
    if (a.size == 0) return json_.fail("an allocation has no bytes");
    const std::uint64_t count = (a.size + kCapsulePageBytes - 1) / kCapsulePageBytes;
    std::uint64_t first = 0;
    for (const Json& page : pages) {
        a.pages.push_back(page_run(page, a, first));
        if (!json_.ok()) return;
        first += a.pages.back().count;
    }
    if (first != count)
        return json_.fail("an allocation of " + std::to_string(a.size) + " bytes has " +
                          std::to_string(first) + " pages instead of " + std::to_string(count));
    c_.memory.push_back(std::move(a));
}

/// Reads "zero", "poison*3" or "HASH*2", which starts at page `first_page` of the allocation.
PageRun ManifestReader::page_run(const Json& json, const CapsuleAllocation& a,
                                 std::uint64_t first_page) {
    PageRun run;
    const std::string text = json.is_string() ? json.get<std::string>() : std::string();
    const std::size_t star = std::min(text.find('*'), text.size());
    const std::string content = text.substr(0, star);
    const std::uint64_t left =
        (a.size - first_page * kCapsulePageBytes + kCapsulePageBytes - 1) / kCapsulePageBytes;
    if (star < text.size()) {
        const std::string digits = text.substr(star + 1);
        const bool number = !digits.empty() && digits.size() < 16 &&
                            digits.find_first_not_of("0123456789") == std::string::npos;
        run.count = number ? std::stoull(digits) : 0;
    }
    if (run.count == 0 || run.count > left) {
        json_.fail("'" + text + "' is no run of at most " + std::to_string(left) + " pages");
        return run;
    }
    if (content == "zero") return run;
    run.content = content == "poison" ? PageRun::Content::Poison : PageRun::Content::Stored;
    if (run.content == PageRun::Content::Poison) return run;
    if (!parse_hash(content, run.hash)) {
        json_.fail("'" + text +
                   "' names no page: it should be zero, poison or 32 hexadecimal digits");
        return run;
    }
    // Only a last page on its own may be shorter than the others.
    const std::uint64_t at = first_page * kCapsulePageBytes;
    run.bytes = page(run.hash,
                     run.count > 1 ? kCapsulePageBytes : std::min(a.size - at, kCapsulePageBytes));
    if (run.count > 1 && at + run.count * kCapsulePageBytes > a.size)
        json_.fail("'" + text + "' is too long");
    return run;
}

PageBytes ManifestReader::page(const Hash& hash, std::uint64_t bytes) {
    PageBytes& known = pages_[{hash, bytes}];
    if (known != nullptr) return known;
    Result<std::string> content = load_(kPageStore, hash, kCapsulePageBytes);
    if (!content) return failed<PageBytes>(content.error());
    if (content->size() != bytes)
        return failed<PageBytes>({{std::string(kPageStore) + "/" + to_string(hash), 0, 0},
                                  "the page has " + std::to_string(content->size()) +
                                      " bytes instead of " + std::to_string(bytes),
                                  ""});
    known = std::make_shared<const std::vector<std::uint8_t>>(content->begin(), content->end());
    return known;
}

} // namespace

Result<Capsule> parse_manifest(std::string_view text, const std::string& file,
                               const LoadStored& load) {
    return ManifestReader(file, load).read(text);
}

Result<CapsuleOutcome> parse_outcome(std::string_view text, const std::string& file) {
    JsonReader json(file);
    const Json root = json.parse(text);
    if (json.ok() && json.text(root, "format") != "warpscope-outcome")
        json.fail("this is no outcome of a capsule");
    if (json.ok() && json.number(root, "version") != kCapsuleVersion)
        json.fail("this is of another version");
    CapsuleOutcome o;
    if (json.ok()) {
        o.outcome = static_cast<LaunchOutcome>(json.word(
            root, "outcome", {"finished", "fault", "deadlock", "budget-exhausted", "interrupted"}));
        o.ordered = json.truth(root, "ordered");
        o.warp_instructions = json.number(root, "warp_instructions");
        o.memory = json.hash(root, "memory");
    }
    if (!json.ok()) return json.error();
    return o;
}

} // namespace warpscope
