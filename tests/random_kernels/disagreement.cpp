// Compares, reduces, describes.
#include "tests/random_kernels/disagreement.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "sim/base/hash.h"
#include "tests/random_kernels/reduce.h"

namespace warpscope::random_kernels {
namespace {

std::string hexadecimal(const std::vector<std::uint8_t>& bytes, std::uint64_t at, unsigned size) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + at, size);
    char text[24] = {};
    std::snprintf(text, sizeof text, "0x%0*llx", static_cast<int>(2 * size),
                  static_cast<unsigned long long>(value));
    return text;
}

std::string triple(const Dim3& d) {
    return std::to_string(d.x) + " " + std::to_string(d.y) + " " + std::to_string(d.z);
}

/// What a problem is about, without the places in it.
std::string kind_of(const std::string& problem) {
    return problem.substr(0, problem.find(" at line"));
}

std::string comment(const std::string& text) {
    std::string result;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        result += "// " + line + "\n";
    return result;
}

/// What the GPU makes of the program when its compiler does not optimise.
std::string without_optimization(const Program& program, const Answer& emulator,
                                 const Answer& optimized, Gpu& gpu) {
    const Case c = case_of(program);
    gpu.set_optimization(0);
    const Answer plain = gpu.run({&c, 1})[0];
    gpu.set_optimization(4);
    if (!plain.problem.empty()) return plain.problem;
    if (plain.output == emulator.output) return "the emulator's result";
    return plain.output == optimized.output ? "the same as with it" : "a third result";
}

} // namespace

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
    case Verdict::NotRun: return "not run";
    case Verdict::Equal: return "equal";
    case Verdict::Different: return "different";
    case Verdict::EmulatorProblem: return "stopped by the emulator";
    case Verdict::Refused: return "refused by the other device";
    case Verdict::Fault: return "fault on the other device";
    }
    return "?";
}

std::uint64_t digest_of(const Answer& answer) {
    return hash_bytes(answer.output.data(), answer.output.size()).low;
}

Comparison compare(const Shape& shape, const Answer& emulator, const Answer& other) {
    if (!emulator.problem.empty()) return {Verdict::EmulatorProblem, emulator.problem};
    if (!other.problem.empty())
        return {other.problem.starts_with("refused") ? Verdict::Refused : Verdict::Fault,
                other.problem};
    if (emulator.output == other.output) return {};
    Comparison result{Verdict::Different, {}};
    unsigned elements = 0;
    for (std::uint64_t byte = 0; byte < emulator.output.size(); ++byte) {
        if (emulator.output[byte] == other.output[byte]) continue;
        unsigned size = 0;
        std::uint64_t start = 0;
        const std::string place = place_in_output(shape, byte, size, start);
        if (++elements == 1)
            result.text = place + ": emulator " + hexadecimal(emulator.output, start, size) +
                          ", other " + hexadecimal(other.output, start, size);
        byte = start + size - 1;
    }
    result.text += "; elements that differ: " + std::to_string(elements);
    return result;
}

Comparison compare(const Program& program, Device& emulator, Device& other) {
    const Case c = case_of(program);
    const Answer first = emulator.run({&c, 1})[0];
    if (!first.problem.empty()) return compare(program.shape, first, {});
    return compare(program.shape, first, other.run({&c, 1})[0]);
}

std::string describe(const Program& program, Device& emulator, Device& other, Gpu* gpu,
                     std::chrono::steady_clock::time_point deadline,
                     const std::function<void()>& step) {
    const Comparison whole = compare(program, emulator, other);
    ReduceLimits limits;
    limits.deadline = deadline;
    // A kernel that ended the GPU's context cannot be tried again in this process.
    const bool reducible = whole.verdict == Verdict::Different ||
                           whole.verdict == Verdict::EmulatorProblem ||
                           whole.verdict == Verdict::Refused;
    const Program small = !reducible ? program
                                     : reduce(
                                           program,
                                           [&](const Program& p) {
                                               step();
                                               const Comparison now = compare(p, emulator, other);
                                               return now.verdict == whole.verdict &&
                                                      (now.verdict == Verdict::Different ||
                                                       kind_of(now.text) == kind_of(whole.text));
                                           },
                                           limits);
    const Comparison last = reducible ? compare(small, emulator, other) : whole;
    std::string text = "// seed " + std::to_string(small.seed) + " grid " +
                       triple(small.shape.grid) + " block " + triple(small.shape.block) + "\n";
    text += comment(std::string(name_of(last.verdict)) + ": " + last.text);
    text += comment("before it was reduced: " + whole.text);
    if (gpu != nullptr) {
        text += comment("other: " + gpu->name());
        if (last.verdict == Verdict::Different) {
            const Case c = case_of(small);
            const Answer first = emulator.run({&c, 1})[0], second = gpu->run({&c, 1})[0];
            text += comment("without optimisation the GPU gives " +
                            without_optimization(small, first, second, *gpu));
        }
    }
    return text + module_header() + text_of(small);
}

Result<Case> read_case(const std::string& path) {
    std::ifstream file(path);
    std::stringstream all;
    all << file.rdbuf();
    const std::string text = all.str();
    Case c;
    Dim3 &g = c.shape.grid, &b = c.shape.block;
    unsigned long long seed = 0;
    if (std::sscanf(text.c_str(), "// seed %llu grid %u %u %u block %u %u %u", &seed, &g.x, &g.y,
                    &g.z, &b.x, &b.y, &b.z) != 7)
        return Diagnostic{{path, 1, 1},
                          "does not begin with `// seed N grid X Y Z block X Y Z`",
                          "give a file that --cases wrote"};
    c.seed = seed;
    const std::string header = module_header();
    const std::size_t start = text.find(header);
    const std::size_t entry = text.find(".entry ");
    if (start == std::string::npos || entry == std::string::npos)
        return Diagnostic{{path, 1, 1}, "has no module of the kind that --cases writes", ""};
    c.text = text.substr(start + header.size());
    c.kernel = text.substr(entry + 7, text.find(' ', entry + 7) - entry - 7);
    return c;
}

} // namespace warpscope::random_kernels
