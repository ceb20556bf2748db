// Compares the approximate instructions at every built level with digests of what a GPU returned.
//
//     warpscope_golden_special_functions FILE [FORM]     exit 0: all equal, 1: some differ, 2:
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
    if (count != 2 && count != 3) {
        std::fprintf(stderr, "usage: warpscope_golden_special_functions FILE [FORM]\n");
        return 2;
    }
    std::string problem;
    std::optional<std::vector<golden::RecordedRange>> ranges =
        golden::read_ranges(arguments[1], problem);
    if (!ranges || ranges->empty()) {
        std::fprintf(stderr, "%s\n", ranges ? "no ranges in the file" : problem.c_str());
        return 2;
    }
    if (count == 3) std::erase_if(*ranges, [&](const auto& r) { return r.form != arguments[2]; });
    bool same = !ranges->empty();
    for (unsigned level = 0; level <= static_cast<unsigned>(isa::best_level()); ++level) {
        for (const auto& [form, tally] : compare(*ranges, static_cast<isa::Level>(level))) {
            std::printf("level v%u  %-24s %6u of %6u ranges equal\n", level + 2, form.c_str(),
                        tally.equal, tally.equal + tally.different);
            same &= tally.different == 0;
        }
    }
    return same ? 0 : 1;
}
