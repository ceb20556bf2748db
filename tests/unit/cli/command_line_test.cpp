// Tests that command lines are split, read and refused as they should be, without running anything.
#include "cli/command_line.h"

#include "cli/commands.h"
#include "cli/extent.h"
#include "cli/outcome.h"
#include "cli/table.h"
#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::cli;

TEST_CASE("command line: words after -- belong to the program", "[cli]") {
    const CommandLine line =
        split_command_line({"warpscope", "run", "a.cu", "--", "-x", "--", "y"});
    CHECK(line.words == std::vector<std::string>{"run", "a.cu"});
    CHECK(line.program_arguments == std::vector<std::string>{"-x", "--", "y"});
    CHECK(line.separated);
    CHECK(!split_command_line({"warpscope", "run"}).separated);
    CHECK(split_command_line({}).words.empty());
}

TEST_CASE("command line: a run on a GPU becomes the comparison of the same program", "[cli]") {
    const auto command = [](const std::vector<std::string>& words) {
        return comparison_command(split_command_line(words));
    };
    CHECK(command({"/usr/bin/warpscope", "run", "a.cu", "--device", "gpu", "-Iinclude"}) ==
          "warpscope compare a.cu -Iinclude");
    CHECK(command({"warpscope", "exec", "--device=gpu", "--no-fuse", "--gpu-index", "1", "my a.out",
                   "--", "it's", "", "--device", "x"}) ==
          "warpscope compare --gpu-index 1 'my a.out' -- 'it'\\''s' '' --device x");
}

TEST_CASE("command line: mistyped words find their meaning", "[cli]") {
    const std::vector<std::string> names = {"run", "replay", "build", "doctor"};
    CHECK(closest("rnu", names) == "run");
    CHECK(closest("biuld", names) == "build");
    CHECK(closest("docter", names) == "doctor");
    CHECK(!closest("xyzzy", names));
    CHECK(!closest("", names));
}

TEST_CASE("command line: sizes of grids and blocks", "[cli]") {
    CHECK(*parse_extent("--grid", "4") == Dim3{4, 1, 1});
    CHECK(*parse_extent("--grid", "4,5") == Dim3{4, 5, 1});
    CHECK(*parse_extent("--grid", "4,5,6") == Dim3{4, 5, 6});
    for (const char* wrong :
         {"", "0", "-1", "4,", ",4", "4,5,6,7", "4x5", "1.5", "99999999999", "4 ,5"}) {
        INFO(wrong);
        CHECK(!parse_extent("--grid", wrong).ok());
    }
    CHECK(parse_extent("--grid", "0").error().message == "--grid \"0\" is no size");
}

TEST_CASE("command line: help and version are no errors, bad usage is 2", "[cli]") {
    CHECK(run_command_line({"warpscope", "--help"}) == 0);
    CHECK(run_command_line({"warpscope", "run", "--help"}) == 0);
    CHECK(run_command_line({"warpscope", "--version"}) == 0);
    CHECK(run_command_line({"warpscope"}) == 2);
    CHECK(run_command_line({"warpscope", "rnu"}) == 2);
    CHECK(run_command_line({"warpscope", "run"}) == 2);
    CHECK(run_command_line({"warpscope", "run", "a.cu", "--sead", "3"}) == 2);
    CHECK(run_command_line({"warpscope", "run", "a.cu", "--seed", "x"}) == 2);
    CHECK(run_command_line({"warpscope", "run", "nonexistent.cu"}) == 2);
    CHECK(run_command_line(
              {"warpscope", "run", "nonexistent.ptx", "--grid", "1", "--block", "1"}) == 2);
    CHECK(run_command_line({"warpscope", "isa", "no such instruction"}) == 2);
    CHECK(run_command_line({"warpscope", "replay", "nonexistent"}) == 2);
}

TEST_CASE("outcome: exit codes", "[cli]") {
    RunReport run;
    conclude(run, "");
    CHECK(run.exit_code == 0);
    run.program_status = 7;
    conclude(run, "");
    CHECK(run.exit_code == 3);
    run.program_status = 0, run.program_signal = 6;
    conclude(run, "");
    CHECK(run.exit_code == 3);
    run.findings.push_back({});
    conclude(run, "");
    CHECK(run.exit_code == 1);
    run.findings[0].severity = Severity::Note;
    conclude(run, "");
    CHECK(run.exit_code == 3);
}

TEST_CASE("outcome: a launch that did not finish is 1, an interrupted one 3", "[cli]") {
    for (const auto& [outcome, code] :
         std::vector<std::pair<std::string, int>>{{"finished", 0},
                                                  {"fault", 1},
                                                  {"deadlock", 1},
                                                  {"budget exhausted", 1},
                                                  {"interrupted", 3}}) {
        RunReport run;
        run.launches.resize(1);
        run.launches[0].outcome = outcome;
        conclude(run, "");
        INFO(outcome);
        CHECK(run.exit_code == code);
        CHECK(run.interrupted == (outcome == "interrupted"));
    }
}

TEST_CASE("outcome: equal findings of all launches become one", "[cli]") {
    Finding finding;
    finding.kind = "OutOfBounds";
    finding.kernel = "k()";
    finding.source = {{"a.cu", 3, 1, "", "", SourceRelation::Here}};
    RunReport run;
    run.launches.resize(2);
    finding.thread = {1, 0, 0};
    run.launches[0].findings = {finding, finding};
    finding.thread = {2, 0, 0};
    run.launches[1].findings = {finding};
    finding.source[0].line = 4;
    run.launches[1].findings.push_back(finding);
    conclude(run, "");
    REQUIRE(run.launches[0].findings.size() == 1);
    CHECK(run.launches[0].findings[0].times == 3);
    CHECK(run.launches[0].findings[0].id == "F1");
    REQUIRE(run.launches[1].findings.size() == 1);
    CHECK(run.launches[1].findings[0].id == "F2");
}

TEST_CASE("table: columns line up", "[cli]") {
    CHECK(table_text({{"a", "bb", "c"}, {"aaa", "1", ""}},
                     {Align::Left, Align::Right, Align::Left}) == "a    bb  c\naaa   1\n");
}
