// Tests of the emulator device: events of the host's calls, captures, reports, linking, faults as
// errors.
#include "runtime/host/emulator_device.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <unistd.h>

#include "runtime/host/fault_errors.h"
#include "runtime/host/program_link.h"
#include "runtime/report/channel.h"
#include "sim/debug/session.h"
#include "sim/gpu/gpu_presets.h"
#include "sim/ptx/parser.h"
#include "tests/catch.h"
#include "tests/unit/runtime/host/test_program.h"
#include "tests/unit/temporary_folder.h"

using namespace warpscope;
using namespace warpscope::host;
using namespace warpscope::test;

namespace {

Module parse(const std::string& text, const std::string& name = "test.ptx") {
    Result<Module> module = ptx::parse(text, name);
    if (!module) FAIL(to_string(module.error()));
    return std::move(*module);
}

report::RunSettings quiet_settings() {
    report::RunSettings settings;
    settings.gpu = default_gpu();
    settings.host_threads = 2;
    settings.verbosity = report::Verbosity::Quiet;
    return settings;
}

/// A device with the test module loaded.
struct Machine {
    explicit Machine(const report::RunSettings& settings)
        : log(settings), device(settings, log, EventCheck::Silent) {
        module = device.load(std::make_shared<const Module>(parse(kTestModule)));
        REQUIRE(module == 0);
    }
    LaunchEnd launch(const std::string& kernel, const std::vector<std::uint64_t>& arguments,
                     Dim3 grid = {}, Dim3 block = {}) {
        KernelLaunch request;
        request.module = module;
        request.kernel = kernel;
        request.grid = grid;
        request.block = block;
        cudaError_t why = cudaSuccess;
        const KernelFacts* facts = device.kernel(module, kernel, why);
        REQUIRE(facts != nullptr);
        request.parameters.resize(facts->parameter_bytes);
        for (std::size_t i = 0; i < arguments.size(); ++i)
            std::memcpy(request.parameters.data() + facts->parameters[i].offset, &arguments[i],
                        facts->parameters[i].size);
        return device.launch(request);
    }
    LaunchEnd launch_cooperatively(Address out, Dim3 grid, StreamId stream) {
        cudaError_t why = cudaSuccess;
        REQUIRE(device.kernel(module, "meet", why) != nullptr);
        KernelLaunch request;
        request.module = module;
        request.kernel = "meet";
        request.grid = grid;
        request.stream = stream;
        request.cooperative = true;
        request.parameters.resize(sizeof out);
        std::memcpy(request.parameters.data(), &out, sizeof out);
        return device.launch(request);
    }
    LaunchLog log;
    EmulatorDevice device;
    int module = -1;
};

/// Counts what it is told.
struct Listener : Observer {
    void on_allocation(const AllocationEvent& e) override {
        allocated += e.size;
        sites.push_back(e.allocated_at.line);
    }
    void on_free(const FreeEvent& e) override {
        freed += e.size;
        sites.push_back(e.allocated_at.line);
    }
    void on_host_copy(const HostCopyEvent& e) override {
        ++copies[static_cast<unsigned>(e.direction)];
        last.assign(e.bytes.begin(), e.bytes.end());
    }
    void on_stream_edge(const StreamEdgeEvent&) override { ++edges; }
    void on_launch(const LaunchEvent&) override { ++launches; }
    std::uint64_t allocated = 0, freed = 0;
    unsigned copies[4] = {}, edges = 0, launches = 0;
    std::vector<std::uint8_t> last;
    std::vector<std::uint32_t> sites; ///< lines
};

} // namespace

TEST_CASE("every call that matters is announced", "[emulator-device]") {
    Machine machine(quiet_settings());
    Listener listener;
    machine.device.observe(listener);
    const Address a = machine.device.allocate(100), b = machine.device.allocate(50);
    CHECK(listener.allocated == 150);
    const std::uint8_t bytes[4] = {1, 2, 3, 4};
    std::uint8_t back[4] = {};
    CHECK(machine.device.write(a + 8, bytes, 4, 0));
    CHECK(listener.last == std::vector<std::uint8_t>{1, 2, 3, 4});
    CHECK(machine.device.copy(b, a + 9, 3, 0));
    CHECK(listener.last == std::vector<std::uint8_t>{2, 3, 4});
    CHECK(machine.device.fill(a, 9, 2, 0));
    CHECK(listener.last == std::vector<std::uint8_t>{9, 9});
    CHECK(machine.device.read(back, b, 3, 0));
    CHECK(listener.last.empty());
    CHECK(back[2] == 4);
    CHECK(machine.device.peek(back, b, 1));
    CHECK_FALSE(machine.device.write(a + 98, bytes, 4, 0));
    CHECK_FALSE(machine.device.copy(a + 99, b, 3, 0));
    for (unsigned count : listener.copies)
        CHECK(count == 1);
    CHECK_FALSE(machine.device.release(a + 1));
    CHECK(machine.device.release(a));
    CHECK(listener.freed == 100);
    machine.device.order({1, 2, false});
    CHECK(listener.edges == 1);
    machine.launch("store", {b, 7}, {1}, {8});
    CHECK(listener.launches == 1);
    machine.device.reset();
    CHECK(listener.freed == 150 + 16 + 8); // variables too
    CHECK_FALSE(machine.device.find(b).has_value());
}

TEST_CASE("allocations are announced with their sites, and freed with them", "[emulator-device]") {
    Machine machine(quiet_settings());
    Listener listener;
    machine.device.observe(listener);
    const Address a = machine.device.allocate(100, {"a.cu", 3, 0});
    machine.device.allocate(100);
    alignas(4096) static char host[4096];
    REQUIRE(machine.device.allocate_managed(reinterpret_cast<Address>(host), 4096, {"a.cu", 5, 0}));
    const ChannelFormat bytes = {ChannelFormat::Kind::Unsigned, 8, 4};
    REQUIRE(machine.device.create_array({bytes, ImageShape::TwoD, 4, 4, 1}, {"a.cu", 7, 0}) != 0);
    CHECK(machine.device.release(a));
    CHECK(listener.sites == std::vector<std::uint32_t>{3, 0, 5, 7, 3});
    machine.device.reset();
}

TEST_CASE("launches are captured with the copies before them", "[emulator-device]") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary.path.string();
    report::RunSettings settings = quiet_settings();
    settings.capture_directory = folder;
    settings.seed = 3;
    {
        Machine machine(settings);
        const Address out = machine.device.allocate(256);
        machine.device.fill(out, 1, 256, 0);
        CHECK(machine.launch("store", {out, 7}, {1}, {32}).fault == cudaSuccess);
        CHECK(machine.launch("far", {out}).fault == cudaErrorIllegalAddress);
    }
    const auto capsules = list_capsules(folder);
    REQUIRE(capsules.size() == 2);
    for (const auto& path : capsules) {
        auto capsule = read_capsule(path);
        if (!capsule) FAIL(to_string(capsule.error()));
        CHECK(capsule->seed == 3);
        const bool first = path == capsules[0];
        CHECK(capsule->copies.size() == (first ? 3u : 0u)); // two variables and the fill
        auto session = Session::open(*capsule);
        if (!session) FAIL(to_string(session.error()));
        (*session)->run_to_end();
        CHECK((*session)->memory_hash() == capsule->expected->memory);
        CHECK((*session)->result().outcome ==
              (first ? LaunchOutcome::Finished : LaunchOutcome::Fault));
    }
}

TEST_CASE("cooperative launches meet in memory of their own, in a replay too",
          "[emulator-device]") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary.path.string();
    report::RunSettings settings = quiet_settings();
    settings.capture_directory = folder;
    {
        Machine machine(settings);
        const Address out = machine.device.allocate(256);
        const std::uint64_t used = machine.device.memory_used();
        for (StreamId stream : {1, 2, 1}) {
            machine.device.fill(out, 0, 256, stream);
            CHECK(machine.launch_cooperatively(out, {20}, stream).fault == cudaSuccess);
            std::uint32_t met[20] = {};
            CHECK(machine.device.read(met, out, sizeof met, stream));
            for (const std::uint32_t blocks : met)
                CHECK(blocks == 20);
        }
        CHECK(machine.device.memory_used() == used);
    }
    const auto capsules = list_capsules(folder);
    REQUIRE(capsules.size() == 3);
    for (const auto& path : capsules) {
        auto capsule = read_capsule(path);
        if (!capsule) FAIL(to_string(capsule.error()));
        auto session = Session::open(*capsule);
        if (!session) FAIL(to_string(session.error()));
        (*session)->run_to_end();
        CHECK((*session)->memory_hash() == capsule->expected->memory);
        CHECK((*session)->result().ordered_reason == "a cooperative launch");
    }
}

TEST_CASE("reports of launches go through the channel", "[emulator-device]") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    report::RunSettings settings = quiet_settings();
    settings.report_descriptor = ends[1];
    {
        Machine machine(settings);
        const Address out = machine.device.allocate(256);
        machine.launch("store", {out, 7}, {2}, {32});
        machine.launch("far", {out});
        cudaError_t why = cudaSuccess;
        CHECK(machine.device.kernel(0, "broken", why) == nullptr);
        CHECK(why == cudaErrorNoKernelImageForDevice);
        machine.device.kernel(0, "broken", why); // told once
        CHECK(machine.device.kernel(0, "nothing", why) == nullptr);
        CHECK(why == cudaErrorInvalidDeviceFunction);
        CHECK(machine.device.kernel(5, "store", why) == nullptr);
    }
    close(ends[1]);
    report::ChannelReader reader;
    char buffer[4096];
    for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
        reader.take({buffer, static_cast<std::size_t>(n)});
    reader.finish();
    close(ends[0]);
    REQUIRE(reader.launches.size() == 2);
    CHECK(reader.launches[0].kernel == "store");
    CHECK(reader.launches[0].findings.empty());
    REQUIRE(reader.launches[1].findings.size() == 1);
    CHECK(reader.launches[1].findings[0].kind == "OutOfBounds");
    REQUIRE(reader.findings.size() == 2);
    CHECK(reader.findings[0].kernel == "broken");
}

TEST_CASE("time passes with work, and equally in every run", "[emulator-device]") {
    double microseconds[2];
    for (double& m : microseconds) {
        Machine machine(quiet_settings());
        const Address out = machine.device.allocate(256);
        const double small = machine.launch("store", {out, 7}, {1}, {32}).microseconds;
        m = machine.launch("store", {out, 7}, {200000}, {32}).microseconds;
        CHECK(small > 0);
        CHECK(m > small);
    }
    CHECK(microseconds[0] == microseconds[1]);
}

TEST_CASE("linking keeps what files have for themselves, and joins the rest", "[program-link]") {
    const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
    const std::string uses =
        ".extern .func (.param .b32 r) f(.param .b32 a);\n"
        ".visible .global .align 4 .u32 mine = 1;\n"
        ".visible .entry k(.param .u64 out) { ret; }\n"
        ".visible .entry j() { .reg .b32 %r<2>; { .param .b32 a; .param .b32 r;\n"
        "mov.b32 %r1, 1; st.param.b32 [a], %r1; call.uni (r), f, (a); } ret; }\n";
    const std::string defines = ".visible .func (.param .b32 r) f(.param .b32 a) { ret; }\n"
                                ".visible .global .align 4 .u32 mine = 2;\n"
                                ".visible .entry k(.param .u64 out) { ret; }\n";
    auto program = link_program({parse(head + uses, "a.cu"), parse(head + defines, "b.cu")});
    if (!program) FAIL(to_string(program.error()));
    const Module& module = *program->module;
    REQUIRE(program->renames.size() == 2);
    // The first keeps its names.
    CHECK(program->renames[0].empty());
    CHECK(program->renames[1].size() == 2);
    for (const char* name : {"k", "j"})
        CHECK(module.find_function(name) != nullptr);
    CHECK(module.find_function(program->renames[1].at("k"))->is_entry);
    CHECK(module.find_variable(program->renames[1].at("mine"))->initializer[0] == 2);
    CHECK_FALSE(module.find_function("f")->is_declaration);
    // Its text is PTX, and lines count in it.
    CHECK(parse(module.text).functions.size() == module.functions.size());
    CHECK_FALSE(link_program({parse(head + uses, "a.cu")}).ok());
    CHECK_FALSE(link_program({}).ok());
}

TEST_CASE("faults are CUDA's errors", "[fault-errors]") {
    const auto error = [](FaultKind kind, LaunchOutcome outcome = LaunchOutcome::Fault) {
        LaunchResult result;
        result.outcome = outcome;
        result.fault.kind = kind;
        return error_of(result);
    };
    CHECK(error(FaultKind::None, LaunchOutcome::Finished) == cudaSuccess);
    CHECK(error(FaultKind::None, LaunchOutcome::Interrupted) == cudaSuccess);
    CHECK(error(FaultKind::OutOfBounds) == cudaErrorIllegalAddress);
    CHECK(error(FaultKind::Misaligned) == cudaErrorMisalignedAddress);
    CHECK(error(FaultKind::AssertFailed) == cudaErrorAssert);
    CHECK(error(FaultKind::Trap) == cudaErrorLaunchFailure);
    CHECK(error(FaultKind::InvalidInstruction) == cudaErrorIllegalInstruction);
    CHECK(error(FaultKind::StackOverflow) == cudaErrorIllegalAddress);
    CHECK(error(FaultKind::ReadOnly) == cudaErrorLaunchFailure);
    CHECK(error(FaultKind::Deadlock, LaunchOutcome::Deadlock) == cudaErrorLaunchTimeout);
    CHECK(error(FaultKind::BudgetExhausted, LaunchOutcome::BudgetExhausted) ==
          cudaErrorLaunchTimeout);
}

TEST_CASE("a failed assert prints as CUDA does, a line for each thread", "[fault-errors]") {
    FaultEvent fault;
    fault.kind = FaultKind::AssertFailed;
    fault.warp = {5, 1};
    fault.lanes = 0b101;
    fault.detail = "a b.cu\n12\nvoid f(int)\nx < 1 && y";
    CHECK(
        assert_text(fault, {4, 2}, {8, 8}) ==
        "a b.cu:12: void f(int): block: [1,1,0], thread: [0,4,0] Assertion `x < 1 && y` failed.\n"
        "a b.cu:12: void f(int): block: [1,1,0], thread: [2,4,0] Assertion `x < 1 && y` failed.\n");
    fault.detail = "";
    fault.lanes = 1;
    CHECK(assert_text(fault, {4, 2}, {8, 8}).find("Assertion `` failed.") != std::string::npos);
}
