// Tests of variables by name, in code that clang and nvcc made with debug information.
#include "sim/debug/source_variables.h"

#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "sim/debug/ptx_run.h"
#include "sim/gpu/gpu_presets.h"
#include "tests/catch.h"

using namespace warpscope;
using Catch::Matchers::ContainsSubstring;

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

/// One lane's value as text; why it has none in parentheses.
std::string text_of(const Session& session, const SourceVariables& variables,
                    const std::string& expression, unsigned lane = kLane) {
    INFO(expression);
    const auto parsed = Expression::parse(expression);
    if (!parsed) return "(" + parsed.error().message + ")";
    const auto e = parsed->evaluate(session, {0, 0, lane}, 1u << lane, &variables);
    if (!e) return "(" + e.error().message + "; " + e.error().hint + ")";
    if (e->object) return object_text(*e->object, session, find_warp(session, 0, 0), lane);
    if (!has_lane(e->values.valid, lane)) return "(" + e->values.trouble + ")";
    std::uint8_t bytes[8] = {};
    std::memcpy(bytes, &e->values.bits[lane], 8);
    if (e->values.source) return value_text(e->values.source, bytes, 8);
    return is_floating(e->values.type) ? std::to_string(as_double(e->values, lane))
                                       : std::to_string(as_integer(e->values, lane));
}

/// What lane 5 is in scope of, by name.
Texts variables_of(const Session& session, const SourceVariables& variables) {
    Texts texts;
    for (const ptx::SourceVariable* v : variables.in_scope(find_warp(session, 0, 0), kLane))
        texts[v->name] = text_of(session, variables, v->name);
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

TEST_CASE("records, arrays and pointers of the source are followed", "[variables]") {
    auto session = open("clang.ptx");
    const SourceVariables variables(session->request().executable);
    go_to_line(*session, 31, 1); // out[i] = tile[i][0]
    const std::pair<const char*, const char*> rows[] = {
        {"pair", "{low = -5, high = 2.5}"},
        {"pair.low", "-5"},
        {"pair.high", "2.5"},
        {"pair.low * 2", "-10"},
        {"(&pair)->high", "2.5"},
        {"*&i", "5"},
        {"tile[i][0]", "11.5"},
        {"tile[3][0]", "10.5"},
        {"tile[i][0] + pair.high", "14.000000"},
        {"*tile[i]", "11.5"},
        {"in[i]", "5"},
        {"*in", "0"},
        {"*(in + 7)", "7"},
        {"(&in[3])[1]", "4"},
        {"scale", "3"},
        {"n == 3 && i == 5", "1"},
        {"i == 5 ? pair.low : 0", "-5"},
        {"(float)pair.low", "-5.000000"},
    };
    for (const auto& [expression, value] : rows)
        CHECK(text_of(*session, variables, expression) == value);
    const std::pair<const char*, const char*> wrong[] = {
        {"pair.middle", "its members are low, high"},
        {"tile[32][0]", "has 32 elements, none with number 32"},
        {"tile[0][33]", "has 33 elements, none with number 33"},
        {"tile[0] + 1", "is a whole array"},
        {"pair + 1", "is a whole struct"},
        {"pair[0]", "a struct has no elements"},
        {"tile.low", "is an array, which has no members"},
        {"i.low", "this has no members"},
        {"*i", "this is no pointer"},
        {"i[0]", "this is no pointer"},
        {"j", "of line 26 is in scope elsewhere"},
        {"nobody", "lists the variables in scope"},
    };
    for (const auto& [expression, why] : wrong)
        CHECK_THAT(text_of(*session, variables, expression), ContainsSubstring(why));
}

TEST_CASE("all lanes have their own values, and what is not assigned yet has none", "[variables]") {
    for (const char* file : {"clang.ptx", "nvcc.ptx"}) {
        INFO(file);
        auto session = open(file);
        const SourceVariables variables(session->request().executable);
        go_to_line(*session, 23, 1); // int i = THREAD
        CHECK_THAT(text_of(*session, variables, "i"), ContainsSubstring("not yet assigned here"));
        CHECK_THAT(text_of(*session, variables, "i == 5"),
                   ContainsSubstring("not yet assigned here"));
        CHECK(text_of(*session, variables, "n") == "3");
        go_to_line(*session, 24, 1);
        const auto i = Expression::parse("i");
        const auto e = i->evaluate(*session, {}, kAllLanes, &variables);
        REQUIRE(e.ok());
        CHECK(e->values.valid == kAllLanes);
        for (unsigned lane = 0; lane < kLanes; ++lane)
            CHECK(as_integer(e->values, lane) == lane);
        // Of no lanes a known name has no values, but is no error: conditions are checked so.
        const auto none = i->evaluate(*session, {}, 0, &variables);
        REQUIRE(none.ok());
        CHECK(none->values.valid == 0);
    }
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
    auto session = Session::open(std::move(launch->launch), {});
    REQUIRE(session.ok());
    CHECK_THAT(text_of(**session, variables, "i"), ContainsSubstring("build with --debug"));
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
        for (std::uint32_t t = 0; t < variables.table().types.size(); ++t) {
            const SourceTypeRef type = {&variables.table(), t};
            const std::vector<std::uint8_t> bytes(std::min<std::uint64_t>(type->size, 4096) + 16);
            value_text(type, bytes.data(), std::min<std::uint64_t>(type->size, 4096));
            name_of(type);
        }
        auto session = Session::open(std::move(launch->launch), {});
        if (!session) continue;
        (*session)->run_to(40);
        for (const char* name : {"pair.low", "tile[lane][0]", "*in", "in[lane]", "sum + i"})
            text_of(**session, variables, name);
        variables_of(**session, variables);
    }
}
