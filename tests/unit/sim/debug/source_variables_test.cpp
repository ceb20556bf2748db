// Tests of variables by name, in code that clang and nvcc made with debug information.
#include "sim/debug/source_variables.h"

#include <fstream>
#include <map>
#include <sstream>

#include "sim/debug/ptx_run.h"
#include "sim/gpu/gpu_presets.h"
#include "tests/catch.h"

using namespace warpscope;

namespace {

constexpr unsigned kLane = 5;

std::unique_ptr<Session> open(const std::string& file) {
    std::ifstream stream("tests/golden/debug_information/" + file);
    std::stringstream text;
    text << stream.rdbuf();
    PtxRunRequest request;
    request.grid = {1}, request.block = {32};
    for (const char* argument : {"iota:f32:32", "zeros:f32:32", "u32:3"})
        request.arguments.push_back(parse_ptx_argument(argument).value());
    auto launch = prepare_ptx(text.str(), file, request, default_gpu(), {});
    if (!launch) FAIL(to_string(launch.error()));
    auto session = Session::open(std::move(launch->launch), {{}, std::uint64_t{1} << 26});
    if (!session) FAIL(to_string(session.error()));
    return std::move(*session);
}

using Texts = std::map<std::string, std::string>;

/// What lane 5 sees, by name; empty texts of what is nowhere.
Texts variables_of(const Session& session, const SourceVariables& variables) {
    Texts texts;
    for (const VariableValue& v :
         variables.values(session.snapshot(), 0, 0, 0, session.request().parameters)) {
        texts[v.variable->name] =
            v.values.empty()
                ? ""
                : value_text(variables.table(), v.type, v.values.data() + kLane * v.bytes, v.bytes);
    }
    return texts;
}

std::uint32_t line_of(const Session& session) {
    const Snapshot snapshot = session.snapshot();
    if (snapshot.blocks.empty() || snapshot.blocks[0].warps[0].splits.empty()) return 0;
    const CodePlace& at = snapshot.blocks[0].warps[0].splits[0].at;
    return at.source.empty() ? 0 : at.source.front().line;
}

/// Goes to where `line` is about to be executed for the time number `times`.
void go_to_line(Session& session, std::uint32_t line, unsigned times) {
    std::uint32_t before = 0;
    for (unsigned seen = 0; !session.ended(); session.step()) {
        const std::uint32_t now = line_of(session);
        if (now == line && before != line && ++seen == times) return;
        before = now;
    }
    FAIL("line " << line << " was not reached " << times << " times");
}

} // namespace

TEST_CASE("a program with debug information has its variables by name", "[variables]") {
    for (const char* file : {"clang.ptx", "nvcc.ptx"}) {
        INFO(file);
        auto session = open(file);
        const SourceVariables variables(session->request().executable);
        REQUIRE(variables.any());

        go_to_line(*session, 28, 1); // sum += i * scale; the inner i hides the outer one
        Texts seen = variables_of(*session, variables);
        CHECK(seen.at("i") == "0");
        CHECK(seen.at("n") == "3");
        CHECK(seen.at("j") == "0");
        CHECK(seen.at("sum") == "0");
        CHECK(seen.at("in").substr(0, 2) == "0x");

        go_to_line(*session, 30, 1); // behind the loop
        seen = variables_of(*session, variables);
        CHECK(seen.at("i") == "5");
        CHECK(seen.at("sum") == "9"); // (0 + 1 + 2) * 3
        CHECK_FALSE(seen.contains("j"));

        // Going back, they have the values of then.
        REQUIRE(session->go_to(session->position() - 12));
        CHECK(variables_of(*session, variables).contains("sum"));
    }
}

TEST_CASE("variables in memory say where, and records and arrays show their parts", "[variables]") {
    auto session = open("clang.ptx");
    const SourceVariables variables(session->request().executable);
    go_to_line(*session, 31, 1);
    const auto values =
        variables.values(session->snapshot(), 0, 0, 0, session->request().parameters);
    std::map<std::string, const VariableValue*> by_name;
    for (const VariableValue& v : values)
        by_name[v.variable->name] = &v;
    REQUIRE(by_name.contains("pair"));
    const VariableValue& pair = *by_name.at("pair");
    CHECK(pair.in_memory);
    CHECK(pair.space == Space::Local);
    CHECK(value_text(variables.table(), pair.type, pair.values.data() + kLane * pair.bytes,
                     pair.bytes) == "{low = -5, high = 2.5}");
    REQUIRE(by_name.contains("tile"));
    const VariableValue& tile = *by_name.at("tile");
    CHECK(tile.space == Space::Shared);
    CHECK(tile.type->extents == std::vector<std::uint64_t>{32, 33});
    CHECK(tile.type->size == 32 * 33 * 4);
    CHECK(value_text(variables.table(), tile.type, tile.values.data(), 12).substr(0, 3) == "{9,");
}

TEST_CASE("an ordinary build has no variables by name", "[variables]") {
    PtxRunRequest request;
    request.grid = {1}, request.block = {32};
    auto launch = prepare_ptx(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() "
                              "{ ret; }\n",
                              "k.ptx", request, default_gpu(), {});
    REQUIRE(launch.ok());
    const SourceVariables variables(launch->launch.request.executable);
    CHECK_FALSE(variables.any());
}

TEST_CASE("damaged debug information gives fewer variables, and no crash", "[variables]") {
    std::ifstream stream("tests/golden/debug_information/clang.ptx");
    std::stringstream text;
    text << stream.rdbuf();
    const std::string whole = text.str();
    const std::size_t begin = whole.find(".debug_abbrev");
    for (unsigned n = 0; n < 400; ++n) {
        std::string damaged = whole;
        const std::size_t at = begin + (n * 2654435761u) % (damaged.size() - begin);
        damaged[at] = static_cast<char>('0' + n % 10);
        PtxRunRequest request;
        request.grid = {1}, request.block = {32};
        for (const char* argument : {"iota:f32:32", "zeros:f32:32", "u32:3"})
            request.arguments.push_back(parse_ptx_argument(argument).value());
        auto launch = prepare_ptx(damaged, "damaged.ptx", request, default_gpu(), {});
        if (!launch) continue;
        const SourceVariables variables(launch->launch.request.executable);
        for (const ptx::SourceType& type : variables.table().types) {
            const std::vector<std::uint8_t> bytes(std::min<std::uint64_t>(type.size, 4096) + 16);
            value_text(variables.table(), &type, bytes.data(),
                       std::min<std::uint64_t>(type.size, 4096));
        }
    }
}
