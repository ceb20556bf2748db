// cuda::atomic, cuda::barrier and cuda::pipeline: what they refuse, and by which words; older
// standards and other optimisation.
#include "tests/catch.h"

#include <span>

#include <fmt/format.h>

#include "tests/compile/fixture.h"
#include "warpscope_paths.h"

using namespace warpscope;
using namespace warpscope::compile;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Refusal {
    std::string_view what, code, message;
};

constexpr Refusal refusals[] = {
    {"a value of 12 bytes", "cuda::atomic_ref<Large> ref(*static_cast<Large*>(p));",
     "an atomic value has 1, 2, 4 or 8 bytes"},
    {"a value of 3 bytes", "cuda::atomic<Odd, cuda::thread_scope_block> a;",
     "an atomic value has 1, 2, 4 or 8 bytes"},
    {"a value with a copy constructor", "cuda::atomic_ref<Counted> ref(*static_cast<Counted*>(p));",
     "an atomic value must be trivially copyable"},
    {"a constant", "cuda::atomic_ref<const int> ref(*static_cast<const int*>(p));",
     "an atomic value is neither const nor volatile"},
    {"bits of a float", "cuda::atomic_ref<float>(*static_cast<float*>(p)).fetch_and(1);",
     "atomic fetch_and is for integers"},
    {"the larger of two pointers", "cuda::atomic_ref<void*>(*static_cast<void**>(p)).fetch_max(p);",
     "atomic fetch_max is for integers and floating-point numbers"},
    {"the sum of two structs", "cuda::atomic_ref<Pair>(*static_cast<Pair*>(p)).fetch_add(Pair());",
     "atomic addition is for integers, floating-point numbers and pointers"},
    {"the difference of two bools",
     "cuda::atomic_ref<bool>(*static_cast<bool*>(p)).fetch_sub(true);",
     "atomic subtraction is for integers, floating-point numbers and pointers"},
    {"storing into a constant object", "static_cast<const cuda::atomic<int>*>(p)->store(1);",
     "but function is not marked const"},
    {"the memory orders of std",
     "cuda::atomic_ref<int>(*static_cast<int*>(p)).load(std::memory_order_acquire);",
     "cannot initialize a parameter of type 'memory_order'"},
    {"the native handle of a barrier",
     "cuda::device::barrier_native_handle(*static_cast<Barrier*>(p));",
     "barrier_native_handle needs mbarrier instructions, which Warpscope does not have"},
    {"transaction counts", "cuda::device::barrier_expect_tx(*static_cast<Barrier*>(p), 16);",
     "barrier_expect_tx needs mbarrier instructions, which Warpscope does not have"},
    {"arriving with transactions",
     "cuda::device::barrier_arrive_tx(*static_cast<Barrier*>(p), 1, 16);",
     "barrier_arrive_tx needs mbarrier instructions, which Warpscope does not have"},
    {"bulk copies",
     "cuda::device::memcpy_async_tx(static_cast<int*>(p), static_cast<int*>(p), "
     "cuda::aligned_size_t<16>(16), *static_cast<Barrier*>(p));",
     "memcpy_async_tx<int, 16UL>' is unavailable"},
    {"a C barrier of a pipeline", "__pipeline_arrive_on(static_cast<__mbarrier_t*>(p));",
     "__pipeline_arrive_on needs mbarrier instructions, which Warpscope does not have"},
    {"copying what has a copy constructor",
     "cuda::memcpy_async(static_cast<Counted*>(p), static_cast<Counted*>(p), 4, "
     "*static_cast<Barrier*>(p));",
     "memcpy_async copies plain values only"},
    {"a pipeline without stages", "cuda::pipeline_shared_state<cuda::thread_scope_block, 0> state;",
     "a pipeline has at least one stage"},
    {"a pipeline of one thread with roles",
     "cuda::make_pipeline(cooperative_groups::this_thread_block(), "
     "static_cast<cuda::pipeline_shared_state<cuda::thread_scope_thread, 1>*>(p), "
     "cuda::pipeline_role::producer);",
     "a pipeline of one thread has no roles"},
};

/// A program with one kernel a line, from line `first_line` on, each with one of the statements.
constexpr unsigned first_line = 15;
std::string program(std::span<const std::string_view> statements) {
    std::string text = R"(#include <atomic>
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
struct Large { int a[3]; };
struct Odd { char a[3]; };
struct Pair { int a, b; };
struct Counted {
    Counted(const Counted& other) : a(other.a + 1) {}
    int a;
};
using Barrier = cuda::barrier<cuda::thread_scope_block>;
)";
    for (std::size_t k = 0; k < statements.size(); ++k)
        text += fmt::format("__global__ void kernel{}(void* p) {{ {} }}\n", k, statements[k]);
    return text + "int main() { kernel0<<<1, 1>>>(nullptr); }\n";
}

} // namespace

TEST_CASE("what atomics, barriers and pipelines cannot do is refused by name", "[compile]") {
    std::vector<std::string_view> statements;
    for (const Refusal& refusal : refusals)
        statements.push_back(refusal.code);
    test::Workplace work;
    const auto source = work.write("refused.cu", program(statements));
    CompileOptions options = work.options({source});
    options.extra_arguments = {"-ferror-limit=0"};
    CHECK(!compile_program(options, test::installation()).ok());
    unsigned line = first_line;
    for (const Refusal& refusal : refusals) {
        INFO(refusal.what);
        CHECK_THAT(work.text, ContainsSubstring(std::string(refusal.message)));
        CHECK_THAT(work.text, ContainsSubstring(fmt::format("{}:{}:", source.string(), line++)));
    }
}

TEST_CASE("targets without memory orders are refused", "[compile]") {
    test::Workplace work;
    // Accepted for others: what refuses must not be the rest of the program.
    constexpr std::string_view statement[] = {"(void)p;"};
    CompileOptions options = work.options({work.write("old.cu", program(statement))});
    CHECK(compile_program(options, test::installation()).ok());
    options.architecture = std::string("sm_60");
    CHECK(!compile_program(options, test::installation()).ok());
    CHECK_THAT(work.text, ContainsSubstring("need sm_70 or newer, which has memory orders"));
}

TEST_CASE("atomics, barriers and pipelines in older C++, unoptimised, for other targets",
          "[compile]") {
    test::Workplace work;
    CompileOptions options;
    const std::string inputs = WARPSCOPE_SOURCE_DIR "/tests/compile/inputs/";
    options = work.options({inputs + "cuda_atomic.cu"});
    SECTION("atomics in C++17") {
        options.standard = std::string("c++17");
    }
    SECTION("atomics with -O0") {
        options.optimization = std::string("0");
    }
    SECTION("the others in C++17") {
        options.sources = {inputs + "cuda_barrier_pipeline.cu"};
        options.standard = std::string("c++17");
    }
    SECTION("the others with -O0") {
        options.sources = {inputs + "cuda_barrier_pipeline.cu"};
        options.optimization = std::string("0");
    }
    SECTION("the others for sm_70") {
        options.sources = {inputs + "cuda_barrier_pipeline.cu"};
        options.architecture = std::string("sm_70");
    }
    SECTION("the others for sm_90") {
        options.sources = {inputs + "cuda_barrier_pipeline.cu"};
        options.architecture = std::string("sm_90");
    }
    const bool compiled = compile_program(options, test::installation()).ok();
    INFO(work.text);
    CHECK(compiled);
    CHECK(work.text.empty());
}
