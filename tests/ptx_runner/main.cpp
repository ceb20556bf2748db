// warpscope_ptx_cases: runs case files on the emulator, at every instruction-set level this
// processor has.
//
//     warpscope_ptx_cases [--level v2|v3|v4] FILE-OR-FOLDER...
//     warpscope_ptx_cases --check-coverage FOLDER    every row has a case, cases name real rows
//     warpscope_ptx_cases --check-mutations FOLDER   breaking any row makes one of its cases fail
//     warpscope_ptx_cases --check-rounding FOLDER    explicit rounding changes nothing else
//
// Exit 0: all pass, 1: some fail, 2: bad usage.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "tests/ptx_runner/emulator_run.h"
#include "tests/ptx_runner/rounding_check.h"

namespace {

namespace fs = std::filesystem;
using namespace warpscope;

std::vector<std::string> case_files(const std::vector<std::string>& arguments) {
    std::vector<std::string> files;
    for (const std::string& a : arguments) {
        if (!fs::is_directory(a)) {
            files.push_back(a);
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(a))
            if (entry.path().extension() == ".ptx") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

int run_cases(const std::vector<std::string>& files, const std::vector<isa::Level>& levels) {
    unsigned failed = 0;
    for (const std::string& file : files) {
        std::vector<std::string> failures;
        const auto c = cases::read_case(file);
        if (!c) failures.push_back(to_string(c.error()));
        for (isa::Level level : levels) {
            if (!c) break;
            for (const std::string& f : cases::run_on_emulator(*c, level))
                if (std::find(failures.begin(), failures.end(), f) == failures.end())
                    failures.push_back(f);
        }
        failed += !failures.empty();
        for (std::size_t k = 0; k < failures.size() && k < 8; ++k)
            std::printf("%s\n", failures[k].c_str());
        if (failures.size() > 8)
            std::printf("%s: and %zu more\n", file.c_str(), failures.size() - 8);
    }
    std::printf("%zu cases, %u failed\n", files.size(), failed);
    return failed == 0 && !files.empty() ? 0 : 1;
}

int check_coverage(const std::string& folder) {
    std::set<std::string> covered;
    bool good = true;
    std::set<std::string> known;
    for (const isa::Row& row : isa::rows())
        if (!known.insert(std::string(row.name)).second) {
            std::printf("two rows are named '%s'\n", std::string(row.name).c_str());
            good = false;
        }
    for (const std::string& file : case_files({folder})) {
        const auto c = cases::read_case(file);
        if (!c) {
            std::printf("%s\n", to_string(c.error()).c_str());
            good = false;
            continue;
        }
        for (const std::string& row : c->rows) {
            covered.insert(row);
            if (known.contains(row)) continue;
            std::printf("%s: there is no row '%s'\n", file.c_str(), row.c_str());
            good = false;
        }
    }
    for (const std::string& row : known) {
        if (covered.contains(row)) continue;
        std::printf("the row '%s' has no case: add one under %s/%s/\n", row.c_str(), folder.c_str(),
                    row.c_str());
        good = false;
    }
    std::printf("%zu rows, %s\n", known.size(),
                good ? "each with a case" : "coverage is incomplete");
    return good ? 0 : 1;
}

int check_mutations(const std::string& folder) {
    std::vector<cases::Case> all;
    for (const std::string& file : case_files({folder}))
        if (auto c = cases::read_case(file)) all.push_back(std::move(*c));
    return cases::check_mutations(all);
}

int check_rounding(const std::string& folder) {
    unsigned changed = 0, failed = 0;
    for (const std::string& file : case_files({folder})) {
        const auto c = cases::read_case(file);
        if (!c) continue; // other checks tell
        for (const std::string& failure : cases::check_rounding(*c, changed)) {
            std::printf("%s\n", failure.c_str());
            ++failed;
        }
    }
    std::printf("%u instructions got an explicit rounding, %u failures\n", changed, failed);
    return failed == 0 && changed > 0 ? 0 : 1;
}

std::vector<isa::Level> levels_up_to_best() {
    std::vector<isa::Level> levels;
    for (isa::Level level : {isa::Level::V2, isa::Level::V3, isa::Level::V4})
        if (level <= isa::best_level()) levels.push_back(level);
    return levels;
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() == 2 && arguments[0] == "--check-coverage")
        return check_coverage(arguments[1]);
    if (arguments.size() == 2 && arguments[0] == "--check-mutations")
        return check_mutations(arguments[1]);
    if (arguments.size() == 2 && arguments[0] == "--check-rounding")
        return check_rounding(arguments[1]);
    std::vector<isa::Level> levels = levels_up_to_best();
    if (arguments.size() >= 2 && arguments[0] == "--level") {
        const std::string name = arguments[1];
        const isa::Level level = name == "v4"   ? isa::Level::V4
                                 : name == "v3" ? isa::Level::V3
                                                : isa::Level::V2;
        levels = {level};
        arguments.erase(arguments.begin(), arguments.begin() + 2);
    }
    if (arguments.empty()) {
        std::fprintf(stderr, "usage: warpscope_ptx_cases [--level LEVEL] FILE-OR-FOLDER... | "
                             "--check-coverage FOLDER | "
                             "--check-mutations FOLDER | --check-rounding FOLDER\n");
        return 2;
    }
    return run_cases(case_files(arguments), levels);
}
