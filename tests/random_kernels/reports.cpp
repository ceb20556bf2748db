// Counts, golden files, coverage.
#include "tests/random_kernels/reports.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <map>

#include "sim/isa/row.h"

namespace warpscope::random_kernels {
namespace {

std::string today() {
    const std::time_t now = std::time(nullptr);
    char text[32] = {};
    std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
    return text;
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// The kernels of a group, as a golden file keeps them.
GoldenGroup group_of(const BulkResult& result, std::size_t first, bool emulator) {
    std::vector<std::uint64_t> texts, outputs;
    std::vector<bool> left_out;
    for (std::size_t i = first; i < first + kGroup; ++i) {
        const KernelResult& k = result.kernels[i];
        texts.push_back(k.text);
        outputs.push_back(emulator ? k.emulator : k.other);
        left_out.push_back(k.other == 0 && !emulator);
    }
    return make_group(texts, outputs, left_out);
}

/// Why no random kernel has an instruction of this row; "" when there is no reason.
const char* reason_to_leave_out(const isa::Row& row) {
    const std::string_view name = row.name;
    const auto begins = [&](std::string_view text) { return name.starts_with(text); };
    if (row.traits.instruction_class == InstructionClass::Video) return "a video instruction";
    if (begins("tex") || begins("tld4") || begins("su") || begins("txq"))
        return "needs a texture or surface";
    if (row.traits.instruction_class == InstructionClass::SpecialFunction || begins("div.approx") ||
        begins("div.full") || begins("tanh.approx") || begins("ex2.approx"))
        return "an approximation";
    if (begins("trap") || begins("brkpt")) return "ends the launch";
    if (begins("discard")) return "makes memory undefined";
    if (begins("elect")) return "which lane is chosen is not defined";
    if (begins("griddepcontrol")) return "needs two dependent launches";
    return "";
}

} // namespace

bool report(const BulkSettings& settings, const BulkResult& result) {
    std::map<Verdict, unsigned> counts;
    for (std::size_t i = 0; i < result.kernels.size(); ++i) {
        const KernelResult& k = result.kernels[i];
        ++counts[k.verdict];
        if (k.verdict == Verdict::Equal || k.verdict == Verdict::NotRun) continue;
        std::printf("kernel %llu: %.*s: %s\n", static_cast<unsigned long long>(settings.first + i),
                    static_cast<int>(name_of(k.verdict).size()), name_of(k.verdict).data(),
                    first_line(k.words).c_str());
    }
    std::printf("%zu kernels%s:", result.kernels.size(),
                result.other.empty() ? " on the emulator"
                                     : (" on the emulator and on " + result.other).c_str());
    for (const auto& [verdict, count] : counts)
        std::printf(" %u %.*s", count, static_cast<int>(name_of(verdict).size()),
                    name_of(verdict).data());
    std::printf("\n");
    return counts[Verdict::Equal] == result.kernels.size();
}

Status record(const std::string& path, const BulkSettings& settings, const BulkResult& result) {
    Golden golden;
    for (std::size_t i = 0; i + kGroup <= result.kernels.size(); i += kGroup) {
        const auto from = result.kernels.begin() + static_cast<std::ptrdiff_t>(i);
        const bool ran = std::none_of(from, from + kGroup, [](const KernelResult& k) {
            return k.verdict == Verdict::NotRun;
        });
        if (ran) golden[settings.first + i] = group_of(result, i, false);
    }
    return write_golden(path, golden,
                        {result.other + ", " + today() + ": random kernels by their seeds",
                         "first seed, digest of the texts, digest of the outputs, 16 bits of each "
                         "output"});
}

bool check(const Golden& golden, const BulkSettings& settings, const BulkResult& result) {
    unsigned groups = 0, kernels = 0, wrong = 0;
    for (std::size_t i = 0; i + kGroup <= result.kernels.size(); i += kGroup) {
        const std::uint64_t first = settings.first + i;
        const auto found = golden.find(first);
        if (found == golden.end()) {
            std::printf("seeds from %llu on are not in the golden file\n",
                        static_cast<unsigned long long>(first));
            return false;
        }
        ++groups;
        const GoldenGroup ours = group_of(result, i, true);
        const GoldenGroup& hardware = found->second;
        if (ours.texts != hardware.texts) {
            std::printf("kernels from seed %llu on are not those that hardware ran: the generator "
                        "has changed, so record them again (docs/random-kernels.md)\n",
                        static_cast<unsigned long long>(first));
            return false;
        }
        std::vector<std::uint64_t> counted;
        for (std::size_t k = 0; k < kGroup; ++k) {
            const std::int32_t bits = hardware.kernels[k];
            if (bits < 0) continue;
            ++kernels;
            if (bits == static_cast<std::int32_t>(result.kernels[i + k].emulator & 0xffff))
                continue;
            ++wrong;
            std::printf("kernel %llu: hardware gave another output\n",
                        static_cast<unsigned long long>(first + k));
        }
        std::vector<std::uint64_t> texts, outputs;
        std::vector<bool> left_out;
        for (std::size_t k = 0; k < kGroup; ++k) {
            texts.push_back(result.kernels[i + k].text);
            outputs.push_back(result.kernels[i + k].emulator);
            left_out.push_back(hardware.kernels[k] < 0);
        }
        if (make_group(texts, outputs, left_out).outputs == hardware.outputs || wrong != 0)
            continue;
        ++wrong;
        std::printf("seeds from %llu on: hardware gave another output for one of them\n",
                    static_cast<unsigned long long>(first));
    }
    std::printf("%u kernels in %u groups: %u differ from what hardware gave\n", kernels, groups,
                wrong);
    return wrong == 0 && groups != 0;
}

void report_coverage(const std::vector<std::uint64_t>& executions) {
    unsigned covered = 0, left_out = 0;
    std::map<std::string, unsigned> reasons;
    std::string missing;
    for (std::size_t i = 0; i < isa::rows().size(); ++i) {
        const isa::Row& row = isa::rows()[i];
        const std::string reason = reason_to_leave_out(row);
        if (i < executions.size() && executions[i] != 0)
            ++covered;
        else if (!reason.empty())
            ++left_out, ++reasons[reason];
        else
            missing += " " + std::string(row.name);
    }
    std::printf("rows whose instructions ran: %u of %zu\n", covered, isa::rows().size());
    std::printf("left out: %u (", left_out);
    bool first = true;
    for (const auto& [reason, count] : reasons)
        std::printf("%s%s: %u", first ? "" : ", ", reason.c_str(), count), first = false;
    std::printf(")\nnot reached:%s\n", missing.empty() ? " none" : missing.c_str());
}

} // namespace warpscope::random_kernels
