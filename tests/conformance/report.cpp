// Words what a replay found, and judges it against golden files.
#include "tests/conformance/report.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace warpscope::conformance {

void report(const std::vector<Form>& forms, const Replay& replay, std::size_t first) {
    struct RowSummary {
        unsigned forms = 0, equal = 0, refused_both = 0, only_emulator = 0, only_hardware = 0;
        std::uint64_t worst_ulp = 0, differing = 0;
    };
    std::map<std::string_view, RowSummary> rows;
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const FormOutcome& o = replay.outcomes[i];
        RowSummary& s = rows[forms[i].row_name()];
        const char* name = forms[i].name.c_str();
        ++s.forms;
        if (!o.emulator.ran && !o.hardware.ran) {
            ++s.refused_both;
        } else if (!o.emulator.ran) {
            ++s.only_hardware;
            std::printf("REFUSED HERE %s: %s\n", name, o.emulator.refusal.c_str());
        } else if (!o.hardware.ran) {
            ++s.only_emulator;
            std::printf("REFUSED THERE %s: %s\n", name, o.hardware.refusal.c_str());
        } else if (o.comparison.differing == 0) {
            ++s.equal;
        } else {
            const Discrepancy& c = o.comparison;
            s.worst_ulp = std::max(s.worst_ulp, c.worst_ulp);
            s.differing += c.differing;
            std::printf("DIFFERS %s: %u tuples, worst %llu ulp, %u without distance\n", name,
                        c.differing, static_cast<unsigned long long>(c.worst_ulp), c.no_distance);
            for (std::size_t k = 0; k < std::min(first, c.first.size()); ++k)
                std::printf("    %s\n", c.first[k].c_str());
        }
    }
    std::printf("row\tforms\tequal\tdiffer\trefused by both\tonly here\tonly there\tworst ulp\n");
    for (const auto& [name, s] : rows)
        std::printf("%s\t%u\t%u\t%u\t%u\t%u\t%u\t%llu\n", std::string(name).c_str(), s.forms,
                    s.equal, s.forms - s.equal - s.refused_both - s.only_emulator - s.only_hardware,
                    s.refused_both, s.only_emulator, s.only_hardware,
                    static_cast<unsigned long long>(s.worst_ulp));
}

namespace {

struct Verdict {
    bool recorded = false, equal = false, excused = false;
    std::string problem;
};

/// The emulator's answer against what hardware answered.
Verdict judge(const std::string& form, const Answer& answer, const Golden& golden,
              std::uint32_t tuples) {
    Verdict v;
    const auto result = golden.results.find(form);
    const auto refused = golden.refused.find(form);
    v.recorded = result != golden.results.end() || refused != golden.refused.end();
    v.excused = golden.differences.contains(form);
    if (!v.recorded) return v;
    if (refused != golden.refused.end()) {
        v.equal = !answer.ran;
        v.problem = "hardware's compiler refuses it: " + refused->second;
        return v;
    }
    if (!answer.ran) {
        v.problem = answer.refusal;
        return v;
    }
    std::string chunks;
    for (unsigned c = 0; c < tuples / kChunk; ++c)
        if (answer.digest.chunks[c] != result->second.chunks[c]) chunks += " " + std::to_string(c);
    v.equal = chunks.empty() && (tuples != kTuples || answer.digest.whole == result->second.whole);
    v.problem = "in chunks" + chunks;
    return v;
}

} // namespace

int check(const std::vector<Form>& forms, const Replay& replay, const Golden& golden,
          std::uint32_t tuples, bool all_forms, std::set<std::string>& gone) {
    unsigned equal = 0, excused = 0, failed = 0, unknown = 0;
    std::set<std::string> present;
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const Verdict v = judge(forms[i].name, replay.outcomes[i].emulator, golden, tuples);
        present.insert(forms[i].name);
        unknown += !v.recorded;
        equal += v.recorded && v.equal;
        if (v.recorded && v.equal && v.excused) gone.insert(forms[i].name);
        excused += v.recorded && !v.equal && v.excused;
        if (!v.recorded || v.equal || v.excused) continue;
        ++failed;
        std::printf("DIFFERS %s: %s\n", forms[i].name.c_str(), v.problem.c_str());
    }
    for (const auto& [form, digest] : golden.results)
        if (all_forms && !present.contains(form)) {
            ++failed;
            std::printf("MISSING %s: hardware runs it, no row has it any more\n", form.c_str());
        }
    for (const auto& [form, difference] : golden.differences)
        if (all_forms && !present.contains(form)) gone.insert(form);
    std::printf(
        "%u forms as on hardware, %u differ as recorded, %zu recorded differences are gone, "
        "%u have no record, %u FAILED\n",
        equal, excused, gone.size(), unknown, failed);
    return failed == 0 && equal != 0 ? 0 : 1;
}

void print_digests(const std::vector<Form>& forms, const Replay& replay) {
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const Answer& a = replay.outcomes[i].emulator;
        std::printf("%s\t%s\n", forms[i].name.c_str(),
                    a.ran ? to_hex(a.digest.whole, 16).c_str() : a.refusal.c_str());
    }
}

} // namespace warpscope::conformance
