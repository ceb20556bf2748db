// Fuzzes the capsule reader: any manifest must be read or refused, and what was read is written as
// it was.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "sim/debug/manifest.h"

using namespace warpscope;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

/// Stores that have everything: pages of full length, short texts. Now and then something is
/// missing.
Result<std::string> load(const char* store, const Hash& hash, std::uint64_t) {
    if (hash.low % 16 == 15) return Diagnostic{{store, 0, 0}, "there is no such file", ""};
    if (std::string_view(store) == kTextStore) return std::string("// text ") + to_string(hash);
    return std::string(hash.low % 16 == 14 ? 256 : kCapsulePageBytes, 'p');
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<CapsuleOutcome> outcome = parse_outcome(text, "outcome.json");
    if (outcome.ok()) require(parse_outcome(outcome_text(*outcome), "again").ok());
    const Result<Capsule> capsule = parse_manifest(text, "manifest.json", load);
    if (!capsule.ok()) {
        require(!capsule.error().message.empty());
        return 0;
    }
    // Texts are stored under other hashes when they are written again; everything else stays.
    const Result<Capsule> again = parse_manifest(manifest_text(*capsule), "again", load);
    if (again.ok()) require(again->memory.size() == capsule->memory.size());
    return 0;
}
