// Interleaving source and PTX, and hanging costs and warps on their lines.
#include "gui/views/source_view.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace warpscope::views {
namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>; // function, instruction

/// Where each warp of the block stands: what it ran last.
std::map<Place, std::vector<std::uint32_t>> places_of(const std::vector<WarpRow>& warps) {
    std::map<Place, std::vector<std::uint32_t>> places;
    for (const WarpRow& row : warps)
        if (row.begun && row.lanes_on > 0)
            places[{row.function, row.instruction}].push_back(row.warp);
    return places;
}

struct Builder {
    const gui::Moment& moment;
    const Selection& selection;
    std::map<Place, std::vector<std::uint32_t>> places;
    const gui::CodeLine* step = nullptr;
    const gui::CodeLine* next = nullptr;
    SourceView view{};

    void add_ptx(const gui::CodeLine& code);
    void add_ptx_of_line(const std::string& file, std::uint32_t line);
    void add_file(const gui::SourceFileText& file, std::uint32_t unfolded);
    std::uint32_t line_of(const gui::CodeLine& code) const;
};

void Builder::add_ptx(const gui::CodeLine& code) {
    SourceRow row;
    row.kind = SourceRow::Kind::Ptx;
    row.number = code.ptx_line;
    row.mnemonic = code.guard + code.mnemonic;
    row.operands = code.operands;
    row.function = code.function;
    row.instruction = code.instruction;
    row.current = step == &code;
    row.next = next == &code && !row.current;
    const gui::PlaceCost& cost = moment.index->costs[code.function][code.instruction];
    row.passes = cost.worst_passes;
    row.avoidable_passes = cost.worst_avoidable;
    row.sectors = cost.worst_sectors;
    const auto here = places.find({code.function, code.instruction});
    if (here != places.end()) {
        std::vector<std::uint32_t> rest = here->second;
        const bool has_stepped = row.current && std::erase(rest, moment.step.warp) != 0;
        if (has_stepped) row.tags.push_back({warp_list({moment.step.warp}), true});
        if (!rest.empty()) row.tags.push_back({warp_list(rest), false});
    }
    if (row.current) view.current = view.rows.size();
    view.rows.push_back(std::move(row));
}

/// Instructions without a line of their own belong to the line before them.
std::uint32_t Builder::line_of(const gui::CodeLine& code) const {
    const auto& lines = moment.facts->code[code.function];
    for (std::uint32_t i = code.instruction + 1; i-- > 0;)
        if (lines[i].line != 0) return lines[i].line;
    return 0;
}

void Builder::add_ptx_of_line(const std::string& file, std::uint32_t line) {
    for (const auto& function : moment.facts->code) {
        std::uint32_t last = UINT32_MAX;
        std::uint32_t owner = 0;
        std::string owner_file;
        for (const gui::CodeLine& code : function) {
            if (code.line != 0) owner = code.line, owner_file = code.file;
            if (owner != line || owner_file != file) continue;
            if (last != UINT32_MAX && code.instruction != last + 1)
                view.rows.emplace_back().kind = SourceRow::Kind::Gap;
            add_ptx(code);
            last = code.instruction;
        }
    }
}

void Builder::add_file(const gui::SourceFileText& file, std::uint32_t unfolded) {
    view.file = file.file;
    std::map<std::uint32_t, gui::PlaceCost> by_line;
    for (const auto& function : moment.facts->code)
        for (const gui::CodeLine& code : function) {
            const gui::PlaceCost& cost = moment.index->costs[code.function][code.instruction];
            if (cost.passes + cost.sectors == 0 || code.file != file.file) continue;
            gui::PlaceCost& sum = by_line[line_of(code)];
            sum.passes += cost.passes, sum.avoidable += cost.avoidable, sum.sectors += cost.sectors;
        }
    for (const auto& [line, cost] : by_line)
        view.most_cost = std::max(view.most_cost, cost.passes + cost.sectors);
    bool in_comment = false;
    for (std::uint32_t number = 1; number <= file.lines.size(); ++number) {
        SourceRow row;
        row.number = number;
        row.text = file.lines[number - 1];
        row.spans = syntax_spans(row.text, in_comment);
        const auto cost = by_line.find(number);
        if (cost != by_line.end()) {
            row.passes = cost->second.passes;
            row.avoidable_passes = cost->second.avoidable;
            row.sectors = cost->second.sectors;
        }
        const std::uint32_t step_line =
            step != nullptr && step->file == file.file ? line_of(*step) : 0;
        row.current = number == step_line;
        row.selected = number == unfolded;
        if (row.selected) view.current = view.rows.size();
        view.rows.push_back(std::move(row));
        if (number == unfolded) add_ptx_of_line(file.file, number);
    }
}

/// Lanes of the shown warp by line: who runs, who waits, who left.
void add_lanes(const gui::Moment& moment, std::uint32_t warp, SourceView& view) {
    const SnapshotBlock* block = moment.shown_block();
    const auto row_of = [&](const gui::CodeLine* code) -> SourceRow* {
        if (code == nullptr) return nullptr;
        for (SourceRow& row : view.rows)
            if (row.kind == SourceRow::Kind::Source && row.number == code->line) return &row;
        return nullptr;
    };
    LaneMask alive = 0;
    if (block != nullptr && warp < block->warps.size()) {
        alive = block->warps[warp].alive;
        for (const SnapshotSplit& split : block->warps[warp].splits) {
            SourceRow* row = row_of(moment.facts->find(split.at.function, split.at.instruction));
            if (row == nullptr) continue;
            if (split.state == warpscope::LaneState::Ready && split.current)
                row->lanes |= split.lanes;
            else
                row->waiting |= split.lanes;
        }
    }
    // Lanes that are gone left where they ran last.
    const std::uint64_t threads = volume(moment.facts->block);
    const std::uint64_t before = std::uint64_t{warp} * kLanes;
    if (before >= threads || warp >= moment.index->warps.size()) return;
    LaneMask gone =
        ~alive & lowest_lanes(static_cast<unsigned>(std::min<std::uint64_t>(32, threads - before)));
    const auto& rows = moment.timeline->rows;
    const std::size_t now = moment.timeline->index_at(moment.step.position);
    if (now == rows.size()) return;
    const gui::TimelineIndex::Warp& own = moment.index->warps[warp];
    for (std::size_t i = own.last_at(now).value_or(SIZE_MAX) + 1; i-- > 0 && gone != 0;) {
        const gui::TimelineRow& at = rows[own.rows[i]];
        if ((at.active & gone) == 0) continue;
        if (SourceRow* row = row_of(moment.facts->find(at.function, at.instruction)))
            row->left |= at.active & gone;
        gone &= ~at.active;
    }
}

} // namespace

std::vector<std::string> shorter_forms(std::string_view tag) {
    std::vector<std::string> forms{std::string(tag)};
    for (std::size_t end = tag.rfind(','); end != std::string_view::npos && end != 0;
         end = tag.rfind(',', end - 1))
        forms.push_back(std::string(tag.substr(0, end)) + "…");
    return forms;
}

std::string warp_list(const std::vector<std::uint32_t>& warps) {
    std::string text = "W";
    for (std::size_t i = 0; i < warps.size();) {
        std::size_t end = i;
        while (end + 1 < warps.size() && warps[end + 1] == warps[end] + 1)
            ++end;
        if (i != 0) text += ",";
        text += end == i ? fmt::format("{}", warps[i]) : fmt::format("{}–{}", warps[i], warps[end]);
        i = end + 1;
    }
    return text;
}

SourceView source_view(const gui::Moment& moment, const Selection& selection, bool show_ptx) {
    Builder builder{moment, selection, places_of(warp_rows(moment))};
    if (moment.step.position != 0)
        builder.step = moment.facts->find(moment.step.at.function, moment.step.at.instruction);
    const SnapshotBlock* block = moment.shown_block();
    if (block != nullptr && selection.warp < block->warps.size()) {
        for (const SnapshotSplit& split : block->warps[selection.warp].splits)
            if (split.current)
                builder.next = moment.facts->find(split.at.function, split.at.instruction);
    }
    std::uint32_t line = selection.line;
    const gui::SourceFileText* file = nullptr;
    std::string wanted;
    const gui::CodeLine* at = builder.step != nullptr ? builder.step : builder.next;
    if (at != nullptr) {
        wanted = at->file;
        if (line == 0) line = builder.line_of(*at);
        if (wanted.empty() && line != 0)
            for (std::uint32_t i = at->instruction + 1; i-- > 0 && wanted.empty();)
                wanted = moment.facts->code[at->function][i].file;
    }
    for (const gui::SourceFileText& text : moment.facts->sources)
        if (text.file == wanted) file = &text;
    if (file == nullptr && !moment.facts->sources.empty() && wanted.empty())
        file = &moment.facts->sources.front();
    if (file != nullptr) {
        builder.view.has_source = true;
        builder.add_file(*file, show_ptx ? line : 0);
        if (!show_ptx) {
            for (std::size_t i = 0; i < builder.view.rows.size(); ++i) {
                builder.view.rows[i].selected = builder.view.rows[i].number == line;
                if (builder.view.rows[i].selected) builder.view.current = i;
            }
        }
        add_lanes(moment, selection.warp, builder.view);
    } else {
        for (const auto& function : moment.facts->code)
            for (const gui::CodeLine& code : function)
                builder.add_ptx(code);
    }
    return std::move(builder.view);
}

} // namespace warpscope::views
