// Recordings, written and read again, and what becomes of bad ones.
#include "runtime/compare/recording.h"

#include <fstream>
#include <sstream>

#include "runtime/compare/side_by_side.h"
#include "sim/debug/capture.h"
#include "tests/unit/runtime/report/small_kernels.h"
#include "tests/unit/temporary_folder.h"

using namespace warpscope;
namespace fs = std::filesystem;
using Verdict = LaunchComparison::Verdict;

namespace {

/// Thread t writes t into words t and t / 2.
const char* const kPairs = "mad.wide.u32 %d1, %t, 4, %p;\nst.global.u32 [%d1], %t;\n"
                           "bar.sync 0;\nshr.u32 %r1, %t, 1;\nmad.wide.u32 %d1, %r1, 4, %p;\n"
                           "st.global.u32 [%d1], %t;";

/// Has a recording made of what the emulator itself did, but for `change`.
class Answers : public compare::Twin {
public:
    compare::TwinEnd end;
    std::uint8_t added = 0; ///< to the first byte

    std::string name() const override { return "an odd GPU"; }
    Status load(const Capsule& before, const LaunchRequest&, compare::Watching) override {
        launch_ = prepare_launch(before).value();
        return Done{};
    }
    Result<compare::TwinEnd> run(const LaunchRequest&, const std::vector<OwnedBuffer>&) override {
        run_prepared(launch_);
        return end;
    }
    Status read(const CapsuleAllocation& a, std::span<const std::uint8_t>,
                std::span<std::uint8_t> to) override {
        launch_.memory->read(a.base, to.data(), to.size());
        to[0] = static_cast<std::uint8_t>(to[0] + added);
        return Done{};
    }
    std::vector<std::string> stray_writes() override { return {"a stray write"}; }

private:
    PreparedLaunch launch_;
};

struct Captured {
    test::TemporaryFolder folder;
    fs::path launch;
    Capsule capsule;
    PreparedLaunch prepared;
};

std::unique_ptr<Captured> captured(const std::string& body, const char* argument) {
    auto made = std::make_unique<Captured>();
    PtxRunRequest request;
    request.grid = {1, 1, 1};
    request.block = {32, 1, 1};
    request.arguments = {parse_ptx_argument(argument).value()};
    auto launch = prepare_ptx(test::kernel(body), "small.ptx", request, default_gpu(), {});
    if (!launch) FAIL(to_string(launch.error()));
    made->prepared = std::move(launch->launch);
    const PreparedLaunch& p = made->prepared;
    made->launch =
        write_capsule(make_capsule(p.request, p.gpu, *p.memory, p.options), made->folder.path)
            .value();
    made->capsule = read_capsule(made->launch).value();
    return made;
}

/// What a comparison with the recording says; the launch runs on the emulator.
LaunchComparison compare_with_recording(Captured& c) {
    compare::RecordedTwin twin;
    twin.open(c.launch);
    compare::SideBySide beside(twin, {});
    beside.begin(c.capsule, c.prepared.request);
    const PreparedResult ended = run_prepared(c.prepared);
    report::SourceFiles sources;
    return beside.end(c.prepared.request, {ended.result, *c.prepared.memory, ended.printed},
                      sources);
}

std::string text_of(const fs::path& file) {
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

void replace_in(const fs::path& file, const std::string& what, const std::string& by) {
    std::string text = text_of(file);
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    text.replace(at, what.size(), by);
    std::ofstream(file) << text;
}

} // namespace

TEST_CASE("a recording says later what the GPU left, printed and wrote astray") {
    // 70,000 words are several pages; of these the kernel changes the first.
    const auto c = captured(kPairs, "iota:u32:70000");
    Answers gpu;
    gpu.added = 1;
    gpu.end.printed = "hello\n";
    gpu.end.microseconds = 12.5;
    gpu.end.owners.records.push_back({0, 3, 7, {0, 4}, true, 6, {0, 4}});
    const auto made = compare::make_recording(gpu, c->capsule, c->prepared.request, {});
    REQUIRE(made);
    CHECK(made->gpu.starts_with("an odd GPU, 20"));
    REQUIRE(!compare::has_recording(c->launch));
    REQUIRE(compare::write_recording(*made, c->capsule, c->prepared.request, c->launch));
    REQUIRE(compare::has_recording(c->launch));
    const auto read = compare::read_recording(c->capsule, c->prepared.request, c->launch);
    if (!read) FAIL(to_string(read.error()));
    CHECK(read->gpu == made->gpu);
    CHECK(read->memory == made->memory);
    CHECK(read->stray == made->stray);
    CHECK(read->end.printed == "hello\n");
    CHECK(read->end.microseconds == 12.5);
    REQUIRE(read->end.owners.records.size() == 1);
    CHECK(read->end.owners.records[0].writer == 7);
    CHECK(read->end.owners.records[0].first_at == CodePosition{0, 4});
    CHECK(text_of(c->launch / "gpu.json").find("unchanged") != std::string::npos);

    const LaunchComparison compared = compare_with_recording(*c);
    CHECK(compared.verdict == Verdict::Different);
    CHECK(compared.gpu == made->gpu);
    REQUIRE(compared.differing.size() == 1);
    CHECK(compared.differing[0].differing == 1);
    CHECK(compared.stray.size() == 1);
    CHECK(compared.printed_on_gpu_only == std::vector<std::string>{"hello"});
}

TEST_CASE("a recording of a fault keeps its words and no memory") {
    const auto c = captured(kPairs, "zeros:u32:64");
    Answers gpu;
    gpu.end.error = "an illegal memory access";
    gpu.end.error_number = 700;
    const auto made = compare::make_recording(gpu, c->capsule, c->prepared.request, {});
    REQUIRE(made);
    REQUIRE(compare::write_recording(*made, c->capsule, c->prepared.request, c->launch));
    const LaunchComparison compared = compare_with_recording(*c);
    CHECK(compared.verdict == Verdict::Different);
    CHECK(compared.gpu_error == "an illegal memory access");
    CHECK(compared.gpu_error_causes.find("nothing is mapped") != std::string::npos);
    CHECK(!compared.fault_search.conclusion.empty());
    // As version 1 had it.
    replace_in(c->launch / "gpu.json", "\"version\": 2", "\"version\": 1");
    replace_in(c->launch / "gpu.json", " \"error_number\": 700,\n", "");
    replace_in(c->launch / "gpu.json", " \"refused\": false,\n", "");
    replace_in(c->launch / "gpu.json",
               " \"counters\": {\n  \"profiler\": \"\",\n  \"metrics\": {}\n },\n", "");
    const auto old = compare::read_recording(c->capsule, c->prepared.request, c->launch);
    REQUIRE(old);
    CHECK(old->end.error == "an illegal memory access");
    CHECK(old->end.error_number == 0);
}

TEST_CASE("a recording may hold what a profiler counted") {
    const auto c = captured(kPairs, "zeros:u32:64");
    Answers gpu;
    auto made = compare::make_recording(gpu, c->capsule, c->prepared.request, {});
    REQUIRE(made);
    REQUIRE(compare::write_recording(*made, c->capsule, c->prepared.request, c->launch));
    CHECK(compare_with_recording(*c).counters.profiler.empty());
    made->counters = {"a profiler", {{"smsp__sass_data_bytes_mem_global_op_st.sum", 192}}};
    REQUIRE(compare::write_recording(*made, c->capsule, c->prepared.request, c->launch));
    c->prepared = prepare_launch(c->capsule).value();
    const CounterComparison counters = compare_with_recording(*c).counters;
    CHECK(counters.profiler == "a profiler");
    REQUIRE(counters.counters.size() == 1);
    CHECK(counters.counters[0].id == "global_store_bytes_used");
    CHECK(counters.counters[0].gpu == 192);
    CHECK(counters.counters[0].verdict == CounterPair::Verdict::Equal);
    replace_in(c->launch / "gpu.json", ": 192.0", ": \"tea\"");
    const auto bad = compare::read_recording(c->capsule, c->prepared.request, c->launch);
    REQUIRE(!bad);
    CHECK(bad.error().message.find("is no number") != std::string::npos);
}

TEST_CASE("a recording that does not fit is refused with what to do") {
    const auto c = captured(kPairs, "zeros:u32:64");
    Answers gpu;
    const auto made = compare::make_recording(gpu, c->capsule, c->prepared.request, {});
    REQUIRE(made);
    const auto refused = [&](const std::string& what, const std::string& by) {
        REQUIRE(compare::write_recording(*made, c->capsule, c->prepared.request, c->launch));
        replace_in(c->launch / "gpu.json", what, by);
        const auto read = compare::read_recording(c->capsule, c->prepared.request, c->launch);
        REQUIRE(!read);
        CHECK(read.error().where.file.ends_with("gpu.json"));
        return read.error().message;
    };
    CHECK(refused("\"capsule\": \"", "\"capsule\": \"0") == "belongs to another capsule");
    CHECK(refused("\"version\": 2", "\"version\": 9") == "is a recording of another version");
    CHECK(refused("warpscope-gpu-recording", "tea") == "is no recording of a GPU");
    CHECK(refused("\"pages\": [", "\"pages\": [\"tea\",").find("number of pages") !=
          std::string::npos);
    CHECK(!refused("{", "[").empty());
    // The capsule itself has changed since.
    REQUIRE(compare::write_recording(*made, c->capsule, c->prepared.request, c->launch));
    replace_in(c->launch / "manifest.json", "\n", "\n\n");
    CHECK(!compare::read_recording(c->capsule, c->prepared.request, c->launch));
}

TEST_CASE("a comparison without a recording is none") {
    const auto c = captured(kPairs, "zeros:u32:64");
    const LaunchComparison compared = compare_with_recording(*c);
    CHECK(compared.verdict == Verdict::NotCompared);
    CHECK(compared.why.find("gpu.json") != std::string::npos);
}
