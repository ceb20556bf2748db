// Tests of expressions: C's rules, names, lanes, and what goes wrong.
#include <string>

#include "sim/debug/expression.h"
#include "tests/catch.h"
#include "tests/unit/sim/debug/small_launch.h"

using namespace warpscope;
using namespace warpscope::test;

namespace {

std::unique_ptr<Session> open_at(const char* kernel, std::uint64_t position, Dim3 grid = {2},
                                 Dim3 block = {32}) {
    SessionOptions options;
    options.history_bytes = std::uint64_t{1} << 28;
    auto session = Session::open(small_launch(kernel, grid, block), options);
    if (!session) FAIL(to_string(session.error()));
    REQUIRE((*session)->go_to(position));
    return std::move(*session);
}

Evaluated evaluated(const Session& session, const std::string& text, Focus focus = {},
                    LaneMask lanes = kAllLanes) {
    INFO(text);
    const auto expression = Expression::parse(text);
    if (!expression) FAIL(expression.error().message);
    auto value = expression->evaluate(session, focus, lanes);
    if (!value) FAIL(value.error().message);
    return std::move(*value);
}

std::int64_t integer(const Session& session, const std::string& text, unsigned lane = 0) {
    INFO(text);
    const Evaluated e = evaluated(session, text);
    INFO(e.values.trouble);
    REQUIRE(has_lane(e.values.valid, lane));
    return as_integer(e.values, lane);
}

Diagnostic problem(const Session& session, const std::string& text) {
    const auto expression = Expression::parse(text);
    if (!expression) return expression.error();
    const auto value = expression->evaluate(session, {}, kAllLanes);
    INFO(text);
    REQUIRE_FALSE(value.ok());
    return value.error();
}

} // namespace

TEST_CASE("expressions follow C's arithmetic", "[expression]") {
    auto session = open_at("reverse", 12);
    const std::pair<const char*, std::int64_t> rows[] = {
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"10 - 3 - 4", 3},
        {"7 / 2", 3},
        {"-7 / 2", -3},
        {"-7 % 3", -1},
        {"7 %3", 1},
        {"1 << 4 | 1", 17},
        {"0xff & ~0xf", 0xF0},
        {"6 ^ 3", 5},
        {"-1 < 0", 1},
        {"-1 < 0u", 0}, // the usual conversions make it unsigned
        {"2147483647 + 1", -2147483648LL},
        {"2147483647 + 1L", 2147483648LL},
        {"0x80000000 > 0", 1},
        {"1 ? 2 : 3", 2},
        {"0 || 0 ? 2 : 4 ? 5 : 6", 5},
        {"!3 + !0", 1},
        {"1 && 0 || 1", 1},
        {"(int)2.9f", 2},
        {"(unsigned char)300", 44},
        {"(signed char)200", -56},
        {"(float)1 / 4 == 0.25f", 1},
        {"0.1f == 0.1", 0},
        {"1e3 == 1000", 1},
        {"1 << 40", 0},
        {"-8 >> 1", -4},
        {"(long)1 << 40 >> 38", 4},
        {"-(-2147483647 - 1)", -2147483648LL},
        {"(unsigned)-1 == 4294967295", 1},
        {"(int)1e30", 2147483647},
    };
    for (const auto& [text, value] : rows) {
        INFO(text);
        CHECK(integer(*session, text) == value);
    }
    CHECK(as_double(evaluated(*session, "1.5f + 1").values, 3) == 2.5);
    CHECK(evaluated(*session, "1.5f + 1").values.type == ValueType::F32);
    CHECK(evaluated(*session, "1.5 + 1").values.type == ValueType::F64);
}

TEST_CASE("expressions name threads, registers, parameters and variables", "[expression]") {
    auto session = open_at("reverse", 12); // st.shared is done
    const Address out = output_of(session->request());
    CHECK(integer(*session, "threadIdx.x", 5) == 5);
    CHECK(integer(*session, "%tid.x + lane", 5) == 10);
    CHECK(integer(*session, "blockDim.x * gridDim.x") == 64);
    CHECK(integer(*session, "%r1", 7) == 7);
    CHECK(integer(*session, "%r7 == 4 * threadIdx.x", 9) == 1);
    CHECK(integer(*session, "param0 == out") == 1);
    CHECK(static_cast<Address>(integer(*session, "param0")) == out);
    CHECK(integer(*session, "n") == 64);
    CHECK(integer(*session, "scale") == 3);
    CHECK(integer(*session, "offsets[threadIdx.x % 4]", 6) == 30);
    CHECK(integer(*session, "words[threadIdx.x]", 11) == 11); // by the accesses' type, u32
    CHECK(integer(*session, "words.u8[4 * lane]", 11) == 11);
    CHECK(integer(*session, "shared.u32[%r7]", 12) == 12);
    CHECK(integer(*session, "global.u32[param0 + 4 * lane]", 31) == 31);
    CHECK(integer(*session, "((int*)out)[lane]", 30) == 30);
    CHECK(integer(*session, "*((int*)out + 3)") == 3);
    CHECK(integer(*session, "*&words[3]") == 3);
    CHECK(integer(*session, "*(unsigned*)(&words[0] + 2)") == 2);
    CHECK(integer(*session, "warp") == 0);

    const Evaluated array = evaluated(*session, "words");
    REQUIRE(array.array);
    CHECK(array.array->count == 32);
    CHECK(array.array->element == Type::U32);
    const Evaluated element = evaluated(*session, "words[lane]");
    REQUIRE(element.places);
    CHECK(element.places->space == Space::Shared);
    CHECK(element.places->address[3] == 12);
}

TEST_CASE("expressions are evaluated in the lanes that can", "[expression]") {
    auto session = open_at("reverse", 12);
    const Evaluated some = evaluated(*session, "words[lane + 1]");
    CHECK(some.values.valid == (kAllLanes >> 1));
    CHECK(some.values.trouble.find("lane 31") != std::string::npos);
    // && and ?: protect what stands behind them, lane by lane.
    CHECK(evaluated(*session, "lane < 31 && words[lane + 1] > 0").values.valid == kAllLanes);
    CHECK(evaluated(*session, "lane < 31 ? words[lane + 1] : 0").values.valid == kAllLanes);
    const Evaluated divided = evaluated(*session, "12 / (lane - 4)");
    CHECK(divided.values.valid == (kAllLanes & ~16u));
    CHECK(divided.values.trouble == "lane 4 divides by zero");
    CHECK(evaluated(*session, "global.u32[4]").values.valid == 0);
    // Whatever a lane without a value went through, the reason stays.
    for (const char* text :
         {"&words[lane + 1]", "(&words[0])[12 / (lane - 4)]", "*&words[~lane]"}) {
        INFO(text);
        const Evaluated missing = evaluated(*session, text);
        CHECK(missing.values.valid != kAllLanes);
        CHECK(missing.values.trouble.starts_with("lane "));
    }
    CHECK(evaluated(*session, "lane", {}, 0xF0).values.valid == 0xF0);
}

TEST_CASE("expressions look into the function that the lane is in", "[expression]") {
    auto session = open_at("wide", 8); // inside of twice(), behind its ld.param
    CHECK(integer(*session, "%rd1 - 4294967296", 3) == 3);
    const Evaluated elsewhere = evaluated(*session, "%r1"); // the kernel has it
    CHECK(elsewhere.values.valid == 0);
    CHECK(elsewhere.values.trouble.find("twice") != std::string::npos);
}

TEST_CASE("wrong expressions say where, what and what to try", "[expression]") {
    auto session = open_at("reverse", 12);
    const std::pair<const char*, std::uint32_t> rows[] = {
        {"", 1},
        {"1 +", 4},
        {"1 + * ", 7},
        {"(1", 3},
        {"1 2", 3},
        {"words[", 7},
        {"nothing + 1", 1},
        {"1 + nothing", 5},
        {"threadIdx", 1},
        {"%r99", 1},
        {"words + 1", 1},
        {"scale[1]", 6},
        {"*3", 1},
        {"1.5 % 2", 5},
        {"~1.5", 1},
        {"global[3]", 1},
        {"12abc", 1},
        {"99999999999999999999", 1},
        {"1 ? 2", 6},
        {"(float*)1.5f", 1},
        {"&3", 1},
        {"words[1.5]", 7},
    };
    for (const auto& [text, column] : rows) {
        INFO(text);
        const Diagnostic d = problem(*session, text);
        CHECK(d.where.column == column);
        CHECK_FALSE(d.message.empty());
        CHECK_FALSE(d.hint.empty());
    }
    CHECK_FALSE(Expression::parse(std::string(500, '(') + "1").ok());
    CHECK_FALSE(Expression::parse(std::string(500, '-') + "1").ok());
    std::string sum = "1";
    for (int k = 0; k < 500; ++k)
        sum += "+1";
    CHECK_FALSE(Expression::parse(sum).ok());
    CHECK_FALSE(Expression::parse(std::string(5000, ' ')).ok());
}

TEST_CASE("dereferencing is evaluated once, however deep it is", "[expression]") {
    auto session = open_at("reverse", 12);
    const std::string stars(60, '*');
    CHECK(problem(*session, stars + "3").where.column == 60);
    CHECK(problem(*session, stars + "words").where.column > 1);
}
