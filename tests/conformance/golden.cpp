// Reads and writes golden files.
#include "tests/conformance/golden.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace warpscope::conformance {
namespace {

/// Calls use(fields) for every line that is not a comment; the second field is the form.
template<class Use>
Status read_lines(const std::string& path, std::size_t fields, Use use) {
    std::ifstream in(path);
    if (!in) return Diagnostic{{}, "cannot read " + path, {}};
    std::string line;
    for (unsigned number = 1; std::getline(in, line); ++number) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string> parts;
        std::istringstream words(line);
        for (std::string part; std::getline(words, part, '\t');)
            parts.push_back(part);
        if (parts.size() != fields || !use(parts))
            return Diagnostic{{}, path + ":" + std::to_string(number) + ": unreadable", {}};
    }
    return Done{};
}

bool read_hex(const std::string& text, std::uint64_t& value) {
    value = 0;
    for (char c : text) {
        const auto digit = std::string_view("0123456789abcdef").find(c);
        if (digit == std::string_view::npos) return false;
        value = value << 4 | digit;
    }
    return !text.empty() && text.size() <= 16;
}

bool read_digest(const std::vector<std::string>& parts, Digest& digest) {
    if (!read_hex(parts[2], digest.whole) || parts[3].size() != kChunkDigits * kChunks)
        return false;
    for (unsigned c = 0; c < kChunks; ++c) {
        std::uint64_t value = 0;
        if (!read_hex(parts[3].substr(kChunkDigits * c, kChunkDigits), value)) return false;
        digest.chunks[c] = static_cast<std::uint32_t>(value);
    }
    return true;
}

bool read_difference(const std::vector<std::string>& parts, Difference& d) {
    d.refused = parts[2] == "refused";
    d.accepted = parts[2] == "accepted";
    if (d.refused || d.accepted) return true;
    std::istringstream numbers(parts[2]);
    return static_cast<bool>(numbers >> d.tuples >> d.worst_ulp >> d.no_distance);
}

std::string one_line(std::string text) {
    std::ranges::replace_if(text, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    return text;
}

std::string digest_text(const Digest& digest) {
    std::string text = to_hex(digest.whole, 16) + "\t";
    for (std::uint32_t chunk : digest.chunks)
        text += to_hex(chunk, kChunkDigits);
    return text;
}

} // namespace

Result<Golden> read_golden(const std::string& folder) {
    Golden golden;
    Status s = read_lines(folder + "/results.tsv", 4, [&](const auto& parts) {
        return read_digest(parts, golden.results[parts[1]]);
    });
    if (!s) return s.error();
    s = read_lines(folder + "/refused.tsv", 3, [&](const auto& parts) {
        golden.refused[parts[1]] = parts[2];
        return true;
    });
    if (!s) return s.error();
    s = read_lines(folder + "/differences.tsv", 3, [&](const auto& parts) {
        return read_difference(parts, golden.differences[parts[1]]);
    });
    if (!s) return s.error();
    return golden;
}

std::string rows_table() {
    std::ostringstream text;
    for (const isa::Row& row : isa::rows()) {
        const std::string_view reason = reason_to_leave_out(row);
        text << row.name << "\t" << warpscope::name_of(row.traits.instruction_class) << "\t"
             << (row.bound.empty() ? "exact" : row.bound) << "\t"
             << (reason.empty() ? "compared" : reason) << "\n";
    }
    return text.str();
}

Status write_golden(const std::string& folder, const std::vector<Form>& forms, const Replay& replay,
                    const std::vector<std::string>& notes) {
    std::ofstream results(folder + "/results.tsv"), refused(folder + "/refused.tsv"),
        differences(folder + "/differences.tsv"), rows(folder + "/rows.tsv");
    for (auto* file : {&results, &refused, &differences, &rows})
        for (const std::string& note : notes)
            *file << "# " << note << "\n";
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const FormOutcome& o = replay.outcomes[i];
        const std::string name = std::string(forms[i].row_name()) + "\t" + forms[i].name + "\t";
        const Discrepancy& c = o.comparison;
        if (o.hardware.ran)
            results << name << digest_text(o.hardware.digest) << "\n";
        else
            refused << name << one_line(o.hardware.refusal) << "\n";
        if (o.hardware.ran != o.emulator.ran)
            differences << name << (o.emulator.ran ? "accepted" : "refused") << "\n";
        else if (c.differing != 0)
            differences << name << c.differing << " " << c.worst_ulp << " " << c.no_distance
                        << "\n";
    }
    rows << rows_table();
    for (auto* file : {&results, &refused, &differences, &rows})
        if (!file->flush()) return Diagnostic{{}, "cannot write into " + folder, {}};
    return Done{};
}

Status remove_differences(const std::string& folder, const std::set<std::string>& forms) {
    const std::string path = folder + "/differences.tsv";
    std::string kept;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        const std::size_t from = line.find('\t') + 1, to = line.find('\t', from);
        const bool comment = line.starts_with('#');
        if (comment || !forms.contains(line.substr(from, to - from))) kept += line + "\n";
    }
    std::ofstream out(path);
    out << kept;
    if (!out.flush()) return Diagnostic{{}, "cannot write " + path, {}};
    return Done{};
}

} // namespace warpscope::conformance
