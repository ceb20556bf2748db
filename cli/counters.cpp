// `warpscope counters`: what is counted, in which unit, and which metric of the profiler it equals.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "sim/counters/rows.h"

namespace warpscope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CountersOptions {
    std::string filter;
    bool as_json = false;
};

bool matches(const CounterRow& row, const std::string& filter) {
    for (const std::string_view text : {row.id, row.name, row.unit, row.metric})
        if (text.find(filter) != std::string_view::npos) return true;
    return name_of(row.group).find(filter) != std::string_view::npos;
}

const char* name_of(MetricMatch match) {
    switch (match) {
    case MetricMatch::None: return "none";
    case MetricMatch::Equal: return "equal";
    case MetricMatch::Related: return "related";
    }
    return "";
}

std::string text(const std::vector<const CounterRow*>& rows) {
    std::string text;
    const CounterGroup* group = nullptr;
    std::size_t related = 0;
    for (const CounterRow* row : rows) {
        if (group == nullptr || *group != row->group)
            text +=
                fmt::format("{}{}\n", group == nullptr ? "" : "\n", warpscope::name_of(row->group));
        group = &row->group;
        related += row->match == MetricMatch::Related ? 1 : 0;
        text +=
            fmt::format("  {} [{}]\n      {}: {}\n", row->id, row->unit, row->name, row->formula);
        if (row->match != MetricMatch::None)
            text += fmt::format("      {} {}\n", row->match == MetricMatch::Equal ? "=" : "~",
                                row->metric);
    }
    text +=
        fmt::format("\n{} counters; `run --counters` gives those that are not 0\n", rows.size());
    text += "= equals this metric of Nsight Compute";
    if (related != 0)
        text += "; ~ has its definition, but counts PTX where the profiler counts machine "
                "instructions";
    return text + "\n";
}

std::string json(const std::vector<const CounterRow*>& rows) {
    Json list = Json::array();
    for (const CounterRow* row : rows)
        list.push_back({{"id", row->id},
                        {"group", warpscope::name_of(row->group)},
                        {"name", row->name},
                        {"unit", row->unit},
                        {"formula", row->formula},
                        {"metric", row->metric},
                        {"match", name_of(row->match)}});
    return Json({{"schema", "warpscope-counters-1"}, {"counters", list}}).dump(2) + "\n";
}

int show(const CountersOptions& options) {
    std::vector<const CounterRow*> rows;
    for (const CounterRow& row : counter_rows())
        if (matches(row, options.filter)) rows.push_back(&row);
    if (rows.empty())
        return refuse(fmt::format("no counter matches \"{}\"", options.filter),
                      "`warpscope counters` lists all");
    const Status written = write_report("", options.as_json ? json(rows) : text(rows));
    return written ? kClean : refuse(written.error());
}

} // namespace

Action define_counters(CLI::App& app, const CommandLine&) {
    auto options = std::make_shared<CountersOptions>();
    app.add_option("filter", options->filter,
                   "only rows whose id, name, unit, metric or group holds this text")
        ->type_name("TEXT");
    app.add_flag("--json", options->as_json, "as JSON");
    return [options] { return show(*options); };
}

} // namespace warpscope::cli
