// Tests of navigation: breakpoints, stepping by instructions and lines, both ways, and questions.
#include <algorithm>

#include "sim/debug/finding_places.h"
#include "sim/debug/navigation.h"
#include "sim/debug/questions.h"
#include "sim/debug/views.h"
#include "tests/catch.h"
#include "tests/unit/sim/debug/small_launch.h"

using namespace warpscope;
using namespace warpscope::test;

namespace {

/// Lines as a compiler gives them:
///    5  twice(x)            6  return x + x
///   20  walk                21  i = lane & 3     22  j = twice(i)
///   23  while (i)           24  --i              26  out[lane] = j
const char* const kWalk = R"(.version 8.0
.target sm_80
.address_size 64

.func (.param .b32 result) twice(.param .b32 value)
{
    .reg .b32 %r<3>;
    .loc 1 5 0
    ld.param.u32 %r1, [value];
    .loc 1 6 0
    add.u32 %r2, %r1, %r1;
    st.param.b32 [result], %r2;
    ret;
}

.visible .entry walk(.param .u64 out, .param .u32 n)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    .reg .pred %p<2>;
    .loc 1 20 0
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    .loc 1 21 0
    and.b32 %r2, %r1, 3;
    .loc 1 22 0
    {
        .param .b32 value;
        .param .b32 result;
        st.param.b32 [value], %r2;
        call.uni (result), twice, (value);
        ld.param.b32 %r3, [result];
    }
again:
    .loc 1 23 0
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra done;
    .loc 1 24 0
    sub.u32 %r2, %r2, 1;
    bra again;
done:
    .loc 1 26 0
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r3;
    .loc 1 27 0
    ret;
}
.file 1 "src/walk.cu"
)";

std::unique_ptr<Session> open(PreparedLaunch launch) {
    SessionOptions options;
    options.history_bytes = std::uint64_t{1} << 28;
    auto session = Session::open(std::move(launch), options);
    if (!session) FAIL(to_string(session.error()));
    return std::move(*session);
}
std::unique_ptr<Session> walk(Dim3 grid = {2}, Dim3 block = {64}) {
    return open(launch_of(kWalk, "walk", grid, block));
}

/// The line of what the lane in focus runs next.
std::uint32_t line(const Navigator& navigator) {
    const auto stack = navigator.stack();
    REQUIRE_FALSE(stack.empty());
    return stack[0].source.empty() ? 0 : stack[0].source[0].line;
}

Breakpoint at(const Navigator& navigator, const std::string& place) {
    auto locations = navigator.code().find(place, "walk.cu");
    if (!locations) FAIL(locations.error().message);
    Breakpoint b;
    b.what = place;
    b.locations = std::move(*locations);
    return b;
}

Expression expression(const char* text) {
    auto e = Expression::parse(text);
    if (!e) FAIL(e.error().message);
    return std::move(*e);
}

} // namespace

TEST_CASE("places in the code are found by line, PTX line and function", "[code]") {
    auto session = walk();
    const CodeIndex code(session->executable());
    CHECK(code.files() == std::vector<std::string>{"src/walk.cu"});
    CHECK(code.lines_of("src/walk.cu").front() == 5);
    CHECK(code.find("walk.cu:23", "")->at.size() == 1);
    CHECK(code.find("23", "src/walk.cu")->at == code.find("src/walk.cu:23", "")->at);
    CHECK(code.find("25", "walk.cu")->line == 26); // the next one with code
    CHECK(code.find("ptx:1", "")->line == 8 + 1);
    CHECK(code.find("twice", "")->at == std::vector<CodePosition>{{1, 0}});
    CHECK(code.find("walk", "")->at == std::vector<CodePosition>{{0, 0}});
    for (const char* wrong : {"other.cu:3", "walk.cu:900", "walk.cu:x", "nobody", "ptx:9999"}) {
        INFO(wrong);
        const auto found = code.find(wrong, "walk.cu");
        REQUIRE_FALSE(found.ok());
        CHECK_FALSE(found.error().hint.empty());
    }
    // Line 23 is entered from line 22 and from line 24, at one place.
    CHECK(plain_function_name("ns::f<int>(float)") == "f");
}

TEST_CASE("a breakpoint stops before the instruction, and so does one met backwards",
          "[navigate]") {
    auto session = walk();
    Navigator n(*session);
    CHECK(n.focus() == Focus{0, 0, 0});
    n.breakpoints().add(at(n, "26"));
    std::vector<std::uint64_t> positions;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> warps;
    while (true) {
        const Stop stop = n.go_on(Direction::Forward);
        if (stop.why == Stop::Why::End) break;
        REQUIRE(stop.why == Stop::Why::Breakpoint);
        REQUIRE(stop.hits.size() == 1);
        CHECK(stop.hits[0].breakpoint == 1);
        REQUIRE(stop.next);
        CHECK(stop.next->position == session->position() + 1);
        CHECK(line(n) == 26);
        positions.push_back(session->position());
        warps.emplace_back(n.focus().block, n.focus().warp);
    }
    CHECK(session->ended());
    // Lanes rejoin before line 26, so each warp comes once.
    using Warps = std::vector<std::pair<std::uint64_t, std::uint32_t>>;
    CHECK(warps == Warps{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
    CHECK(n.breakpoints().find(1)->hits == 4);
    for (auto p = positions.rbegin(); p != positions.rend(); ++p) {
        REQUIRE(n.go_on(Direction::Back).why == Stop::Why::Breakpoint);
        CHECK(session->position() == *p);
        CHECK(line(n) == 26);
    }
    CHECK(n.go_on(Direction::Back).why == Stop::Why::Beginning);
    CHECK(session->position() == 0);
}

TEST_CASE("a condition is that of lanes, before the instruction", "[navigate]") {
    auto session = walk();
    Navigator n(*session);
    Breakpoint b = at(n, "24");
    // %r2 is what this very instruction changes.
    b.condition = expression("blockIdx.x == 1 && threadIdx.x == 35 && %r2 == 2");
    n.breakpoints().add(std::move(b));
    const Stop stop = n.go_on(Direction::Forward);
    REQUIRE(stop.why == Stop::Why::Breakpoint);
    CHECK(n.focus() == Focus{1, 1, 3});
    CHECK(stop.hits[0].lanes == 1u << 3);
    const auto value = expression("%r2").evaluate(*session, n.focus(), 1u << 3);
    CHECK(as_integer(value->values, 3) == 2);
    const std::uint64_t here = session->position();
    CHECK(n.go_on(Direction::Forward).why == Stop::Why::End);
    REQUIRE(n.go_on(Direction::Back).why == Stop::Why::Breakpoint);
    CHECK(session->position() == here);
    CHECK(n.focus() == Focus{1, 1, 3});
}

TEST_CASE("breakpoints can be temporary, ignored and switched off", "[navigate]") {
    auto session = walk();
    Navigator n(*session);
    Breakpoint once = at(n, "21");
    once.temporary = true;
    n.breakpoints().add(std::move(once));
    n.breakpoints().add(at(n, "26")).ignore = 2;
    CHECK(n.go_on(Direction::Forward).hits[0].breakpoint == 1);
    CHECK(n.breakpoints().find(1) == nullptr);
    CHECK(n.go_on(Direction::Forward).hits[0].breakpoint == 2);
    CHECK(n.focus().block == 1);
    CHECK(n.breakpoints().find(2)->hits == 3);
    n.breakpoints().find(2)->enabled = false;
    CHECK(n.go_on(Direction::Forward).why == Stop::Why::End);
    CHECK(n.breakpoints().remove(2));
    CHECK_FALSE(n.breakpoints().remove(2));
}

TEST_CASE("instruction steps of a lane are undone exactly", "[navigate]") {
    auto session = walk();
    Navigator n(*session);
    n.breakpoints().add(at(n, "26"));
    n.go_on(Direction::Forward);
    n.go_on(Direction::Forward); // block 0, warp 1
    const Hash here = session->hash();
    const std::uint64_t position = session->position();
    CHECK(n.step_instruction(Direction::Back, 2).why == Stop::Why::Step);
    CHECK(session->hash() != here);
    CHECK(n.step_instruction(Direction::Forward, 2).why == Stop::Why::Step);
    CHECK(session->hash() == here);
    CHECK(session->position() == position);
    CHECK(n.focus() == Focus{0, 1, 0});
    // To the beginning of the warp, which is not that of the launch.
    CHECK(n.step_instruction(Direction::Back, 1000).why == Stop::Why::Beginning);
    CHECK(line(n) == 20);
    CHECK(session->position() > 0);
    CHECK(n.step_instruction(Direction::Forward, 1000).why == Stop::Why::LaneExited);
    CHECK(n.focus().block == 1);
}

TEST_CASE("back from behind the end is to the step that ran last", "[navigate]") {
    for (const bool by_lines : {false, true}) {
        auto session = walk();
        Navigator n(*session);
        REQUIRE(n.focus() == Focus{0, 0, 0});
        n.go_on(Direction::Forward);
        REQUIRE(session->ended());
        const std::uint64_t end = session->position();
        const Stop stop = by_lines ? n.step_line(LineStep::Into, Direction::Back)
                                   : n.step_instruction(Direction::Back, 1);
        CHECK(stop.why == Stop::Why::Step);
        CHECK(session->position() == end - 1);
        CHECK(n.focus().block == session->request().grid.x - 1);
        CHECK(n.step_instruction(Direction::Back, 1).why == Stop::Why::Step);
        CHECK(session->position() == end - 2);
    }
}

TEST_CASE("source lines are stepped into, over and out of", "[navigate]") {
    auto session = walk({1}, {32});
    Navigator n(*session);
    REQUIRE(n.set_focus({0, 0, 2}));
    CHECK(line(n) == 20);
    const auto step = [&](LineStep kind) {
        REQUIRE(n.step_line(kind, Direction::Forward).why == Stop::Why::Step);
        return line(n);
    };
    CHECK(step(LineStep::Over) == 21);
    CHECK(step(LineStep::Into) == 22);
    const std::uint64_t call = session->position();
    CHECK(step(LineStep::Over) == 23);
    const std::uint64_t behind = session->position();
    REQUIRE(n.step_line(LineStep::Over, Direction::Back).why == Stop::Why::Step);
    CHECK(session->position() == call);
    CHECK(step(LineStep::Into) == 5);
    CHECK(n.stack().size() == 2);
    CHECK(step(LineStep::Into) == 6);
    CHECK(step(LineStep::Out) == 22); // behind the call
    CHECK(step(LineStep::Over) == 23);
    CHECK(session->position() == behind);
    // Back into the function, and out to before its call.
    REQUIRE(n.step_line(LineStep::Into, Direction::Back).why == Stop::Why::Step);
    CHECK(line(n) == 22);
    REQUIRE(n.step_line(LineStep::Into, Direction::Back).why == Stop::Why::Step);
    CHECK(line(n) == 6);
    REQUIRE(n.step_line(LineStep::Out, Direction::Back).why == Stop::Why::Step);
    CHECK(line(n) == 22);
    REQUIRE(n.go_to(behind).why == Stop::Why::Step);
    REQUIRE(n.set_focus({0, 0, 2}));
    // The lane goes round the loop twice, whatever the others do.
    std::vector<std::uint32_t> lines;
    std::vector<Hash> hashes = {session->hash()};
    for (int k = 0; k < 5; ++k) {
        lines.push_back(step(LineStep::Over));
        hashes.push_back(session->hash());
    }
    CHECK(lines == std::vector<std::uint32_t>{24, 23, 24, 23, 26});
    for (int k = 4; k >= 0; --k) {
        REQUIRE(n.step_line(LineStep::Over, Direction::Back).why == Stop::Why::Step);
        CHECK(session->hash() == hashes[static_cast<std::size_t>(k)]);
    }
    CHECK(step(LineStep::Over) == 24);
    CHECK(step(LineStep::Down) == 26);
}

TEST_CASE("a step stops at breakpoints on its way", "[navigate]") {
    auto session = walk({1}, {32});
    Navigator n(*session);
    REQUIRE(n.run_to(*n.code().find("22", "walk.cu"), Direction::Forward).why == Stop::Why::Step);
    n.breakpoints().add(at(n, "twice"));
    const Stop stop = n.step_line(LineStep::Over, Direction::Forward);
    REQUIRE(stop.why == Stop::Why::Breakpoint);
    CHECK(line(n) == 5);
    REQUIRE(n.run_to(*n.code().find("21", "walk.cu"), Direction::Back).why == Stop::Why::Step);
    CHECK(line(n) == 21);
    CHECK(n.run_to(*n.code().find("26", "walk.cu"), Direction::Back).why == Stop::Why::NotFound);
    CHECK(line(n) == 21);
}

TEST_CASE("launches are walked by barriers, blocks and positions", "[navigate]") {
    auto session = open(small_launch("reverse", {3}, {32}));
    Navigator n(*session);
    CHECK(n.step_barrier(Direction::Forward).why == Stop::Why::Step);
    CHECK(session->position() == 13);
    CHECK(n.step_barrier(Direction::Back).why == Stop::Why::NotFound);
    CHECK(n.step_block(Direction::Forward).why == Stop::Why::Step);
    CHECK(session->position() == 18);
    CHECK(n.focus().block == 1);
    CHECK(n.step_barrier(Direction::Forward).why == Stop::Why::Step);
    CHECK(session->position() == 18 + 13);
    CHECK(n.step_block(Direction::Back).why == Stop::Why::Step);
    CHECK(session->position() == 18);
    n.step_block(Direction::Back);
    CHECK(session->position() == 0);
    CHECK(n.go_to_block(2).why == Stop::Why::Step);
    CHECK(session->position() == 36);
    CHECK(n.focus().block == 2);
    CHECK(n.go_to_block(9).why == Stop::Why::NotFound);
    CHECK(session->position() == 36);
    CHECK(n.step_launch(Direction::Forward, 3).why == Stop::Why::Step);
    CHECK(session->position() == 39);
    CHECK(n.step_launch(Direction::Back, 100).why == Stop::Why::Beginning);
    CHECK(n.go_to(10000).why == Stop::Why::End);
    CHECK_FALSE(n.set_focus({0, 0, 0})); // the block is gone
    // Block 1 begins with the next step: its warps can be looked at before.
    n.go_to(18);
    CHECK(n.set_focus({1, 0, 5}));
    CHECK(n.stack().size() == 1);
    CHECK_FALSE(n.set_focus({2, 0, 0}));
    CHECK_FALSE(n.set_focus({1, 1, 0}));
}

TEST_CASE("watched memory stops before accesses, by who reads or writes", "[navigate]") {
    auto session = open(small_launch("reverse", {2}, {32}));
    Navigator n(*session);
    auto subject = place_to_watch(n, "words[5]");
    REQUIRE(subject.ok());
    Breakpoint b;
    b.kind = BreakpointKind::Watch;
    b.watched = *subject->range;
    b.on_read = b.on_write = true;
    n.breakpoints().add(std::move(b));
    Stop stop = n.go_on(Direction::Forward);
    REQUIRE(stop.why == Stop::Why::Breakpoint);
    CHECK(session->position() == 11);
    CHECK(n.focus().lane == 5); // writes it
    REQUIRE(stop.next);
    const auto change = change_of(*stop.next, n.breakpoints().find(1)->watched, 5);
    REQUIRE(change);
    CHECK(change->before == 0xFFFFFFFF);
    CHECK(change->after == 5);
    n.go_on(Direction::Forward);
    CHECK(session->position() == 15);
    CHECK(n.focus().lane == 26);                              // reads it
    CHECK(n.go_on(Direction::Forward).why == Stop::Why::End); // of block 0 alone
    CHECK_FALSE(place_to_watch(n, "%r1").ok());
    CHECK_FALSE(place_to_watch(n, "1 + 2").ok());
}

TEST_CASE("conflicts and sectors are stopped at", "[navigate]") {
    auto session = open(small_launch("reverse", {2}, {32}));
    Navigator n(*session);
    Breakpoint b;
    b.kind = BreakpointKind::Conflict;
    b.least = 2;
    n.breakpoints().add(std::move(b));
    CHECK(n.go_on(Direction::Forward).why == Stop::Why::End);
    n.go_to(0);
    n.breakpoints().find(1)->least = 1;
    REQUIRE(n.go_on(Direction::Forward).why == Stop::Why::Breakpoint);
    CHECK(session->position() == 11);
    n.breakpoints().find(1)->kind = BreakpointKind::Sectors;
    n.breakpoints().find(1)->least = 4;
    REQUIRE(n.go_on(Direction::Forward).why == Stop::Why::Breakpoint);
    CHECK(session->position() == 16);
}

TEST_CASE("who wrote a byte last, and when it changes next, is answered", "[navigate]") {
    auto session = open(small_launch("reverse", {2}, {32}));
    Navigator n(*session);
    n.go_to(14);
    auto word = subject_of(n, "words[5]");
    REQUIRE(word.ok());
    auto answer = last_change(n, *word);
    REQUIRE(answer);
    CHECK(answer->step.position == 12);
    CHECK(answer->lanes == 1u << 5);
    CHECK(session->position() == 14);
    CHECK_FALSE(next_change(n, *word));
    auto out = subject_of(n, "((int*)out)[lane + 1]");
    REQUIRE(out.ok());
    CHECK_FALSE(last_change(n, *out)); // as the launch found it
    answer = next_change(n, *out);
    REQUIRE(answer);
    CHECK(answer->step.position == 17);
    CHECK(answer->lanes == 2u);
    CHECK(change_of(answer->step, *out->range, 1)->after == 30);
    auto value = subject_of(n, "%r7 + 1");
    REQUIRE(value.ok());
    REQUIRE_FALSE(value->range);
    n.set_focus({0, 0, 3});
    answer = last_change(n, *value);
    REQUIRE(answer);
    CHECK(answer->step.position == 10);
    CHECK(session->position() == 14);
    auto next = subject_of(n, "%r11");
    answer = next_change(n, *next);
    REQUIRE(answer);
    CHECK(answer->step.position == 16);
}

TEST_CASE("findings lead to the moment before them", "[navigate]") {
    auto session = open(small_launch("far", {1}, {32}));
    Navigator n(*session);
    session->run_to_end();
    Finding finding;
    finding.ptx_line = n.session().executable().functions[0].source->instructions[6].line;
    finding.has_address = true;
    finding.address = session->result().fault.address;
    Finding elsewhere = finding;
    elsewhere.warp = 7;
    const auto places = find_places(n, {finding, elsewhere});
    REQUIRE(places.size() == 2);
    CHECK(places[0] == 7);
    CHECK_FALSE(places[1]);
    Breakpoint b;
    b.kind = BreakpointKind::Position;
    b.positions = {*places[0]};
    n.breakpoints().add(std::move(b));
    n.go_to(0);
    REQUIRE(n.go_on(Direction::Forward).why == Stop::Why::Breakpoint);
    CHECK(session->position() == 6);
    CHECK_FALSE(session->ended());
    CHECK(n.step_instruction(Direction::Forward).why == Stop::Why::End);
}

TEST_CASE("a search that is cancelled stands where it was", "[navigate]") {
    auto session = walk({64}, {64});
    Navigator n(*session);
    std::atomic<bool> cancel = true;
    n.set_cancel(&cancel);
    CHECK(n.go_on(Direction::Forward).why == Stop::Why::Cancelled);
    CHECK_FALSE(session->ended());
    cancel = false;
    CHECK(n.go_on(Direction::Forward).why == Stop::Why::End);
}
