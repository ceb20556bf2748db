// Tests launches without a host program: kernels by name, arguments by place and by name, results.
#include "sim/debug/ptx_run.h"

#include "sim/gpu/gpu_presets.h"
#include "tests/catch.h"

using namespace warpscope;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr const char* kTwoKernels = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry _Z3addPji(.param .u64 out, .param .u32 n)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd1, %rd1, %rd2;
    add.u32 %r2, %r2, %r1;
    st.global.u32 [%rd1], %r2;
    ret;
}
.visible .entry pair(.param .align 4 .b8 both[8], .param .u64 out)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [both];
    ld.param.u32 %r2, [both+4];
    add.u32 %r1, %r1, %r2;
    st.global.u32 [%rd1], %r1;
    ret;
}
)";

PtxRunRequest request(const std::string& kernel, const std::vector<std::string>& arguments) {
    PtxRunRequest request;
    request.kernel = kernel;
    request.grid = {1, 1, 1}, request.block = {4, 1, 1};
    for (const std::string& text : arguments) {
        request.arguments.push_back(parse_ptx_argument(text).value());
    }
    return request;
}

Result<PtxLaunch> prepare(const PtxRunRequest& request) {
    return prepare_ptx(kTwoKernels, "two.ptx", request, default_gpu(), {});
}

/// What `out` holds after the launch, or the error.
std::string result(const std::string& kernel, const std::vector<std::string>& arguments) {
    auto launch = prepare(request(kernel, arguments));
    if (!launch) return launch.error().message;
    if (run_prepared(launch->launch).result.outcome != LaunchOutcome::Finished) return "fault";
    const auto out = read_back(*launch, {"out", Type::None, 4});
    return out ? elements_text(out->type, out->bytes) : out.error().message;
}

} // namespace

TEST_CASE("ptx run: arguments by place and by name", "[ptx_run]") {
    CHECK(result("_Z3addPji", {"zeros:u32:4", "u32:5"}) == "5 6 7 8");
    CHECK(result("add", {"zeros:u32:4", "s32:-1"}) == "4294967295 0 1 2");
    CHECK(result("add(unsigned int*, int)", {"n=u32:1", "zeros:u32:4"}) == "1 2 3 4");
    // A name that is no parameter's is a label.
    CHECK(result("add", {"out=zeros:s32:4", "first=u32:1"}) == "1 2 3 4");
    auto labelled = prepare(request("add", {"data=zeros:u32:4", "u32:1"}));
    REQUIRE(labelled.ok());
    CHECK(labelled->buffers[0].name == "data");
}

TEST_CASE("ptx run: wrong numbers and sizes of arguments", "[ptx_run]") {
    CHECK_THAT(result("add", {}), ContainsSubstring("parameter 1, `out` (u64), has no argument"));
    CHECK_THAT(result("add", {"zeros:u32:4"}),
               ContainsSubstring("parameter 2, `n` (u32), has no argument"));
    CHECK_THAT(result("add", {"zeros:u32:4", "u32:1", "u32:2"}),
               ContainsSubstring("3 arguments were given"));
    CHECK_THAT(result("add", {"zeros:u32:4", "u16:1"}), ContainsSubstring("has 2 bytes"));
    CHECK_THAT(result("add", {"zeros:u32:4", "zeros:u32:4"}), ContainsSubstring("is a buffer"));
    CHECK_THAT(result("add", {"u32:4", "u32:4"}), ContainsSubstring("has 4 bytes"));
    CHECK_THAT(result("add", {"n=u32:1", "n=u32:1"}), ContainsSubstring("has two arguments"));
}

TEST_CASE("ptx run: a whole pointer may be given as a number", "[ptx_run]") {
    CHECK(result("add", {"u64:0", "u32:1"}) == "fault");
}

TEST_CASE("ptx run: kernels are found by name", "[ptx_run]") {
    CHECK_THAT(result("", {}), ContainsSubstring("several kernels"));
    CHECK_THAT(result("sub", {}), ContainsSubstring("no kernel named \"sub\""));
    CHECK(prepare(request("sub", {})).error().hint == "one of _Z3addPji, pair");
    CHECK(!prepare_ptx("nonsense", "n.ptx", request("", {}), default_gpu(), {}).ok());
    CHECK(!prepare_ptx("", "n.ptx", request("", {}), default_gpu(), {}).ok());
}

TEST_CASE("ptx run: the shape of the launch is checked", "[ptx_run]") {
    PtxRunRequest wrong = request("add", {"zeros:u32:4", "u32:5"});
    wrong.block = {1025, 1, 1};
    CHECK(!prepare(wrong).ok());
    wrong.block = {1, 1, 1};
    wrong.dynamic_shared_bytes = 1 << 20;
    CHECK(!prepare(wrong).ok());
}

TEST_CASE("ptx run: what is read back", "[ptx_run]") {
    auto launch = prepare(request("add", {"zeros:u32:4", "u32:5"}));
    REQUIRE(launch.ok());
    CHECK(read_back(*launch, {"out", Type::U8, 0})->bytes.size() == 16);
    CHECK(read_back(*launch, {"out", Type::F64, 2}).ok());
    CHECK(!read_back(*launch, {"out", Type::F64, 3}).ok());
    CHECK(read_back(*launch, {"in", Type::None, 0}).error().hint == "one of out");
}

TEST_CASE("ptx run: memory that the GPU does not have", "[ptx_run]") {
    GpuSpec small = default_gpu();
    small.memory_bytes = 4096;
    const auto launch =
        prepare_ptx(kTwoKernels, "two.ptx", request("add", {"zeros:u32:4096", "u32:5"}), small, {});
    REQUIRE(!launch.ok());
    CHECK_THAT(launch.error().message, ContainsSubstring("does not fit"));
}

TEST_CASE("ptx run: what a kernel prints is collected", "[ptx]") {
    constexpr const char* kPrinting = R"(.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 values);
.global .align 1 .b8 text[4] = {104, 105, 10, 0};
.visible .entry say()
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<3>;
    mov.u64 %rd1, text;
    cvta.global.u64 %rd2, %rd1;
    mov.u64 %rd1, 0;
    .param .b64 format;
    .param .b64 values;
    .param .b32 result;
    st.param.b64 [format], %rd2;
    st.param.b64 [values], %rd1;
    call.uni (result), vprintf, (format, values);
    ret;
}
)";
    auto launch = prepare_ptx(kPrinting, "say.ptx", request("say", {}), default_gpu(), {});
    if (!launch) FAIL(to_string(launch.error()));
    const PreparedResult run = run_prepared(launch->launch);
    CHECK(run.result.outcome == LaunchOutcome::Finished);
    CHECK(run.printed == "hi\nhi\nhi\nhi\n");
}
