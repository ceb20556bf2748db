// Tables of the panels, and their text.
#include "gui/views/tables.h"

#include <fmt/format.h>

#include "gui/views/named_rows.h"

namespace warpscope::views {
namespace {

std::string line_text(std::uint32_t line) {
    return line == 0 ? "" : fmt::format("{}", line);
}

std::string field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

void append_line(std::string& text, const std::vector<std::string>& fields) {
    for (std::size_t k = 0; k < fields.size(); ++k)
        text += (k == 0 ? "" : ",") + field(fields[k]);
    text += "\r\n";
}

} // namespace

Table lanes_table(const std::vector<LaneRow>& rows, std::optional<unsigned> compare) {
    Table table;
    table.columns = {"name", "type"};
    for (unsigned lane = 0; lane < kLanes; ++lane)
        table.columns.push_back(fmt::format("lane {}", lane));
    for (const LaneRow& shown : rows) {
        const LaneRow row = compare ? compared_with(shown, *compare) : shown;
        std::vector<std::string> fields = {row.name, row.type};
        for (unsigned lane = 0; lane < kLanes; ++lane)
            fields.push_back(!has_lane(row.valid | row.stale, lane) ? ""
                             : row.is_object                        ? row.objects[lane]
                                             : format_value(row.bits[lane], row.format, row.bytes));
        table.rows.push_back(std::move(fields));
    }
    return table;
}

Table counters_table(const CounterRows& counters) {
    Table table;
    table.columns = {"id", "name", "value", "unit", "line", "formula"};
    for (const auto* lines : {&counters.matter, &counters.others})
        for (const CounterLine& line : *lines)
            table.rows.push_back(
                {line.id, line.name, line.value, line.unit, line_text(line.line), line.formula});
    return table;
}

Table findings_table(const FindingsView& findings) {
    Table table;
    table.columns = {"severity", "kind", "place", "line", "times", "headline", "advice"};
    for (const FindingItem& item : findings.items)
        table.rows.push_back({item.severity == Severity::Error ? "error" : "warning", item.kind,
                              item.place, line_text(item.line), fmt::format("{}", item.times),
                              item.headline, item.advice});
    return table;
}

Table timeline_table(const gui::Moment& moment) {
    Table table;
    table.columns = {"step",         "launch step",  "warp",           "ptx line",
                     "line",         "active lanes", "executed lanes", "passes",
                     "least passes", "sectors",      "least sectors"};
    std::uint64_t step = 0;
    for (const gui::TimelineRow& row : moment.timeline->rows) {
        const gui::CodeLine* code = moment.facts->find(row.function, row.instruction);
        table.rows.push_back(
            {fmt::format("{}", ++step), fmt::format("{}", row.position),
             fmt::format("{}", row.warp), line_text(code == nullptr ? 0 : code->ptx_line),
             line_text(code == nullptr ? 0 : code->line),
             fmt::format("{}", count_lanes(row.active)),
             fmt::format("{}", count_lanes(row.executed)), fmt::format("{}", row.passes),
             fmt::format("{}", row.least_passes), fmt::format("{}", row.sectors),
             fmt::format("{}", row.least_sectors)});
    }
    return table;
}

Table compare_table(const CompareView& compare) {
    Table table;
    table.columns = {"what", "buffer",     "element", "emulator",
                     "gpu",  "difference", "writer",  "line"};
    for (const DifferingValue& v : compare.values)
        table.rows.push_back({"value", v.buffer, v.element, v.emulator, v.gpu, v.distance, v.writer,
                              line_text(v.line)});
    for (const ViolationRow& v : compare.violations)
        table.rows.push_back(
            {"violation", v.buffer, v.elements, v.emulator, v.gpu, v.note, v.owner, ""});
    for (const ReasonRow& r : compare.reasons)
        table.rows.push_back({"reason", r.buffer, "", "", "", r.count, r.reasons, ""});
    if (table.rows.empty()) table.rows.push_back({"all", "", "", "", "", compare.headline, "", ""});
    return table;
}

Table grid_table(const GridView& grid) {
    Table table;
    table.columns = {"x", "y", "z", "state", "finding"};
    for (std::size_t k = 0; k < grid.cells.size() && grid.grid.x != 0; ++k) {
        const GridCell& cell = grid.cells[k];
        table.rows.push_back({fmt::format("{}", k % grid.grid.x),
                              fmt::format("{}", k / grid.grid.x), fmt::format("{}", grid.layer),
                              cell.state == BlockState::NotRun     ? "not run"
                              : cell.state == BlockState::Resident ? "on the machine"
                                                                   : "finished",
                              cell.finding ? "yes" : ""});
    }
    return table;
}

std::string csv_text(const Table& table) {
    std::string text;
    append_line(text, table.columns);
    for (const auto& row : table.rows)
        append_line(text, row);
    return text;
}

} // namespace warpscope::views
