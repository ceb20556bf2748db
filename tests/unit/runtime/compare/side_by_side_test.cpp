// Launches beside a twin that leaves something else on purpose.
#include "runtime/compare/side_by_side.h"

#include <cstring>
#include <functional>
#include <map>

#include "sim/debug/capture.h"
#include "tests/unit/runtime/report/small_kernels.h"

using namespace warpscope;
using compare::findings_of;
using Verdict = LaunchComparison::Verdict;

namespace {

/// Runs the launch on a second emulator and changes what it left.
class OddTwin : public compare::Twin {
public:
    using Change = std::function<void(std::uint8_t* bytes, std::uint64_t size)>;
    explicit OddTwin(Change change = {}) : change_(std::move(change)) {}

    compare::TwinEnd end; ///< how it says that the launch ended
    std::string cannot;   ///< why it takes no launch; empty: it does

    std::string name() const override { return "an odd GPU"; }
    Status load(const Capsule& before, const LaunchRequest&, compare::Watching) override {
        if (!cannot.empty()) return Diagnostic{{}, cannot, ""};
        launch_ = prepare_launch(before).value();
        return Done{};
    }
    Result<compare::TwinEnd> run(const LaunchRequest&, const std::vector<OwnedBuffer>&) override {
        ++runs;
        run_prepared(launch_);
        return end;
    }
    Status read(const CapsuleAllocation& a, std::span<const std::uint8_t>,
                std::span<std::uint8_t> to) override {
        launch_.memory->read(a.base, to.data(), to.size());
        if (change_) change_(to.data(), to.size());
        return Done{};
    }
    int runs = 0;

private:
    Change change_;
    PreparedLaunch launch_;
};

LaunchComparison compare_kernel(const std::string& body, OddTwin& twin,
                                const std::string& argument = "zeros:u32:64",
                                compare::CompareOptions options = {}, unsigned blocks = 1) {
    PtxRunRequest request;
    request.grid = {blocks, 1, 1};
    request.block = {32, 1, 1};
    request.arguments = {parse_ptx_argument(argument).value()};
    auto launch = prepare_ptx(test::kernel(body), "small.ptx", request, default_gpu(), {});
    if (!launch) FAIL(to_string(launch.error()));
    PreparedLaunch& prepared = launch->launch;
    compare::SideBySide beside(twin, std::move(options));
    beside.begin(make_capsule(prepared.request, prepared.gpu, *prepared.memory, prepared.options),
                 prepared.request);
    const PreparedResult ended = run_prepared(prepared);
    report::SourceFiles sources;
    return beside.end(prepared.request, {ended.result, *prepared.memory, ended.printed}, sources);
}

/// Thread t writes t into word t.
const char* const kWriteThread = "mad.wide.u32 %d1, %t, 4, %p;\nst.global.u32 [%d1], %t;";
/// 1.0 in every word, as a float.
const char* const kWriteOnes =
    "mad.wide.u32 %d1, %t, 4, %p;\n.reg .f32 %f1;\nmov.f32 %f1, 0f3F800000;\n"
    "st.global.f32 [%d1], %f1;";

OddTwin::Change add_to_word(unsigned word, std::uint32_t what) {
    return [=](std::uint8_t* bytes, std::uint64_t size) {
        if (size <= word * 4) return;
        std::uint32_t value = 0;
        std::memcpy(&value, bytes + word * 4, 4);
        value += what;
        std::memcpy(bytes + word * 4, &value, 4);
    };
}

} // namespace

TEST_CASE("what two emulators leave is equal") {
    OddTwin twin;
    const LaunchComparison c = compare_kernel(kWriteThread, twin);
    CHECK(c.verdict == Verdict::Equal);
    CHECK(c.buffers == 1);
    CHECK(c.bytes == 256);
    CHECK(c.differing.empty());
    CHECK(findings_of(c, {1, "k"}).empty());
}

TEST_CASE("one word that differs is found, with who wrote it") {
    OddTwin twin(add_to_word(7, 3));
    const LaunchComparison c = compare_kernel(kWriteThread, twin);
    REQUIRE(c.verdict == Verdict::Different);
    REQUIRE(c.differing.size() == 1);
    const BufferComparison& b = c.differing[0];
    CHECK(b.name == "parameter 1, buffer `pointer` (256 bytes)");
    CHECK(b.differing == 1);
    CHECK(b.unexplained == 1);
    CHECK(b.first.element == 7);
    CHECK(b.first.type == "u32");
    CHECK(b.first.emulator == "7");
    CHECK(b.first.gpu == "10");
    CHECK(b.first.distance == "off by 3");
    CHECK(b.first.writer.thread == Dim3{7, 0, 0});
    CHECK(b.first.writer.ptx_text == "st.global.u32 [%d1], %t;");
    REQUIRE(findings_of(c, {1, "k"}).size() == 1);
    CHECK(findings_of(c, {1, "k"})[0].kind == "OutputsDiffer");
}

TEST_CASE("a word that nothing wrote on the emulator is said to be so") {
    OddTwin twin(add_to_word(40, 1));
    const LaunchComparison c = compare_kernel(kWriteThread, twin);
    REQUIRE(c.differing.size() == 1);
    CHECK(c.differing[0].first.writer.does.empty());
    CHECK(c.verdict == Verdict::Different);
}

TEST_CASE("floats may differ as far as the tolerance says, whole numbers may not") {
    const auto options = [](const char* rule) {
        compare::CompareOptions made;
        made.tolerances = {*compare::parse_tolerance(rule)};
        return made;
    };
    OddTwin twin(add_to_word(3, 2));
    CHECK(compare_kernel(kWriteOnes, twin, "zeros:f32:64", options("ulp:2")).verdict ==
          Verdict::Equal);
    CHECK(compare_kernel(kWriteOnes, twin, "zeros:f32:64", options("1=ulp:1")).verdict ==
          Verdict::Different);
    CHECK(compare_kernel(kWriteOnes, twin, "zeros:f32:64", options("rel:1e-6")).verdict ==
          Verdict::Equal);
    CHECK(compare_kernel(kWriteThread, twin, "zeros:u32:64", options("ulp:2")).verdict ==
          Verdict::Different);
}

TEST_CASE("the order of atomics is a reason to differ unless they commute") {
    OddTwin twin(add_to_word(0, 1));
    const LaunchComparison place =
        compare_kernel("atom.global.add.u32 %r1, [%p], 1;\nmad.wide.u32 %d1, %r1, 4, %p;\n"
                       "st.global.u32 [%d1+128], %t;",
                       twin);
    // The counter itself comes out the same in every order.
    CHECK(place.verdict == Verdict::Different);
    OddTwin elsewhere(add_to_word(40, 1));
    const LaunchComparison order =
        compare_kernel("atom.global.add.u32 %r1, [%p], 1;\nmad.wide.u32 %d1, %r1, 4, %p;\n"
                       "st.global.u32 [%d1+128], %t;",
                       elsewhere);
    REQUIRE(order.differing.size() == 1);
    CHECK(order.verdict == Verdict::Explained);
    CHECK(order.differing[0].reasons == std::vector<std::string>{"the order of atomic operations"});
    CHECK(findings_of(order, {1, "k"}).empty());
}

TEST_CASE("a clock is a reason to differ") {
    OddTwin twin(add_to_word(5, 1));
    const LaunchComparison c = compare_kernel(
        "mov.u32 %r1, %clock;\nmad.wide.u32 %d1, %t, 4, %p;\nst.global.u32 [%d1], %r1;", twin);
    CHECK(c.verdict == Verdict::Explained);
}

TEST_CASE("a race is a reason to differ") {
    OddTwin twin(add_to_word(0, 1));
    const LaunchComparison c = compare_kernel("mov.u32 %r1, %ctaid.x;\nst.global.u32 [%p], %r1;",
                                              twin, "zeros:u32:64", {}, 2);
    REQUIRE(c.differing.size() == 1);
    CHECK(c.verdict == Verdict::Explained);
    CHECK(c.differing[0].reasons[0].starts_with("a race"));
    compare::CompareOptions options;
    options.explain_by_races = false;
    CHECK(compare_kernel("mov.u32 %r1, %ctaid.x;\nst.global.u32 [%p], %r1;", twin, "zeros:u32:64",
                         options, 2)
              .verdict == Verdict::Different);
}

TEST_CASE("where the emulator stops the twin is not asked") {
    OddTwin twin;
    const LaunchComparison c = compare_kernel("st.global.u32 [%p+4096], %t;", twin);
    CHECK(c.verdict == Verdict::NotCompared);
    CHECK(twin.runs == 0);
    CHECK(c.why == "the launch ended with a fault on the emulator, so it was not run on the GPU");
}

TEST_CASE("what the twin cannot take is not compared, and says why") {
    OddTwin twin;
    twin.cannot = "no such thing here";
    const LaunchComparison c = compare_kernel(kWriteThread, twin);
    CHECK(c.verdict == Verdict::NotCompared);
    CHECK(c.why == "no such thing here");
}

TEST_CASE("an error of the twin is a difference") {
    OddTwin twin;
    twin.end.error = "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)";
    const LaunchComparison c = compare_kernel(kWriteThread, twin);
    CHECK(c.verdict == Verdict::Different);
    REQUIRE(findings_of(c, {1, "k"}).size() == 1);
    const Finding f = findings_of(c, {1, "k", {2, 3, 1}, {32, 1, 1}})[0];
    CHECK(f.kind == "GpuFault");
    CHECK(f.details[0] == "grid 2 x 3, block 32");
    CHECK(c.fault_search.faults.empty());
    CHECK(c.fault_search.noticed.empty());
    CHECK(f.details.back() == "the emulator finishes the launch from the same memory, in 3 other "
                              "orders of its threads, too; its checkers find nothing");
    CHECK(!f.advice.empty());
}

TEST_CASE("beside an error of the twin stands what the emulator's checkers find") {
    OddTwin twin;
    twin.end.error = "an illegal memory access was encountered";
    twin.end.error_number = 700;
    // All threads of a block write their number into word 0.
    const LaunchComparison c =
        compare_kernel("st.global.u32 [%p], %t;", twin, "zeros:u32:64", {}, 2);
    CHECK(c.gpu_error_causes.find("nothing is mapped") != std::string::npos);
    CHECK(c.fault_search.faults.empty());
    REQUIRE(!c.fault_search.noticed.empty());
    CHECK(c.fault_search.noticed[0].checker == "race");
    const Finding f = findings_of(c, {1, "k"})[0];
    CHECK(f.details[1].starts_with("GPUs give this error for an access"));
    CHECK(f.details[2].starts_with("the emulator's checkers find: "));
    CHECK(f.details[2].find("st.global.u32 [%p], %t;") != std::string::npos);
}

TEST_CASE("an error of the twin may show on the emulator in another order of threads") {
    OddTwin twin;
    twin.end.error = "an illegal memory access was encountered";
    // Block 0 writes at the index in word 0, which all other blocks make too large.
    const LaunchComparison c =
        compare_kernel("mov.u32 %r1, %ctaid.x;\nsetp.ne.u32 %q1, %r1, 0;\nmov.u32 %r2, 1000000;\n"
                       "@%q1 st.volatile.global.u32 [%p], %r2;\n@%q1 ret;\n"
                       "ld.volatile.global.u32 %r2, [%p];\nmad.wide.u32 %d1, %r2, 4, %p;\n"
                       "st.global.u32 [%d1+4], %r1;",
                       twin, "zeros:u32:64", {}, 8);
    REQUIRE(c.fault_search.faults.size() == 1);
    CHECK(c.fault_search.faults[0].kind == "OutOfBounds");
    CHECK(c.fault_search.conclusion.find("another order: --seed ") != std::string::npos);
    const Finding f = findings_of(c, {1, "k"})[0];
    CHECK(f.details[1].starts_with("the emulator runs into: "));
}

TEST_CASE("a launch that the twin's driver refuses is not looked into") {
    OddTwin twin;
    twin.end.error = "the driver refused the launch: too many resources";
    twin.end.error_number = 701;
    twin.end.refused = true;
    const LaunchComparison c = compare_kernel(kWriteThread, twin);
    CHECK(c.verdict == Verdict::Different);
    CHECK(c.fault_search.conclusion.empty());
    CHECK(findings_of(c, {1, "k"}).size() == 1);
}

TEST_CASE("lines that are printed in another order are the same lines") {
    OddTwin twin;
    twin.end.printed = "b\na\n";
    const LaunchComparison c = compare_kernel(kWriteThread, twin);
    CHECK(c.prints_differ);
    CHECK(c.printed_on_gpu_only == std::vector<std::string>{"a", "b"});
    CHECK(c.verdict == Verdict::Different);
}
