// Compares the approximate instructions at every built level with digests of what a GPU returned.
//
//     warpscope_golden_special_functions FILE [LEVEL]    exit 0: all equal, 1: some differ, 2:
//     unusable file
#include <cstdio>
#include <map>

#include "tests/golden/special_functions/replay.h"

using namespace warpscope;

namespace {

struct Tally {
    unsigned equal = 0, different = 0;
};

/// Counts equal ranges per form at one level and names the first that differ.
std::map<std::string, Tally> compare(const std::vector<golden::RecordedRange>& ranges,
                                     isa::Level level) {
    std::map<std::string, Tally> tallies;
    for (const golden::RecordedRange& range : ranges) {
        Tally& tally = tallies[range.form];
        const std::vector<std::uint32_t> results = golden::replay(range, level);
        if (!results.empty() && golden::digest_of(results) == range.digest) {
            ++tally.equal;
        } else if (++tally.different <= 8) {
            std::printf("%s: the range from 0x%08x differs%s\n", range.form.c_str(), range.first,
                        results.empty() ? ": no such instruction" : "");
        }
    }
    return tallies;
}

} // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> words(arguments + 1, arguments + count);
    if (words.empty() || words.size() > 2) {
        std::fprintf(stderr, "usage: warpscope_golden_special_functions FILE [v2|v3|v4]\n");
        return 2;
    }
    std::string problem;
    const std::optional<std::vector<golden::RecordedRange>> ranges =
        golden::read_ranges(words[0], problem);
    if (!ranges || ranges->empty()) {
        std::fprintf(stderr, "%s\n", ranges ? "no ranges in the file" : problem.c_str());
        return 2;
    }
    bool same = true;
    for (unsigned level = 0; level <= static_cast<unsigned>(isa::best_level()); ++level) {
        const std::string name = "v" + std::to_string(level + 2);
        if (words.size() == 2 && words[1] != name) continue;
        for (const auto& [form, tally] : compare(*ranges, static_cast<isa::Level>(level))) {
            std::printf("level %s  %-24s %6u of %6u ranges equal\n", name.c_str(), form.c_str(),
                        tally.equal, tally.equal + tally.different);
            same &= tally.different == 0;
        }
    }
    return same ? 0 : 1;
}
