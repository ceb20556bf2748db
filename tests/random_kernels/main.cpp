// warpscope_random_kernels: random kernels on the emulator and on a GPU.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <thread>

#include "tests/random_kernels/generator.h"
#include "tests/random_kernels/planted.h"
#include "tests/random_kernels/reports.h"

namespace warpscope::random_kernels {
namespace {

const char* const kUsage =
    "usage: warpscope_random_kernels MODE [OPTION…]\n"
    "  --both              on the emulator and on a GPU\n"
    "  --planted A=B       on the emulator and on one that takes instructions A for B\n"
    "  --emulator          on the emulator alone\n"
    "  --coverage          on the emulator, and says which instructions ran\n"
    "  --emit              prints the kernel of the first seed\n"
    "  --case FILE         runs a case file, with --planted or a GPU\n"
    "options:\n"
    "  --first N --count N seeds (0, 100)     --workers N     processes (as many as processors)\n"
    "  --seconds S         in all (480)       --gpu N         which (0)\n"
    "  --cases DIR         a file for each kernel on which they disagree, reduced\n"
    "  --record FILE       writes a golden file of what the GPU gave\n"
    "  --check FILE        holds the emulator to a golden file; --every N: each Nth group of it\n"
    "  --reference         every instruction by itself     --seed N, --stack   how warps take "
    "turns\n"
    "  --checkers          what a checker finds is a disagreement\n";

struct Options {
    std::string mode, planted, case_file, record, check;
    unsigned gpu = 0, every = 1;
    BulkSettings bulk;
};

std::string read_options(int count, char** words, Options& options) {
    const auto number = [](const char* text, auto& to) {
        char* end = nullptr;
        to = static_cast<std::remove_reference_t<decltype(to)>>(std::strtod(text, &end));
        return *text != '\0' && *end == '\0' && text[0] != '-';
    };
    options.bulk.workers = std::max(1u, std::thread::hardware_concurrency());
    LaunchOptions& launch = options.bulk.emulator.launch;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--both" || word == "--emulator" || word == "--coverage" || word == "--emit") {
            options.mode = word;
        } else if (word == "--reference") {
            launch.reference = true;
        } else if (word == "--stack") {
            launch.divergence = DivergenceModel::Stack;
        } else if (word == "--checkers") {
            options.bulk.emulator.check = true;
        } else if (i + 1 == count) {
            return word + ": no such option, or its value is missing";
        } else {
            const char* const value = words[++i];
            bool good = true;
            if (word == "--planted")
                options.planted = value;
            else if (word == "--case")
                options.case_file = value;
            else if (word == "--cases")
                options.bulk.cases = value;
            else if (word == "--record")
                options.record = value;
            else if (word == "--check")
                options.check = value;
            else if (word == "--first")
                good = number(value, options.bulk.first);
            else if (word == "--count")
                good = number(value, options.bulk.count);
            else if (word == "--workers")
                good = number(value, options.bulk.workers);
            else if (word == "--seconds")
                good = number(value, options.bulk.seconds);
            else if (word == "--gpu")
                good = number(value, options.gpu);
            else if (word == "--every")
                good = number(value, options.every) && options.every > 0;
            else if (word == "--seed")
                good = number(value, launch.seed);
            else
                return word + ": no such option";
            if (!good) return word + " " + value + ": is no number that it takes";
        }
    }
    if (options.bulk.workers == 0 || options.bulk.count == 0) return "0 of them cannot be run";
    if (options.mode.empty() && options.planted.empty() && options.case_file.empty())
        return "no mode";
    return {};
}

int refuse(const std::string& text) {
    std::fprintf(stderr, "%s\n", text.c_str());
    return 2;
}

void choose_other(Options& options) {
    constexpr double kLaunchSeconds = 20;
    if (!options.planted.empty()) {
        options.bulk.open_other = [&options] {
            return make_planted(options.planted, options.bulk.emulator);
        };
    } else if (options.mode == "--both" || !options.case_file.empty()) {
        options.bulk.other_is_gpu = true;
        options.bulk.open_other = [&options]() -> Result<std::unique_ptr<Device>> {
            auto gpu = open_gpu(static_cast<int>(options.gpu), kLaunchSeconds);
            if (!gpu) return gpu.error();
            return std::unique_ptr<Device>(std::move(*gpu));
        };
    }
}

int run_case(const Options& options) {
    const auto c = read_case(options.case_file);
    if (!c) return refuse(to_string(c.error()));
    const Answer ours = make_emulator(options.bulk.emulator)->run({&*c, 1})[0];
    auto other = options.bulk.open_other();
    if (!other) return refuse(to_string(other.error()));
    const Comparison result = compare(c->shape, ours, (*other)->run({&*c, 1})[0]);
    std::printf("%.*s %s\n", static_cast<int>(name_of(result.verdict).size()),
                name_of(result.verdict).data(), result.text.c_str());
    std::fflush(nullptr);
    std::_Exit(result.verdict == Verdict::Equal ? 0 : 1); // a lost GPU is not waited for
}

int emit(const Options& options) {
    const Program program = generate(options.bulk.first);
    const Dim3 &g = program.shape.grid, &b = program.shape.block;
    std::printf("// seed %llu grid %u %u %u block %u %u %u\n%s%s",
                static_cast<unsigned long long>(program.seed), g.x, g.y, g.z, b.x, b.y, b.z,
                module_header().c_str(), text_of(program).c_str());
    return 0;
}

int coverage(Options& options) {
    std::vector<std::uint64_t> executions;
    std::uint64_t instructions = 0;
    options.bulk.emulator.executions = &executions;
    options.bulk.emulator.warp_instructions = &instructions;
    const auto emulator = make_emulator(options.bulk.emulator);
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < options.bulk.count; ++i) {
        const Case c = case_of(generate(options.bulk.first + i));
        const Answer answer = emulator->run({&c, 1})[0];
        if (!answer.problem.empty())
            std::printf("%s: %s\n", c.kernel.c_str(), answer.problem.c_str());
    }
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::printf("%llu kernels, %llu warp instructions, %.1f ms a kernel\n",
                static_cast<unsigned long long>(options.bulk.count),
                static_cast<unsigned long long>(instructions),
                1e3 * time.count() / static_cast<double>(options.bulk.count));
    report_coverage(executions);
    return 0;
}

/// Each Nth group of the golden file by itself.
int check_groups(Options& options) {
    const auto golden = read_golden(options.check);
    if (!golden) return refuse(to_string(golden.error()));
    bool good = !golden->empty();
    std::size_t number = 0;
    for (const auto& [first, group] : *golden) {
        if (number++ % options.every != 0) continue;
        BulkSettings bulk = options.bulk;
        bulk.first = first, bulk.count = kGroup;
        bulk.in_module = 10;
        const BulkResult result = run_bulk(bulk);
        good &= report(bulk, result);
        good &= check(*golden, bulk, result);
    }
    if (golden->empty()) std::printf("%s: no group\n", options.check.c_str());
    return good ? 0 : 1;
}

int run(Options& options) {
    choose_other(options);
    if (!options.bulk.cases.empty()) std::filesystem::create_directories(options.bulk.cases);
    if (!options.case_file.empty()) return run_case(options);
    if (options.mode == "--emit") return emit(options);
    if (options.mode == "--coverage") return coverage(options);
    if (!options.check.empty()) return check_groups(options);
    const auto start = std::chrono::steady_clock::now();
    const BulkResult result = run_bulk(options.bulk);
    if (!result.problem.empty()) return refuse(result.problem);
    const bool good = report(options.bulk, result);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::printf("%.1f s in %u processes\n", time.count(), options.bulk.workers);
    if (!options.record.empty())
        if (const Status written = record(options.record, options.bulk, result); !written)
            return refuse(to_string(written.error()));
    return good ? 0 : 1;
}

} // namespace
} // namespace warpscope::random_kernels

int main(int count, char** words) {
    using namespace warpscope::random_kernels;
    Options options;
    if (const std::string problem = read_options(count, words, options); !problem.empty()) {
        std::fprintf(stderr, "%s\n%s", problem.c_str(), kUsage);
        return 2;
    }
    return run(options);
}
