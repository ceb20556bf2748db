// warpscope_conformance: every form of every instruction, on the emulator and on hardware.
//
//     --emulator --check DIR     replays against golden files
//     --emulator                 the emulator's digests and refusals
//     --both [--record DIR]      compares live; writes golden files
//     --list                     the forms, with their rows
//     --rows                     the rows, and which are compared
//     --emit DIR                 the PTX of all forms, in modules
//
// Further options:
//     --guarded      the same results in some lanes of a warp, under a guard
//     --prune        with --check: forgets recorded differences that are gone
//     --threads N    host threads
//     --tuples N     the first N tuples only, a multiple of 4096
//     --level v2     the code for older processors
//     --only TEXT    forms whose name or row contains it
//     --first N      differing tuples shown a form
//     --dump DIR     inputs and outputs as raw arrays
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <thread>

#include "tests/conformance/report.h"

namespace {

using namespace warpscope;
using namespace warpscope::conformance;

struct Options {
    ReplaySettings replay;
    std::string check, record, only, emit;
    bool list = false, rows = false, prune = false;
    std::size_t first = 8;
};

unsigned number(const std::string& text) {
    return static_cast<unsigned>(std::strtoul(text.c_str(), nullptr, 10));
}

bool read_options(int count, char** words, Options& o) {
    o.replay.threads = std::max(1u, std::thread::hardware_concurrency());
    o.replay.level = isa::best_level();
    const std::map<std::string, std::function<void()>> flags = {
        {"--emulator", [&] { o.replay.emulator = true; }},
        {"--both", [&] { o.replay.emulator = o.replay.hardware = true; }},
        {"--guarded", [&] { o.replay.guarded = true; }},
        {"--list", [&] { o.list = true; }},
        {"--prune", [&] { o.prune = true; }},
        {"--rows", [&] { o.rows = true; }},
    };
    const std::map<std::string, std::function<void(const std::string&)>> settings = {
        {"--check", [&](const std::string& v) { o.check = v; }},
        {"--record", [&](const std::string& v) { o.record = v; }},
        {"--only", [&](const std::string& v) { o.only = v; }},
        {"--emit", [&](const std::string& v) { o.emit = v; }},
        {"--dump", [&](const std::string& v) { o.replay.dump = v; }},
        {"--threads", [&](const std::string& v) { o.replay.threads = number(v); }},
        {"--tuples", [&](const std::string& v) { o.replay.tuples = number(v); }},
        {"--first", [&](const std::string& v) { o.first = number(v); }},
        {"--level",
         [&](const std::string& v) {
             if (v == "v2") o.replay.level = isa::Level::V2;
             if (v == "v3") o.replay.level = std::min(isa::Level::V3, isa::best_level());
         }},
    };
    for (int k = 1; k < count; ++k) {
        if (const auto flag = flags.find(words[k]); flag != flags.end()) {
            flag->second();
            continue;
        }
        const auto setting = settings.find(words[k]);
        if (setting == settings.end() || ++k == count) return false;
        setting->second(words[k]);
    }
    o.replay.tuples = std::clamp(o.replay.tuples / kChunk * kChunk, kChunk, kTuples);
    return o.list || o.rows || !o.emit.empty() || o.replay.emulator;
}

void list(const std::vector<Form>& forms) {
    for (const Form& form : forms)
        std::printf("%s\t%s\n", std::string(form.row_name()).c_str(), form.name.c_str());
}

int emit(const std::vector<Form>& forms, const std::string& folder) {
    std::filesystem::create_directories(folder);
    constexpr std::size_t kInModule = 1000;
    for (std::size_t from = 0; from < forms.size(); from += kInModule) {
        std::ofstream out(folder + "/forms" + std::to_string(from / kInModule) + ".ptx");
        out << module_header();
        for (std::size_t i = from; i < std::min(forms.size(), from + kInModule); ++i)
            out << kernel_text(forms[i], "form" + std::to_string(i));
    }
    return 0;
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    char text[32] = {};
    std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
    return text;
}

int run(const Options& options, const std::vector<Form>& forms) {
    Golden golden;
    if (!options.check.empty()) {
        auto read = read_golden(options.check);
        if (!read) return std::fprintf(stderr, "%s\n", to_string(read.error()).c_str()), 2;
        golden = std::move(*read);
    }
    const auto result = replay(forms, options.replay);
    if (!result) return std::fprintf(stderr, "%s\n", to_string(result.error()).c_str()), 2;
    if (!options.check.empty()) {
        std::set<std::string> gone;
        const int status =
            check(forms, *result, golden, options.replay.tuples, options.only.empty(), gone);
        // A digest of some tuples only does not tell that a difference is gone.
        if (!options.prune || options.replay.tuples != kTuples) return status;
        const Status removed = remove_differences(options.check, gone);
        if (!removed) return std::fprintf(stderr, "%s\n", to_string(removed.error()).c_str()), 2;
        return status;
    }
    if (options.replay.hardware)
        report(forms, *result, options.first);
    else
        print_digests(forms, *result);
    if (options.record.empty()) return 0;
    std::filesystem::create_directories(options.record);
    const Status written =
        write_golden(options.record, forms, *result, {result->hardware + ", " + today()});
    if (!written) return std::fprintf(stderr, "%s\n", to_string(written.error()).c_str()), 2;
    return 0;
}

} // namespace

int main(int count, char** words) {
    Options options;
    if (!read_options(count, words, options)) {
        std::fprintf(
            stderr, "usage: warpscope_conformance --emulator --check DIR | --both [--record DIR] | "
                    "--list | --emit DIR\n");
        return 2;
    }
    if (options.rows) return std::printf("%s", rows_table().c_str()), 0;
    std::vector<Form> forms = enumerate_forms();
    std::erase_if(forms, [&](const Form& form) {
        return form.name.find(options.only) == std::string::npos &&
               form.row_name().find(options.only) == std::string_view::npos;
    });
    if (options.list) return list(forms), 0;
    if (!options.emit.empty()) return emit(forms, options.emit);
    return run(options, forms);
}
