// The ws:: headers: what must not compile, with the message that says why, and what must, with
// clang and, where there is an nvcc, with that.
#include "tests/catch.h"

#include "runtime/compile/files.h"
#include "runtime/compile/toolchain.h"
#include "tests/compile/fixture.h"

using namespace warpscope;
using namespace warpscope::compile;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Misuse {
    const char* what;
    const char* code;
    const char* clang; // a part of the message
    const char* nvcc;
};

constexpr const char* no_proof = "a number does not prove that the element is this thread's own";
constexpr const char* other_space = "the index belongs to another index space than the span";

// clang-format off
constexpr Misuse misuses[] = {
    {"a number instead of a witness",
     "__global__ void k(ws::disjoint_span<float> y) { y.store(5u, 1.f); }", no_proof, no_proof},
    {"a witness made by hand",
     "__global__ void k(ws::disjoint_span<float> y) { ws::thread_index<ws::linear> i(3); y.store(i, 1.f); }",
     "calling a private constructor of class 'ws::thread_index<ws::linear>'", "is inaccessible"},
    {"a tile made by hand",
     "__global__ void k(ws::disjoint_span<float, ws::tiles<2, 2>> y) {"
     " ws::thread_tile<2, 2> t(0, 0); y.get(t)(0, 0) = 1; }",
     "calling a private constructor of class 'ws::thread_tile<2, 2>'", "is inaccessible"},
    {"a witness of another space",
     "__global__ void k(ws::disjoint_span<float> y) { y.store(ws::index_2d<5>(), 1.f); }", other_space, other_space},
    {"a witness with another row length",
     "__global__ void k(ws::disjoint_span<float, ws::rows<6>> y) { if (auto r = y.get(ws::index_2d<5>())) *r = 1; }",
     other_space, other_space},
    {"a tile of another shape",
     "__global__ void k(ws::disjoint_span<float, ws::tiles<2, 2>> y) { y.get(ws::tile_index<4, 2>())(0, 0) = 1; }",
     "no viable conversion from 'thread_tile<4U", "from \"ws::thread_tile<4U, 2U>\" to \"ws::thread_tile<2U, 2U>\""},
    {"another thread's witness assigned",
     "__global__ void k(ws::disjoint_span<float> y) { auto i = ws::index_1d(); auto j = i; j = i; y.store(j, 1.f); }",
     "selected deleted operator '='", "it is a deleted function"},
    {"a span made in device code",
     "__global__ void k(float* p) { ws::disjoint_span<float> y(p, 4); y.store(ws::index_1d(), 1.f); }",
     "call to __host__ function from __global__ function", "calling a __host__ function"},
    {"a scatter span made in device code",
     "__global__ void k(float* p) { ws::scatter_span<float> y(p, 4); y.store(3, 1.f); }",
     "call to __host__ function from __global__ function", "calling a __host__ function"},
    {"a checked_ref copied",
     "__global__ void k(ws::disjoint_span<float> y) { auto r = y.get(ws::index_1d()); auto s = r; if (s) *s = 1; }",
     "call to deleted constructor of 'checked_ref<float>'", "it is a deleted function"},
    {"a checked_ref taken for a reference",
     "__global__ void k(ws::disjoint_span<float> y) { float& r = y.get(ws::index_1d()); r = 1; }",
     "cannot bind to a temporary of type 'checked_ref<float>'", "must be an lvalue"},
    {"an owned span subscripted",
     "__global__ void k(ws::disjoint_span<float> y) { y[ws::index_1d()] = 1; }",
     "an owned span has no operator[]", "an owned span has no operator[]"},
    {"a read-only span written",
     "__global__ void k(ws::span<const float> y) { y[ws::index_1d()] = 1; }",
     "returns a const value", "must be a modifiable lvalue"},
    {"elements that are no plain bytes",
     "#include <string>\nws::disjoint_span<std::string>* y;",
     "does not satisfy 'element'", "template constraint not satisfied"},
    {"a uniform value made in device code",
     "__global__ void k() { ws::sync_if(threadIdx.x < 3); }",
     "call to __host__ function from __global__ function", "calling a __host__ function"},
    {"a stride that may differ from thread to thread",
     "__global__ void k(ws::disjoint_span<float, ws::strided_runs<2>> y, unsigned s) {"
     " for (auto r : y.get(ws::grid_stride_runs<2>(s))) r[0] = 1; }",
     "no known conversion from 'unsigned int' to 'uniform<std::uint32_t>'", "calling a __host__ function"},
    {"a clause that names nothing",
     "__global__ void k(int n) { WS_REQUIRES(m > 0); }",
     "use of undeclared identifier 'm'", "identifier \"m\" is undefined"},
    {"a clause without its parentheses",
     "__global__ void k(int n) { WS_REQUIRES(n > 0 && n < 5); }",
     "write parentheses around a clause with &&", "write parentheses around a clause with &&"},
};
// clang-format on

constexpr std::string_view everything = R"(
#include <ws/ws.h>
static_assert(sizeof(ws::disjoint_span<float>) == 16 && sizeof(ws::scatter_span<float>) == 16);
static_assert(sizeof(ws::disjoint_span<float, ws::rows<4>>) == 24);
static_assert(sizeof(ws::disjoint_span<float, ws::pitched>) == 24);
__global__ void linear(ws::disjoint_span<float> y, ws::span<const float> x, float a) {
    WS_REQUIRES(y.size() <= x.size(), ws::grid_covers(y), ws::block_shape() == ws::shape(256),
                ws::compute_capability() >= 80, ws::checked(y.size()) * 4 <= 1 << 30, (a > 0 || a < 0),
                ws::launch_rank() == 1, ws::dynamic_shared_bytes() == 0, ws::cluster_shape() == ws::shape(1),
                ws::dynamic_shared_alignment() >= 16, ws::grid_covers(y, ws::prefix));
    const auto i = ws::index_1d();
    if (auto r = y.get(i)) *r = a * x[i] + *r;
}
__global__ void matrix(ws::disjoint_span<float, ws::rows<1000>> y, ws::disjoint_span<float, ws::pitched> z,
                       unsigned pitch) {
    WS_REQUIRES(ws::grid_covers(y), ws::grid_covers(z));
    y.store(ws::index_2d<1000>(), 1);
    z.store(ws::index_2d(pitch), 2);
}
__global__ void parts(ws::disjoint_span<float, ws::runs<4>> a, ws::disjoint_span<float, ws::strided_runs<2>> b,
                      ws::disjoint_span<float, ws::tiles<2, 4>> c, ws::disjoint_span<float, ws::warps> d,
                      ws::uniform<unsigned> stride) {
    WS_REQUIRES(ws::stride_fits<2>(stride), ws::grid_covers(a), ws::grid_covers(b), ws::grid_covers(c),
                ws::grid_covers(d));
    const auto run = a.get(ws::run_index<4>());
    for (float& v : run) v = 1;
    for (auto part : b.get(ws::grid_stride_runs<2>(stride * ws::constant<2u>())))
        for (float& v : part) v = 2;
    for (auto part : b.get(ws::grid_stride_runs<2>()))
        for (float& v : part) v = 3;
    const auto tile = c.get(ws::tile_index<2, 4>());
    for (unsigned y = 0; y < tile.rows(); ++y)
        for (unsigned x = 0; x < tile.columns(); ++x) tile(y, x) = 4;
    d.store(ws::warp_index(), 5);
    ws::sync_if(stride == ws::constant<3>());
}
__global__ void scatter(ws::scatter_span<float> y, ws::span<const int> where) {
    __shared__ ws::shared_array<float, 64, 16> s;
    s[threadIdx.x] = 1;
    const auto extra = ws::dynamic_shared<int>(16);
    extra[threadIdx.x] = 3;
    __syncthreads();
    ws::region<"store"> here;
    if (auto q = s.get(threadIdx.x ^ 1)) y.store(where[ws::index_1d()], *q + extra[0]);
    ws::watch<"size">(y.size());
    ws::watch<"element">(s[0]);
}
int main() {}
)";

bool has_nvcc() {
    return find_toolchain(FrontEnd::nvcc).ok();
}

void check_everything(FrontEnd front_end) {
    test::Workplace work;
    CompileOptions options = work.options({work.write("everything.cu", everything)});
    options.device_front_end = front_end;
    if (front_end == FrontEnd::clang) options.extra_arguments = {"-Wall", "-Wextra"};
    const auto program = compile_program(options, test::installation());
    INFO(work.text);
    REQUIRE(program.ok());
    CHECK(work.text.empty());
    const CompiledSource& source = program->sources.front();
    for (const char* fact : {"// ws.launch rank 1\n", "// ws.launch rank 2 rows 1000\n",
                             "// ws.launch rank 1 each 4\n", "// ws.launch rank 2 tile 2 4\n"})
        CHECK_THAT(source.ptx, ContainsSubstring(fact));
    CHECK_THAT(source.ptx, !ContainsSubstring("ws.watch"));
    CHECK_THAT(source.ptx, !ContainsSubstring("__ws_contract"));
    CHECK_THAT(source.contract_ptx, ContainsSubstring("__ws_contract_clause"));
    options.defines = {"WS_WATCH"};
    const auto watched = compile_program(options, test::installation());
    INFO(work.text);
    REQUIRE(watched.ok());
    CHECK_THAT(watched->sources.front().ptx, ContainsSubstring("// ws.watch u32 "));
    CHECK_THAT(watched->sources.front().ptx, ContainsSubstring("// ws.watch f32 "));
    CHECK_THAT(watched->sources.front().ptx, ContainsSubstring("// ws.region end name "));
}

} // namespace

TEST_CASE("misuse of owned spans does not compile, and clang says why", "[compile]") {
    test::Workplace work;
    for (const Misuse& misuse : misuses) {
        work.text.clear();
        const auto source = work.write(
            "misuse.cu", "#include <ws/ws.h>\n" + std::string(misuse.code) + "\nint main() {}\n");
        INFO(misuse.what);
        CHECK(!compile_program(work.options({source}), test::installation()).ok());
        CHECK_THAT(work.text, ContainsSubstring(misuse.clang));
    }
}

TEST_CASE("misuse of owned spans does not compile with nvcc either", "[compile][nvcc]") {
    if (!has_nvcc()) {
        WARN("there is no nvcc: its messages are not tested");
        return;
    }
    test::Workplace work;
    for (const Misuse& misuse : misuses) {
        work.text.clear();
        const auto source = work.write(
            "misuse.cu", "#include <ws/ws.h>\n" + std::string(misuse.code) + "\nint main() {}\n");
        CompileOptions options = work.options({source});
        options.device_front_end = FrontEnd::nvcc;
        INFO(misuse.what);
        CHECK(!compile_program(options, test::installation()).ok());
        CHECK_THAT(work.text, ContainsSubstring(misuse.nvcc));
    }
}

TEST_CASE("an unused checked_ref is warned about", "[compile]") {
    test::Workplace work;
    const auto source =
        work.write("unused.cu", "#include <ws/ws.h>\n__global__ void k(ws::disjoint_span<"
                                "float> y) { y.get(ws::index_1d()); }\nint main() {}\n");
    CHECK(compile_program(work.options({source}), test::installation()).ok());
    CHECK_THAT(work.text, ContainsSubstring("ignoring return value"));
}

TEST_CASE("everything of ws compiles with clang", "[compile]") {
    check_everything(FrontEnd::clang);
}

TEST_CASE("everything of ws compiles with nvcc", "[compile][nvcc]") {
    if (!has_nvcc()) {
        WARN("there is no nvcc: the headers are not compiled with it");
        return;
    }
    check_everything(FrontEnd::nvcc);
}

TEST_CASE("contracts are compiled when only a header of the program has them", "[compile]") {
    test::Workplace work;
    work.write("kernel.h",
               "#include <ws/ws.h>\n__global__ void k(int n) { WS_REQUIRES(n > 0); }\n");
    const auto with =
        work.write("with.cu", "#include \"kernel.h\"\nint main() { k<<<1, 1>>>(1); }\n");
    const auto without = work.write(
        "without.cu",
        "#include <ws/ws.h>\n__global__ void k(int n) {}\nint main() { k<<<1, 1>>>(1); }\n");
    for (const LineInformation lines : {LineInformation::tables, LineInformation::none}) {
        CompileOptions options = work.options({with});
        options.line_information = lines;
        const auto program = compile_program(options, test::installation());
        INFO(work.text);
        REQUIRE(program.ok());
        CHECK_THAT(program->sources.front().contract_ptx,
                   ContainsSubstring("__ws_contract_clause"));
    }
    const auto program = compile_program(work.options({without}), test::installation());
    REQUIRE(program.ok());
    CHECK(program->sources.front().contract_ptx.empty());
}
