// `warpscope checkers`: what each checker looks for.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "sim/checkers/rows.h"

namespace warpscope::cli {
namespace {

std::string text() {
    std::string text;
    for (const CheckerRow& row : checker_rows())
        text += fmt::format("{:<12} {}\n", row.id, row.reports);
    return text +
           "\n`warpscope run --check LIST` names those that are wanted; faults of memory and "
           "sync stop a launch in any case\n";
}

std::string json() {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CheckerRow& row : checker_rows())
        list.push_back(
            {{"id", row.id}, {"reports", row.reports}, {"stops_the_launch", row.make == nullptr}});
    return nlohmann::ordered_json({{"schema", "warpscope-checkers-1"}, {"checkers", list}})
               .dump(2) +
           "\n";
}

} // namespace

Action define_checkers(CLI::App& app, const CommandLine&) {
    auto as_json = std::make_shared<bool>(false);
    app.add_flag("--json", *as_json, "as JSON");
    return [as_json] {
        const Status written = write_report("", *as_json ? json() : text());
        return written ? kClean : refuse(written.error());
    };
}

} // namespace warpscope::cli
