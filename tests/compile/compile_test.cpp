// Compiling whole programs: errors, several sources, the cache, intermediates, nvcc.
#include "tests/catch.h"

#include <future>

#include "runtime/compile/files.h"
#include "runtime/compile/process.h"
#include "runtime/compile/toolchain.h"
#include "tests/compile/fixture.h"

using namespace warpscope;
using namespace warpscope::compile;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::string_view small_program = R"(
__global__ void kernel(float* p) { p[threadIdx.x] = 1; }
int main() { kernel<<<1, 32>>>(nullptr); }
)";

std::string error_of(const Result<CompiledProgram>& program) {
    REQUIRE(!program.ok());
    return to_string(program.error());
}

} // namespace

TEST_CASE("an error of the user's is shown as clang says it, once", "[compile]") {
    test::Workplace work;
    const auto source = work.write("wrong.cu", R"(
__global__ void kernel(float* p) { p[threadIdx.x] = undeclared; }
int main() {}
)");
    const std::string error =
        error_of(compile_program(work.options({source}), test::installation()));
    const std::string message =
        source.string() + ":2:53: error: use of undeclared identifier 'undeclared'";
    CHECK_THAT(work.text, ContainsSubstring(message));
    CHECK(work.text.find(message) == work.text.rfind(message));
    CHECK_THAT(error, ContainsSubstring("the device code does not compile"));
}

TEST_CASE("an error in host code alone is shown too", "[compile]") {
    test::Workplace work;
    const auto source = work.write("wrong.cu", R"(
#ifndef __CUDA_ARCH__
int main() { return missing(); }
#endif
)");
    const std::string error =
        error_of(compile_program(work.options({source}), test::installation()));
    CHECK_THAT(work.text,
               ContainsSubstring(":3:21: error: use of undeclared identifier 'missing'"));
    CHECK_THAT(error, ContainsSubstring("the host code does not compile"));
}

TEST_CASE("colour is the caller's choice", "[compile]") {
    test::Workplace work;
    CompileOptions options = work.options({work.write("wrong.cu", "int main() { return x; }")});
    CHECK(!compile_program(options, test::installation()).ok());
    CHECK(work.text.find('\x1b') == std::string::npos);
    options.colour = Colour::always;
    CHECK(!compile_program(options, test::installation()).ok());
    CHECK(work.text.find('\x1b') != std::string::npos);
}

TEST_CASE("warnings are told once, and again from the cache", "[compile]") {
    test::Workplace work;
    CompileOptions options = work.options({work.write("warn.cu", R"(
#warning look here
__global__ void kernel() {}
int main() {}
)")});
    const auto first = compile_program(options, test::installation());
    REQUIRE(first.ok());
    const std::string text = work.text;
    CHECK_THAT(text, ContainsSubstring("warning: look here"));
    CHECK(text.find("look here") == text.find("look here"));
    work.text.clear();
    const auto second = compile_program(options, test::installation());
    REQUIRE(second.ok());
    CHECK(second->origin == Origin::cache);
    CHECK(work.text == text);
}

TEST_CASE("a device function that nobody defines is refused by name and line", "[compile]") {
    test::Workplace work;
    const auto source = work.write("missing.cu", R"(
namespace lib { __device__ float helper(float, int); }
__global__ void kernel(float* p) {
    p[0] = 1;
    p[1] = lib::helper(p[0], 2);
}
int main() {}
)");
    const std::string error =
        error_of(compile_program(work.options({source}), test::installation()));
    CHECK_THAT(error, ContainsSubstring(source.string() + ":5:12: error: the device function "
                                                          "lib::helper(float, int) is called but "
                                                          "defined nowhere"));
    CHECK_THAT(error, ContainsSubstring("try: "));
}

TEST_CASE("a math function the library lacks is refused by name", "[compile]") {
    test::Workplace work;
    const auto source = work.write("zeta.cu", R"(
extern "C" __device__ double __nv_zeta(double x);
__global__ void kernel(double* p) { p[0] = __nv_zeta(p[1]); }
int main() {}
)");
    const std::string error =
        error_of(compile_program(work.options({source}), test::installation()));
    CHECK_THAT(error, ContainsSubstring(":3:44: error: the device function zeta is not provided"));
}

TEST_CASE("sources that cannot be compiled are named", "[compile]") {
    test::Workplace work;
    const Installation tools = test::installation();
    CHECK_THAT(error_of(compile_program(work.options({work.path("none.cu")}), tools)),
               ContainsSubstring("none.cu: error: there is no such file"));
    CHECK_THAT(error_of(compile_program(work.options({work.path("")}), tools)),
               ContainsSubstring("this is not a file"));
    CHECK_THAT(error_of(compile_program(work.options({work.write("a.txt", "")}), tools)),
               ContainsSubstring("sources named *.txt are not understood"));
    CHECK_THAT(error_of(compile_program(work.options({}), tools)),
               ContainsSubstring("there is no source"));
    CompileOptions options = work.options({work.write("a.cu", small_program)});
    options.architecture = std::string("sm_12");
    CHECK_THAT(error_of(compile_program(options, tools)), ContainsSubstring("sm_12"));
    options.architecture = "hopper";
    CHECK_THAT(error_of(compile_program(options, tools)),
               ContainsSubstring("'hopper' is not an architecture"));
    Installation incomplete = tools;
    incomplete.runtime_library = work.path("none.a");
    CHECK_THAT(error_of(compile_program(work.options({work.path("a.cu")}), incomplete)),
               ContainsSubstring("none.a: error: this part of Warpscope is missing"));
}

TEST_CASE("several sources call each other's functions on host and device", "[compile]") {
    test::Workplace work;
    const auto kernels = work.write("kernels.cu", R"(
#include "shared.h"
__device__ float twice(float x) { return 2 * x; }
)");
    work.write("shared.h", "#pragma once\n__device__ float twice(float);\nint number();\n");
    const auto main_source = work.write("main.cu", R"(
#include "shared.h"
#include <cstdio>
__global__ void kernel(float* p) { *p = twice(*p); }
int main() { kernel<<<1, number()>>>(nullptr); }
)");
    const auto plain =
        work.write("plain.cpp", "#include <cuda_runtime.h>\nint number() { return 3; }\n");
    const auto program =
        compile_program(work.options({main_source, kernels, plain}), test::installation());
    INFO(work.text);
    REQUIRE(program.ok());
    CHECK(program->sources[2].ptx.empty());
    const std::string output = test::run(program->executable);
    CHECK_THAT(output, ContainsSubstring("image " + kernels.string()));
    CHECK_THAT(output, ContainsSubstring("block=3,1,1"));
}

TEST_CASE("the cache answers until something changes that the program reads", "[compile][cache]") {
    test::Workplace work;
    work.write("value.h", "#define VALUE 1\n");
    const auto source = work.write("a.cu", "#include \"value.h\"\n"
                                           "__global__ void kernel(int* p) { *p = VALUE; }\n"
                                           "int main() {}\n");
    const CompileOptions options = work.options({source});
    const auto compile = [&] {
        auto program = compile_program(options, test::installation());
        REQUIRE(program.ok());
        return *std::move(program);
    };
    const CompiledProgram first = compile();
    CHECK(first.origin == Origin::compiled);
    const CompiledProgram again = compile();
    CHECK(again.origin == Origin::cache);
    CHECK(again.executable == first.executable);
    CHECK(again.sources.front().ptx == first.sources.front().ptx);
    CHECK(again.sources.front().hash == first.sources.front().hash);

    work.write("value.h", "#define VALUE 2\n");
    const CompiledProgram changed = compile();
    CHECK(changed.origin == Origin::compiled);
    CHECK(changed.sources.front().ptx != first.sources.front().ptx);
    CHECK(changed.sources.front().hash != first.sources.front().hash);
    CHECK(changed.executable != first.executable);

    work.write("value.h", "#define VALUE 1\n");
    const CompiledProgram back = compile();
    CHECK(back.origin == Origin::cache);
    CHECK(back.executable == first.executable);
}

TEST_CASE("other options are another program", "[compile][cache]") {
    test::Workplace work;
    CompileOptions options = work.options({work.write("a.cu", small_program)});
    REQUIRE(compile_program(options, test::installation()).ok());
    const auto differs = [&] {
        const auto program = compile_program(options, test::installation());
        REQUIRE(program.ok());
        return program->origin == Origin::compiled;
    };
    CHECK(!differs());
    options.defines = {"X=1"};
    CHECK(differs());
    options.optimization = std::string("1");
    CHECK(differs());
    options.cache = CachePolicy::refresh;
    CHECK(differs());
    options.cache = CachePolicy::use;
    CHECK(!differs());
}

TEST_CASE("a damaged cache entry is compiled anew", "[compile][cache]") {
    test::Workplace work;
    const CompileOptions options = work.options({work.write("a.cu", small_program)});
    REQUIRE(compile_program(options, test::installation()).ok());
    for (const auto& unit : std::filesystem::directory_iterator(work.path("cache/units")))
        std::filesystem::remove_all(unit.path());
    const auto program = compile_program(options, test::installation());
    REQUIRE(program.ok());
    CHECK(program->origin == Origin::compiled);
}

TEST_CASE("processes may compile the same program at once", "[compile][cache]") {
    test::Workplace work;
    const CompileOptions options = work.options({work.write("a.cu", small_program)});
    std::vector<std::future<bool>> runs;
    for (int i = 0; i < 4; ++i)
        runs.push_back(std::async(std::launch::async, [&options] {
            CompileOptions own = options;
            own.on_compiler_text = [](std::string_view) {};
            const auto program = compile_program(own, test::installation());
            return program.ok() && !test::run(program->executable).empty();
        }));
    for (auto& finished : runs)
        CHECK(finished.get());
    CHECK(std::filesystem::is_empty(work.path("cache/making")));
}

TEST_CASE("the executable and intermediates go where they are asked for", "[compile]") {
    test::Workplace work;
    CompileOptions options = work.options({work.write("a.cu", small_program)});
    options.output = work.path("result");
    options.intermediates_directory = work.path("kept");
    SECTION("with the cache") {}
    SECTION("without") {
        options.cache = CachePolicy::off;
    }
    const auto program = compile_program(options, test::installation());
    REQUIRE(program.ok());
    CHECK(program->executable == work.path("result"));
    CHECK_THAT(test::run(work.path("result")), ContainsSubstring("launch grid=1,1,1"));
    const auto ptx = read_file(work.path("kept/a.ptx"));
    REQUIRE(ptx.ok());
    CHECK(*ptx == program->sources.front().ptx);
    CHECK(std::filesystem::exists(work.path("kept/a.o")));
}

TEST_CASE("a program that does not link says so", "[compile]") {
    test::Workplace work;
    const auto source =
        work.write("a.cu", "int elsewhere();\nint main() { return elsewhere(); }\n");
    CHECK_THAT(error_of(compile_program(work.options({source}), test::installation())),
               ContainsSubstring("the program does not link"));
    CHECK_THAT(work.text, ContainsSubstring("elsewhere"));
}

TEST_CASE("lines lead to the source of the user, and only when wanted", "[compile]") {
    test::Workplace work;
    CompileOptions options = work.options({work.write("a.cu", small_program)});
    const auto with = compile_program(options, test::installation());
    REQUIRE(with.ok());
    CHECK_THAT(with->sources.front().ptx, ContainsSubstring(".loc\t1 2 "));
    CHECK_THAT(with->sources.front().ptx, !ContainsSubstring(", debug\n")); // GPUs get optimised code
    options.line_information = LineInformation::none;
    const auto without = compile_program(options, test::installation());
    REQUIRE(without.ok());
    CHECK_THAT(without->sources.front().ptx, !ContainsSubstring(".loc"));
    options.line_information = LineInformation::variables;
    const auto with_variables = compile_program(options, test::installation());
    REQUIRE(with_variables.ok());
    const std::string& ptx = with_variables->sources.front().ptx;
    CHECK_THAT(ptx, ContainsSubstring(".loc\t") && ContainsSubstring(".debug_info"));
    CHECK_THAT(ptx, ContainsSubstring(", debug\n"));
    CHECK_THAT(ptx, ContainsSubstring("__local_depot")); // where it keeps parameters and locals
}

TEST_CASE("nvcc makes the PTX when asked, under the names the host registers", "[compile][nvcc]") {
    if (!find_toolchain(FrontEnd::nvcc)) {
        WARN("nvcc is not installed: nothing to test");
        return;
    }
    test::Workplace work;
    CompileOptions options = work.options({work.write("a.cu", R"(
#include <cuda_runtime.h>
namespace { __device__ int hidden[4]; __global__ void unnamed(int* p) { *p = hidden[1]; } }
static __device__ int counter;
static __global__ void internal(int* p) { *p = counter++; }
template <class T> __global__ void generic(T* p) { *p = T(1); }
template <class F> __global__ void apply(F f) { f(0); }
int main() {
    unnamed<<<1, 1>>>(nullptr);
    internal<<<1, 1>>>(nullptr);
    generic<float><<<1, 1>>>(nullptr);
    int* p = nullptr;
    apply<<<1, 1>>>([=] __device__(int i) { *p = i; });
    int x = 0;
    cudaMemcpyToSymbol(hidden, &x, 4);
    cudaMemcpyToSymbol(counter, &x, 4);
}
)")});
    options.device_front_end = FrontEnd::nvcc;
    const auto program = compile_program(options, test::installation());
    INFO(work.text);
    REQUIRE(program.ok());
    const std::string& ptx = program->sources.front().ptx;
    CHECK_THAT(ptx, ContainsSubstring("NVVM Compiler"));
    std::size_t functions = 0;
    const std::string output = test::run(program->executable);
    for (const char* kind : {"function ", "variable "}) {
        for (std::size_t at = output.find(kind); at != std::string::npos;
             at = output.find(kind, at + 1)) {
            const std::size_t begin = at + 9;
            const std::string name =
                output.substr(begin, output.find_first_of(" \n", begin) - begin);
            CAPTURE(name);
            CHECK_THAT(ptx, ContainsSubstring(name));
            ++functions;
        }
    }
    CHECK(functions == 6);
    const auto again = compile_program(options, test::installation());
    REQUIRE(again.ok());
    CHECK(again->origin == Origin::cache);
}
