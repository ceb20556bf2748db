// Reads and writes golden files.
#include "tests/random_kernels/golden.h"

#include <cstdio>
#include <fstream>
#include <sstream>

#include "sim/base/hash.h"

namespace warpscope::random_kernels {
namespace {

std::uint64_t digest(const std::vector<std::uint64_t>& words) {
    return hash_bytes(words.data(), 8 * words.size()).low;
}

std::string hexadecimal(std::uint64_t value, int digits) {
    char text[24] = {};
    std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(value));
    return text;
}

bool read_hexadecimal(const std::string& text, std::uint64_t& value) {
    char rest = '\0';
    unsigned long long word = 0;
    if (std::sscanf(text.c_str(), "%llx%c", &word, &rest) != 1) return false;
    value = word;
    return true;
}

bool read_line(const std::string& line, Golden& golden) {
    std::istringstream words(line);
    std::uint64_t first = 0;
    std::string texts, outputs, kernels;
    if (!(words >> first >> texts >> outputs >> kernels) || kernels.size() % 4 != 0) return false;
    GoldenGroup group;
    if (!read_hexadecimal(texts, group.texts) || !read_hexadecimal(outputs, group.outputs))
        return false;
    for (std::size_t at = 0; at < kernels.size(); at += 4) {
        std::uint64_t value = 0;
        const std::string part = kernels.substr(at, 4);
        if (part != "----" && !read_hexadecimal(part, value)) return false;
        group.kernels.push_back(part == "----" ? -1 : static_cast<std::int32_t>(value));
    }
    golden[first] = std::move(group);
    return true;
}

} // namespace

GoldenGroup make_group(const std::vector<std::uint64_t>& texts,
                       const std::vector<std::uint64_t>& outputs,
                       const std::vector<bool>& left_out) {
    GoldenGroup group;
    std::vector<std::uint64_t> counted;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        group.kernels.push_back(left_out[i] ? -1 : static_cast<std::int32_t>(outputs[i] & 0xffff));
        if (!left_out[i]) counted.push_back(outputs[i]);
    }
    group.texts = digest(texts), group.outputs = digest(counted);
    return group;
}

Result<Golden> read_golden(const std::string& path) {
    std::ifstream in(path);
    if (!in) return Diagnostic{{path}, "cannot be read", ""};
    Golden golden;
    std::string line;
    for (unsigned number = 1; std::getline(in, line); ++number)
        if (!line.empty() && line[0] != '#' && !read_line(line, golden))
            return Diagnostic{{path, number, 1},
                              "is no line of a golden file: seed, two digests, a digest a kernel",
                              "record it again with --record"};
    return golden;
}

Status write_golden(const std::string& path, const Golden& golden,
                    const std::vector<std::string>& notes) {
    std::ofstream out(path);
    for (const std::string& note : notes)
        out << "# " << note << "\n";
    for (const auto& [first, group] : golden) {
        out << first << "\t" << hexadecimal(group.texts, 16) << "\t"
            << hexadecimal(group.outputs, 16) << "\t";
        for (const std::int32_t kernel : group.kernels)
            out << (kernel < 0 ? "----" : hexadecimal(static_cast<std::uint64_t>(kernel), 4));
        out << "\n";
    }
    if (!out.flush()) return Diagnostic{{path}, "cannot be written", ""};
    return Done{};
}

} // namespace warpscope::random_kernels
