// The table of counters: its laws, and values of sums that are known.
#include "sim/counters/rows.h"

#include <set>
#include <string>

#include "tests/catch.h"

using namespace warpscope;

TEST_CASE("counters: rows are complete, and named once", "[counters]") {
    std::set<std::string> ids, metrics;
    for (const CounterRow& row : counter_rows()) {
        CAPTURE(row.id);
        CHECK(ids.insert(row.id).second);
        CHECK(find_counter(row.id) == &row);
        for (const std::string text : {row.name, row.unit, row.formula})
            CHECK(!text.empty());
        CHECK((row.match == MetricMatch::None) == std::string(row.metric).empty());
        if (row.match != MetricMatch::None) CHECK(metrics.insert(row.metric).second);
        CHECK(!name_of(row.group).empty());
        // Of nothing there are no counts and no ratios.
        CHECK(counter_value(row, {}).value_or(0) == 0);
    }
    CHECK(ids.size() > 40);
    CHECK(find_counter("no_such_counter") == nullptr);
}

TEST_CASE("counters: formulas name rows that exist", "[counters]") {
    for (const CounterRow& row : counter_rows()) {
        CAPTURE(row.id, row.formula);
        std::string word;
        for (const char c : std::string(row.formula) + " ") {
            if (c == '_' || (c >= 'a' && c <= 'z')) {
                word += c;
                continue;
            }
            if (word.find('_') != std::string::npos) CHECK(find_counter(word) != nullptr);
            word.clear();
        }
    }
}

TEST_CASE("counters: values of known sums", "[counters]") {
    CounterSums sums;
    sums.execution = {10, 200, 300, 4, 1};
    sums.of(GlobalKind::Store) = {2, 64, 40, 256};
    sums.of(SharedKind::Load) = {3, 96, 96, 93};
    sums.quarter_passes = 4 * 96 + 40;
    const auto value = [&](const char* id) { return counter_value(*find_counter(id), sums); };
    CHECK(value("warp_instructions") == 10);
    CHECK(value("threads_per_instruction") == 20);
    CHECK(value("active_threads_per_instruction") == 30);
    CHECK(value("branch_uniformity") == 75);
    CHECK(value("global_store_sectors_per_request") == 20);
    CHECK(value("global_store_bytes_wasted") == 40 * 32 - 256);
    CHECK(value("global_load_sectors") == 0);
    CHECK(!value("global_load_sectors_per_request"));
    CHECK(value("shared_load_bank_conflicts") == 93);
    CHECK(value("shared_load_wavefronts_per_request") == 32);
    CHECK(value("passes") == 106);

    CounterSums twice = sums;
    twice += sums;
    CHECK(counter_value(*find_counter("warp_instructions"), twice) == 20);
    CHECK(counter_value(*find_counter("branch_uniformity"), twice) == 75);
    CHECK(counter_value(*find_counter("passes"), twice) == 212);
}
