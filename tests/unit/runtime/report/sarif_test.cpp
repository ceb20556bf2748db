// What SARIF 2.1.0 requires of a log, and where a finding's parts go.
#include "runtime/report/sarif.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/unit/runtime/report/samples.h"

using namespace warpscope;
using namespace warpscope::report;
using Json = nlohmann::ordered_json;

namespace {

/// The properties that the schema requires, of every object that we write (SARIF 2.1.0, sections
/// 3.13, 3.14, 3.18, 3.19, 3.20, 3.27 to 3.30, 3.49), and the values that it allows.
void check_log(const Json& log) {
    CHECK(log.at("version") == "2.1.0");
    REQUIRE(log.at("runs").is_array());
    for (const Json& run : log.at("runs")) {
        const Json& driver = run.at("tool").at("driver");
        CHECK_FALSE(driver.at("name").get<std::string>().empty());
        std::vector<std::string> rules;
        for (const Json& rule : driver.at("rules")) {
            rules.push_back(rule.at("id"));
            CHECK(rule.at("shortDescription").at("text").is_string());
        }
        for (const Json& invocation : run.at("invocations"))
            CHECK(invocation.at("executionSuccessful").is_boolean());
        CHECK((run.at("columnKind") == "unicodeCodePoints" ||
               run.at("columnKind") == "utf16CodeUnits"));
        for (const Json& result : run.at("results")) {
            CHECK_FALSE(result.at("message").at("text").get<std::string>().empty());
            const std::string level = result.at("level");
            CHECK((level == "error" || level == "warning" || level == "note" || level == "none"));
            CHECK(std::count(rules.begin(), rules.end(), result.at("ruleId").get<std::string>()) ==
                  1);
            CHECK(result.at("occurrenceCount") >= 1);
            Json locations = result.at("locations");
            if (result.contains("relatedLocations"))
                for (const Json& related : result.at("relatedLocations"))
                    locations.push_back(related);
            for (const Json& location : locations) {
                const Json& place = location.at("physicalLocation");
                const std::string uri = place.at("artifactLocation").at("uri");
                CHECK(uri.find(' ') == std::string::npos);
                if (place.contains("region")) CHECK(place.at("region").at("startLine") >= 1);
            }
        }
    }
}

} // namespace

TEST_CASE("sarif: a log has what the format requires", "[report]") {
    check_log(Json::parse(to_sarif_text(RunReport{}, "1.2.3")));
    RunReport run = test::sample_run();
    run.findings[0].source[0].file = "/tmp/my kernels/ä.cu";
    run.findings[0].source[1].line = 0;
    run.findings.emplace_back(); // nothing known but that there is one
    run.findings.back().message = "something";
    check_log(Json::parse(to_sarif_text(run, "1.2.3")));
}

TEST_CASE("sarif: a finding's place, callers and parties", "[report]") {
    const Json log = Json::parse(to_sarif_text(test::sample_run(), "1.2.3"));
    const Json& result = log.at("runs").at(0).at("results").at(0);
    CHECK(result.at("ruleId") == "memory/OutOfBounds");
    const Json& place = result.at("locations").at(0).at("physicalLocation");
    CHECK(place.at("artifactLocation").at("uri") == "scale.cu");
    CHECK(place.at("region").at("startLine") == 7);
    CHECK(place.at("region").at("startColumn") == 5);
    REQUIRE(result.at("relatedLocations").size() == 4);
    CHECK(result.at("relatedLocations").at(0).at("message").at("text") == "inlined here");
    CHECK(result.at("relatedLocations").at(2).at("message").at("text") ==
          "block (2, 0, 0), thread (9, 0, 0) of fill(float*) writes");
    const Json& allocated = result.at("relatedLocations").at(3);
    CHECK(allocated.at("message").at("text") == "the memory was allocated here");
    CHECK(allocated.at("physicalLocation").at("artifactLocation").at("uri") == "src/main.cu");
    CHECK(allocated.at("physicalLocation").at("region").at("startLine") == 88);
    CHECK(result.at("properties").at("finding").at("launch") == 2);
}

TEST_CASE("sarif: paths become references", "[report]") {
    RunReport run = test::sample_run();
    run.launches.clear();
    run.findings[0].source[0].file = "/tmp/my kernels/ä%.cu";
    const Json log = Json::parse(to_sarif_text(run, "1.2.3"));
    CHECK(log.at("runs")
              .at(0)
              .at("results")
              .at(0)
              .at("locations")
              .at(0)
              .at("physicalLocation")
              .at("artifactLocation") == Json({{"uri", "file:///tmp/my%20kernels/%C3%A4%25.cu"}}));
}
