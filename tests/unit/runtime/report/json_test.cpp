// Tests that reports survive the way through JSON, and that damaged ones are refused.
#include "runtime/report/json.h"

#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/unit/runtime/report/samples.h"

using namespace warpscope;
using namespace warpscope::report;
using Catch::Matchers::ContainsSubstring;
using Json = nlohmann::ordered_json;

TEST_CASE("json: a report comes back as it was", "[report]") {
    const std::string text = to_json_text(test::sample_run());
    const auto again = parse_run_report(text, "r.json");
    REQUIRE(again.ok());
    CHECK(to_json_text(*again) == text);
    CHECK(again->launches.at(0).findings.at(0).source.at(1).relation == SourceRelation::InlinedAt);
    CHECK(again->launches.at(0).findings.at(0).address == 0x7f0000001000);
    CHECK(again->launches.at(0).seconds == 0.0123);
    CHECK(again->program_status == 3);
}

TEST_CASE("json: every field of a finding is written and read", "[report]") {
    // Each field is changed in turn: what is not written or not read would come back as before.
    const Json whole = to_json(test::sample_finding());
    const Json plain = to_json(Finding{});
    for (const auto& [key, value] : whole.items()) {
        INFO(key);
        REQUIRE(plain.contains(key));
        if (key != "severity" && key != "times") CHECK(plain[key] != value);
    }
    CHECK(to_json(finding_from_json(whole)) == whole);
    CHECK(to_json(finding_from_json(plain)) == plain);
    // Those of before there were sites are still read.
    Json old = whole;
    old.erase("allocation");
    CHECK(finding_from_json(old).memory.id == 0);
}

TEST_CASE("json: where memory was allocated has fields of its own", "[report]") {
    Finding finding = test::sample_finding();
    const Json json = to_json(finding).at("allocation");
    CHECK(json == Json({{"id", 1},
                        {"name", "values"},
                        {"address", "0x7f0000000000"},
                        {"bytes", 4096},
                        {"allocated_at", {{"file", "src/main.cu"}, {"line", 88}}}}));
    finding.memory.name.clear();
    finding.memory.allocated_at = {};
    const Json unknown = to_json(finding).at("allocation");
    CHECK(unknown.at("name").is_null());
    CHECK(unknown.at("allocated_at").is_null());
    CHECK(to_json(finding_from_json(to_json(finding))) == to_json(finding));
    finding.memory = {};
    CHECK(to_json(finding).at("allocation").is_null());
}

TEST_CASE("json: the schema comes first, and keys keep their order", "[report]") {
    const std::string text = to_json_text(RunReport{});
    CHECK(text.starts_with("{\n  \"schema\": \"warpscope-run-1\",\n  \"device\": \"emulator\""));
    CHECK(text.ends_with("}\n"));
}

TEST_CASE("json: bytes that are no UTF-8 do not stop a report", "[report]") {
    RunReport run;
    run.program = "caf\xE9.cu";
    CHECK_THAT(to_json_text(run), ContainsSubstring("caf\xEF\xBF\xBD.cu"));
}

TEST_CASE("json: another schema is refused by name", "[report]") {
    const auto other = parse_run_report("{\"schema\": \"warpscope-run-9\"}", "r.json");
    REQUIRE(!other.ok());
    CHECK(other.error().message == "the schema is \"warpscope-run-9\", not \"warpscope-run-1\"");
    CHECK(!parse_run_report("[]", "r.json").ok());
    CHECK(!parse_run_report("", "r.json").ok());
    CHECK(!parse_run_report("{\"schema\": 1}", "r.json").ok());
}

TEST_CASE("json: each missing or mistyped field is refused", "[report]") {
    const Json whole = Json::parse(to_json_text(test::sample_run()));
    for (const auto& [key, value] : whole.items()) {
        INFO(key);
        Json damaged = whole;
        damaged.erase(key);
        CHECK(!parse_run_report(damaged.dump(), "r.json").ok());
        damaged = whole;
        damaged[key] = nullptr;
        CHECK(!parse_run_report(damaged.dump(), "r.json").ok());
    }
    for (const auto& [key, value] : whole["launches"][0].items()) {
        INFO(key);
        Json damaged = whole;
        damaged["launches"][0].erase(key);
        CHECK(!parse_run_report(damaged.dump(), "r.json").ok());
    }
    Json damaged = whole;
    damaged["launches"][0]["barriers"] = -1;
    CHECK(!parse_run_report(damaged.dump(), "r.json").ok());
    damaged["launches"][0]["barriers"] = 1;
    damaged["launches"][0]["grid"] = {1, 2};
    CHECK(!parse_run_report(damaged.dump(), "r.json").ok());
    damaged["launches"][0]["grid"] = {1, 2, 3};
    CHECK(parse_run_report(damaged.dump(), "r.json").ok());
    damaged["launches"][0]["findings"][0]["address"] = "0x";
    CHECK(!parse_run_report(damaged.dump(), "r.json").ok());
}
