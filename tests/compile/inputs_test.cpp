// Every program in inputs/ compiles, and its PTX and what it asks of the runtime are as its own
// comments say: `ptx:` and `absent:` are texts in the PTX, `files:` how many files its lines name,
// `out:` lines of the program's output.
#include "tests/catch.h"

#include <algorithm>

#include <fmt/format.h>

#include "runtime/compile/files.h"
#include "tests/compile/fixture.h"
#include "warpscope_paths.h"

using namespace warpscope;
using namespace warpscope::compile;

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(WARPSCOPE_SOURCE_DIR "/tests/compile/inputs"))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + 1))
        ++found;
    return found;
}

void check_ptx(std::string_view source, const std::string& ptx) {
    using Catch::Matchers::ContainsSubstring;
    for (const std::string& text : test::expectations(source, "ptx"))
        CHECK_THAT(ptx, ContainsSubstring(text));
    for (const std::string& text : test::expectations(source, "absent"))
        CHECK_THAT(ptx, !ContainsSubstring(text));
    for (const std::string& number : test::expectations(source, "files"))
        CHECK(count(ptx, "\t.file\t") == std::stoul(number));
    CHECK_THAT(ptx, ContainsSubstring(".version 8.0"));
    CHECK_THAT(ptx, ContainsSubstring(".target sm_80"));
}

} // namespace

TEST_CASE("programs compile to the PTX they expect and run", "[compile]") {
    for (const fs::path& input : inputs()) {
        DYNAMIC_SECTION(input.stem().string()) {
            test::Workplace work;
            const auto program = compile_program(work.options({input}), test::installation());
            INFO(work.text);
            INFO((program ? std::string() : to_string(program.error())));
            REQUIRE(program.ok());
            CHECK(work.text.empty());
            const auto source = read_file(input);
            check_ptx(*source, program->sources.front().ptx);
            const std::string output = test::run(program->executable);
            CHECK(output.find("status") == std::string::npos);
            CHECK(output.find("no PTX") == std::string::npos);
            for (const std::string& line : test::expectations(*source, "out"))
                CHECK_THAT(output, Catch::Matchers::ContainsSubstring(line + "\n"));
        }
    }
}

TEST_CASE("programs compile without optimisation and for other architectures", "[compile]") {
    test::Workplace work;
    CompileOptions options = work.options({WARPSCOPE_SOURCE_DIR "/tests/compile/inputs/math.cu"});
    SECTION("-O0") {
        options.optimization = std::string("0");
    }
    SECTION("sm_70") {
        options.architecture = std::string("sm_70");
    }
    SECTION("sm_90") {
        options.architecture = std::string("sm_90");
    }
    SECTION("C++17") {
        options.standard = std::string("c++17");
    }
    if (options.standard == "c++17")
        options.sources = {work.write("old.cu", R"(
__global__ void kernel(float* p) { p[threadIdx.x] = sqrtf(p[threadIdx.x]); }
int main() { kernel<<<1, 32>>>(nullptr); }
)")};
    const auto program = compile_program(options, test::installation());
    INFO(work.text);
    REQUIRE(program.ok());
    CHECK_THAT(program->sources.front().ptx,
               Catch::Matchers::ContainsSubstring(fmt::format(".target {}", options.architecture)));
}
