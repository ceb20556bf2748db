// Matches findings with suppressions and marks in the source.
#include "runtime/report/suppressions.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include <fmt/format.h>

#include "sim/checkers/rows.h"

namespace warpscope::report {
namespace {

constexpr std::string_view kMark = "warpscope: allow ";

const CheckerRow* row_of(std::string_view id) {
    for (const CheckerRow& row : checker_rows())
        if (row.id == id) return &row;
    return nullptr;
}

/// "a.cu" and "src/a.cu" are ends of "/home/me/src/a.cu", "b/a.cu" and ".cu" are not.
bool is_end_of_path(const std::string& end, const std::string& path) {
    if (!path.ends_with(end)) return false;
    return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

/// Whether a comment at the end of the line names the checker.
bool is_marked(const SourceLine& line, const std::string& checker) {
    const std::size_t comment = line.text.find("//");
    const std::size_t mark = line.text.find(kMark, comment);
    if (comment == std::string::npos || mark == std::string::npos) return false;
    std::istringstream ids(line.text.substr(mark + kMark.size()));
    for (std::string id; ids >> id;)
        if (id == checker || id == checker + ",") return true;
    return false;
}

bool names(Suppression& s, const Finding& finding, const SourceLine& line) {
    const bool hit = (s.checker == "*" || s.checker == finding.checker) &&
                     (s.line == 0 || s.line == line.line) && is_end_of_path(s.file, line.file);
    s.used = s.used || hit;
    return hit;
}

bool is_suppressed(const Finding& finding, std::vector<Suppression>& suppressions) {
    const CheckerRow* row = row_of(finding.checker);
    if (row == nullptr || row->make == nullptr) return false; // a fault
    const auto at = [&](const SourceLine& line) {
        bool hit = is_marked(line, finding.checker);
        for (Suppression& s : suppressions)
            hit = names(s, finding, line) || hit;
        return hit;
    };
    bool hit = std::any_of(finding.source.begin(), finding.source.end(), at);
    for (const FindingParty& party : finding.parties)
        hit = std::any_of(party.source.begin(), party.source.end(), at) || hit;
    return hit;
}

} // namespace

Result<std::vector<Suppression>> parse_suppressions(std::string_view text,
                                                    const std::string& name) {
    std::vector<Suppression> suppressions;
    std::istringstream lines{std::string(text)};
    std::uint32_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::istringstream words(line.substr(0, line.find('#')));
        Suppression s;
        s.written_at = number;
        if (!(words >> s.checker)) continue;
        const auto wrong = [&](std::string what, std::string hint) {
            return Diagnostic{{name, number}, std::move(what), std::move(hint)};
        };
        const CheckerRow* row = row_of(s.checker);
        if (s.checker != "*" && (row == nullptr || row->make == nullptr))
            return wrong(row == nullptr
                             ? fmt::format("\"{}\" is no checker", s.checker)
                             : fmt::format("what \"{}\" reports ends a launch, and cannot be "
                                           "left out",
                                           s.checker),
                         "race, initialized, ownership or * for all of them");
        if (!(words >> s.file))
            return wrong("a place is missing", "race FILE or race FILE:LINE, and then the reason");
        const std::size_t colon = s.file.rfind(':');
        if (colon != std::string::npos) {
            const char *first = s.file.data() + colon + 1, *last = s.file.data() + s.file.size();
            const auto read = std::from_chars(first, last, s.line);
            if (read.ec != std::errc() || read.ptr != last || s.line == 0)
                return wrong(fmt::format("\"{}\" is no line number", std::string(first, last)),
                             "FILE:LINE, with lines from 1 on");
            s.file.resize(colon);
        }
        suppressions.push_back(std::move(s));
    }
    return suppressions;
}

std::uint64_t suppress(RunReport& run, std::vector<Suppression>& suppressions) {
    std::uint64_t count = 0;
    const auto take_out = [&](std::vector<Finding>& findings) {
        count += std::erase_if(
            findings, [&](const Finding& finding) { return is_suppressed(finding, suppressions); });
    };
    for (LaunchReport& launch : run.launches)
        take_out(launch.findings);
    take_out(run.findings);
    return count;
}

} // namespace warpscope::report
