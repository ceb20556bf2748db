// The headers for kernel authors, included by ordinary C++ compilers without any CUDA.
#include "tests/catch.h"

#include <algorithm>
#include <filesystem>

#include "runtime/compile/process.h"
#include "tests/compile/fixture.h"
#include "warpscope_paths.h"

using namespace warpscope;
using namespace warpscope::compile;

namespace {

/// Each header of the folders alone, and all of them together before `use`, are accepted without a
/// warning by both compilers.
void check_plain(const std::vector<std::string>& folders, const std::string& use) {
    test::Workplace work;
    std::string all;
    const std::filesystem::path root = WARPSCOPE_INCLUDE_DIR;
    for (const std::string& folder : folders) {
        for (const auto& entry : std::filesystem::directory_iterator(root / folder)) {
            if (!entry.is_regular_file()) continue;
            const std::string name = entry.path().lexically_relative(root).generic_string();
            const std::string line = "#include <" + name + ">\n";
            all += line;
            std::string file = name + ".cpp";
            std::replace(file.begin(), file.end(), '/', '_');
            work.write("one/" + file, line + "int unused;\n");
        }
    }
    const auto together = work.write("all.cpp", all + use);
    std::vector<std::string> command{"",
                                     "-std=c++20",
                                     "-Wall",
                                     "-Wextra",
                                     "-Wpedantic",
                                     "-Werror",
                                     "-Wno-unused-function",
                                     "-fsyntax-only",
                                     "-I" WARPSCOPE_INCLUDE_DIR,
                                     together.string()};
    for (const auto& entry : std::filesystem::directory_iterator(work.path("one")))
        command.push_back(entry.path().string());
    for (const char* compiler : {"g++", "clang++-19"}) {
        command[0] = compiler;
        const auto outcome = run_process(command);
        REQUIRE(outcome.ok());
        CAPTURE(compiler, outcome->errors);
        CHECK(outcome->succeeded());
    }
}

} // namespace

TEST_CASE("every top-level header is plain C++ on the host", "[headers]") {
    check_plain({"."}, R"(
static_assert(sizeof(cudaDeviceProp) == 1032);
static_assert(cudaErrorLaunchFailure == 719);
__global__ void kernel(float* p);
float use() {
    float* p = nullptr;
    cudaMalloc(&p, 4);
    const dim3 grid(1, 2);
    return make_float4(1, 2, 3, 4).x + grid.y + rsqrtf(4.0f);
}
)");
}

TEST_CASE("every header of atomics, barriers and pipelines is plain C++ on the host", "[headers]") {
    check_plain({"cuda", "cuda/std"}, R"(
int use() {
    cuda::atomic<int> count(1);
    cuda::barrier<cuda::thread_scope_block> barrier(++count);
    barrier.arrive_and_drop();
    cuda::std::counting_semaphore<3> permits(2);
    permits.acquire();
    cuda::make_pipeline().producer_acquire();
    return count;
}
)");
}
