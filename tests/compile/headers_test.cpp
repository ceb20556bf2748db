// The headers for kernel authors, included by ordinary C++ compilers without any CUDA.
#include "tests/catch.h"

#include <filesystem>

#include "runtime/compile/process.h"
#include "tests/compile/fixture.h"
#include "warpscope_paths.h"

using namespace warpscope;
using namespace warpscope::compile;

TEST_CASE("every top-level header is plain C++ on the host", "[headers]") {
    test::Workplace work;
    std::string all;
    for (const auto& entry : std::filesystem::directory_iterator(WARPSCOPE_INCLUDE_DIR)) {
        if (entry.path().extension() != ".h") continue;
        all += "#include <" + entry.path().filename().string() + ">\n";
        work.write("one/" + entry.path().stem().string() + ".cpp",
                   "#include <" + entry.path().filename().string() + ">\nint unused;\n");
    }
    const auto together = work.write("all.cpp", all + R"(
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
