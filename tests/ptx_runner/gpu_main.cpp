// warpscope_gpu_cases: runs case files on the first NVIDIA GPU. Exit 0: all pass, 1: some fail, 2:
// no GPU, bad usage.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "tests/ptx_runner/gpu_run.h"

int main(int argc, char** argv) {
    namespace fs = std::filesystem;
    using namespace warpscope;
    if (argc < 2) {
        std::fprintf(stderr, "usage: warpscope_gpu_cases FILE-OR-FOLDER...\n");
        return 2;
    }
    auto gpu = cases::Gpu::open();
    if (!gpu) {
        std::fprintf(stderr, "%s\n", to_string(gpu.error()).c_str());
        return 2;
    }
    std::vector<std::string> files;
    for (int k = 1; k < argc; ++k) {
        if (!fs::is_directory(argv[k]))
            files.emplace_back(argv[k]);
        else
            for (const auto& entry : fs::recursive_directory_iterator(argv[k]))
                if (entry.path().extension() == ".ptx") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    unsigned failed = 0, ran = 0;
    for (const std::string& file : files) {
        const auto c = cases::read_case(file);
        bool did_run = false;
        std::vector<std::string> failures;
        if (!c)
            failures.push_back(to_string(c.error()));
        else
            failures = (*gpu)->run(*c, did_run);
        ran += did_run;
        failed += !failures.empty();
        for (std::size_t k = 0; k < failures.size() && k < 6; ++k)
            std::printf("%s\n", failures[k].c_str());
    }
    std::printf("%s: %zu cases, %u ran, %u failed\n", (*gpu)->description().c_str(), files.size(),
                ran, failed);
    return failed == 0 ? 0 : 1;
}
