// `warpscope isa`: the instructions that the emulator executes.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/installation.h"
#include "cli/table.h"
#include "sim/debug/instruction_families.h"
#include "sim/debug/instruction_table.h"

namespace warpscope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct IsaOptions {
    std::string filter;
    bool as_json = false;
    bool families = false;
};

bool matches(const InstructionEntry& entry, const std::string& filter) {
    return entry.name.find(filter) != std::string::npos ||
           entry.syntax.find(filter) != std::string::npos ||
           entry.instruction_class.find(filter) != std::string::npos;
}

std::string version(unsigned times_ten) {
    return fmt::format("{}.{}", times_ten / 10, times_ten % 10);
}

std::string all_types(const InstructionEntry& entry) {
    if (entry.source_types.empty()) return entry.types;
    return fmt::format("{} from {}", entry.types, entry.source_types);
}

std::string text(const std::vector<InstructionEntry>& entries) {
    std::vector<std::vector<std::string>> rows = {
        {"name", "syntax", "PTX", "sm", "error", "types"}};
    for (const InstructionEntry& entry : entries) {
        rows.push_back({entry.name, entry.syntax, version(entry.version),
                        entry.target == 0 ? "any" : std::to_string(entry.target),
                        entry.bound.empty() ? "exact" : entry.bound, all_types(entry)});
    }
    return table_text(rows, {Align::Left, Align::Left, Align::Right, Align::Right, Align::Left,
                             Align::Left}) +
           fmt::format("\n{} instruction forms\n", entries.size());
}

std::string json(const std::vector<InstructionEntry>& entries) {
    Json list = Json::array();
    for (const InstructionEntry& entry : entries) {
        list.push_back({{"name", entry.name},
                        {"syntax", entry.syntax},
                        {"types", entry.types},
                        {"source_types", entry.source_types},
                        {"class", entry.instruction_class},
                        {"meaning", entry.meaning},
                        {"section", entry.section},
                        {"ptx_version", version(entry.version)},
                        {"target", entry.target},
                        {"bound", entry.bound}});
    }
    return Json({{"schema", "warpscope-isa-1"}, {"instructions", list}}).dump(2) + "\n";
}

std::string text(const std::vector<InstructionFamily>& families) {
    std::vector<std::vector<std::string>> rows = {
        {"tier", "family", "files", "kernels", "supported", "by"}};
    std::size_t supported = 0;
    for (const InstructionFamily& family : families) {
        if (!family.rows.empty()) ++supported;
        const std::string more =
            family.rows.size() > 1 ? fmt::format(" and {} more", family.rows.size() - 1) : "";
        rows.push_back({std::string(1, family.tier), family.name, std::to_string(family.files),
                        std::to_string(family.kernels), family.rows.empty() ? "no" : "yes",
                        family.rows.empty() ? "" : family.rows.front() + more});
    }
    return table_text(rows, {Align::Left, Align::Left, Align::Right, Align::Right, Align::Left,
                             Align::Left}) +
           fmt::format("\n{} of {} families are supported; files and kernels are those of 339 real "
                       "CUDA files with 1833 kernels that use one\n",
                       supported, families.size());
}

std::string json(const std::vector<InstructionFamily>& families) {
    Json list = Json::array();
    for (const InstructionFamily& family : families) {
        list.push_back({{"tier", std::string(1, family.tier)},
                        {"family", family.name},
                        {"files", family.files},
                        {"kernels", family.kernels},
                        {"rows", family.rows}});
    }
    return Json({{"schema", "warpscope-isa-families-1"}, {"families", list}}).dump(2) + "\n";
}

int show_families(const IsaOptions& options) {
    const std::filesystem::path path = asset_file("ptx-families.tsv");
    std::ifstream file(path);
    const std::string content((std::istreambuf_iterator<char>(file)), {});
    if (!file) {
        return refuse(fmt::format("{} cannot be read", path.string()),
                      "the installation is not complete");
    }
    Result<std::vector<InstructionFamily>> families = read_families(content, path.string());
    if (!families) {
        return refuse(families.error());
    }
    std::erase_if(*families, [&](const InstructionFamily& f) {
        return f.name.find(options.filter) == std::string::npos;
    });
    if (families->empty()) {
        return refuse(fmt::format("no family matches \"{}\"", options.filter),
                      "`warpscope isa --families` lists all");
    }
    const Status written = write_report("", options.as_json ? json(*families) : text(*families));
    return written ? kClean : refuse(written.error());
}

int show(const IsaOptions& options) {
    if (options.families) {
        return show_families(options);
    }
    std::vector<InstructionEntry> entries = instruction_table();
    std::erase_if(entries, [&](const InstructionEntry& e) { return !matches(e, options.filter); });
    if (entries.empty()) {
        return refuse(fmt::format("no instruction matches \"{}\"", options.filter),
                      "`warpscope isa` lists all");
    }
    const Status written = write_report("", options.as_json ? json(entries) : text(entries));
    return written ? kClean : refuse(written.error());
}

} // namespace

Action define_isa(CLI::App& app, const CommandLine&) {
    auto options = std::make_shared<IsaOptions>();
    app.add_option("filter", options->filter,
                   "only rows whose name, syntax or class holds this text")
        ->type_name("TEXT");
    app.add_flag("--families", options->families,
                 "the families of instructions that real programs use, and what executes them");
    app.add_flag("--json", options->as_json, "as JSON, with meanings and sections of the PTX ISA");
    return [options] { return show(*options); };
}

} // namespace warpscope::cli
