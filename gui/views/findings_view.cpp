// Putting findings into words, and folding them.
#include "gui/views/findings_view.h"

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>

#include "gui/views/counter_rows.h"
#include "gui/views/selection.h"
#include "runtime/report/units.h"
#include "sim/base/sort_stably.h"

namespace warpscope::views {
namespace {

/// Lines around each party's.
constexpr std::uint32_t kAround = 2;

std::string capital(std::string text) {
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

std::string sentence(std::string text) {
    if (text.empty()) return text;
    text = capital(std::move(text));
    if (text.back() != '.') text += '.';
    return text;
}

bool has_class(const Finding& f, const char* name) {
    return std::find(f.classes.begin(), f.classes.end(), name) != f.classes.end();
}

std::string title_of(const Finding& f) {
    if (f.kind == "Race") {
        if (has_class(f, "intra-warp")) return "Race inside a warp";
        if (has_class(f, "inter-warp")) return "Race between warps";
        if (has_class(f, "inter-block")) return "Race between blocks";
        if (has_class(f, "inter-launch")) return "Race between launches";
    }
    return words_of(f.kind);
}

std::string index_text(const Dim3& at) {
    if (at.y == 0 && at.z == 0) return fmt::format("{}", at.x);
    return at.z == 0 ? fmt::format("({},{})", at.x, at.y)
                     : fmt::format("({},{},{})", at.x, at.y, at.z);
}

/// The innermost line of the user's own: what is shown of a chain.
const SourceLine* shown_line(const std::vector<SourceLine>& chain, const gui::LaunchFacts& facts) {
    for (const SourceLine& line : chain)
        for (const gui::SourceFileText& text : facts.sources)
            if (gui::names_file(line.file, text.file) && line.line != 0) return &line;
    return chain.empty() || chain.front().line == 0 ? nullptr : &chain.front();
}

/// Whether an instruction of the PTX writes memory; nothing when its name does not tell.
std::optional<bool> writes(const std::string& ptx) {
    std::size_t from = 0;
    if (ptx.starts_with('@')) from = ptx.find(' ') == std::string::npos ? 0 : ptx.find(' ') + 1;
    const std::string_view name = std::string_view(ptx).substr(from);
    if (name.starts_with("ld")) return false;
    if (name.starts_with("st") || name.starts_with("atom") || name.starts_with("red")) return true;
    return std::nullopt;
}

FindingActor actor(const Dim3& thread, std::uint32_t warp, std::uint32_t lane,
                   const std::vector<SourceLine>& source, std::uint32_t ptx_line,
                   const std::string& ptx_text, const gui::LaunchFacts& facts) {
    FindingActor a;
    a.who = a.tag = "thread " + index_text(thread);
    a.where = fmt::format("warp {}, lane {}", warp, lane);
    a.ptx_line = ptx_line;
    a.ptx_text = ptx_text;
    if (const auto known = writes(ptx_text)) a.known = true, a.writes = *known;
    a.does = !a.known ? "takes part" : a.writes ? "writes" : "reads";
    if (const SourceLine* line = shown_line(source, facts))
        a.file = line->file, a.line = line->line;
    return a;
}

/// Threads of several blocks are told apart by them.
void name_block(FindingActor& actor, const Dim3& block) {
    const std::string name = "block " + index_text(block);
    actor.tag = name;
    actor.who += " of " + name;
}

void add_actors(const Finding& f, const gui::LaunchFacts& facts, FindingItem& item) {
    if (f.has_thread) {
        FindingActor own = actor(f.thread, f.warp, f.lane, f.source, f.ptx_line, f.ptx_text, facts);
        own.launch = f.launch;
        own.block = linear_index(f.block, facts.grid);
        item.actors.push_back(std::move(own));
    }
    for (const FindingParty& p : f.parties) {
        FindingActor other =
            actor(p.thread, p.warp, p.lane, p.source, p.ptx_line, p.ptx_text, facts);
        if (p.launch == 0) other.who = other.tag = "the host", other.where = "another stream";
        if (!p.does.empty()) other.does = p.does;
        other.launch = p.launch;
        other.block = p.launch == f.launch ? linear_index(p.block, facts.grid) : 0;
        if (p.launch == f.launch && f.has_thread && !(p.block == f.block))
            name_block(other, p.block);
        item.actors.push_back(std::move(other));
    }
    if (item.actors.size() > 1 && f.has_thread && !f.parties.empty() &&
        !(f.parties.front().block == f.block))
        name_block(item.actors.front(), f.block);
}

void add_excerpt(const gui::LaunchFacts& facts, FindingItem& item) {
    // One file, that of the first who has a line.
    const gui::SourceFileText* file = nullptr;
    std::map<std::uint32_t, std::vector<std::size_t>> at;
    for (std::size_t i = 0; i < item.actors.size(); ++i) {
        const FindingActor& a = item.actors[i];
        if (a.line == 0) continue;
        for (const gui::SourceFileText& text : facts.sources)
            if (file == nullptr && gui::names_file(a.file, text.file)) file = &text;
        if (file != nullptr && gui::names_file(a.file, file->file)) at[a.line].push_back(i);
    }
    if (file == nullptr || at.empty()) return;
    std::uint32_t last = 0;
    for (const auto& [line, actors] : at) {
        const std::uint32_t first = std::max(last + 1, line > kAround ? line - kAround : 1);
        if (last != 0 && first > last + 1) item.excerpt.push_back({});
        const auto end =
            std::min<std::uint32_t>(line + kAround, static_cast<std::uint32_t>(file->lines.size()));
        for (std::uint32_t n = first; n <= end; ++n) {
            const auto here = at.find(n);
            item.excerpt.push_back({n, file->lines[n - 1],
                                    here == at.end() ? std::vector<std::size_t>() : here->second});
        }
        last = std::max(last, end);
    }
}

void add_words(const Finding& f, FindingItem& item) {
    item.headline = sentence(f.message);
    if (item.race && item.actors.size() > 1) {
        const FindingActor &now = item.actors[0], &before = item.actors[1];
        // The report names the earlier access second.
        item.headline = fmt::format("{} {} what {} {}, and nothing orders the two.",
                                    capital(now.who), now.does, before.who, before.does);
        item.text = sentence(f.message) + " ";
    }
    for (const std::string& detail : f.details) {
        const bool about_order = item.race && detail.find("order") != std::string::npos;
        (about_order ? item.order_note : item.text) += sentence(detail) + " ";
    }
    const auto trim = [](std::string& text) {
        while (text.ends_with(' '))
            text.pop_back();
    };
    trim(item.text);
    trim(item.order_note);
    item.advice = sentence(f.advice);
}

FindingItem item_of(const Finding& f, const gui::LaunchFacts& facts) {
    FindingItem item;
    item.severity = f.severity;
    item.kind = title_of(f);
    item.race = f.kind == "Race";
    item.unordered = item.race && has_class(f, "unordered");
    item.times = f.times;
    item.count = f.times == 1 ? "once" : report::grouped(f.times) + " times";
    item.explain = f.explain;
    add_actors(f, facts, item);
    add_excerpt(facts, item);
    add_words(f, item);
    const SourceLine* line = shown_line(f.source, facts);
    if (line != nullptr) item.line = line->line;
    item.place = f.checker;
    if (item.line != 0)
        item.place += fmt::format(", line {}", item.line);
    else if (f.ptx_line != 0)
        item.place += fmt::format(", PTX line {}", f.ptx_line);
    item.has_thread = f.has_thread && f.launch == facts.launch;
    item.warp = f.warp;
    item.lane = f.lane;
    if (item.has_thread && f.ptx_line != 0) {
        gui::StepWish wish;
        wish.block = linear_index(f.block, facts.grid);
        wish.warp = f.warp;
        wish.ptx_line = f.ptx_line;
        wish.lanes = LaneMask{1} << (f.lane % kLanes);
        // A fault comes before its access: there is no step that reaches the address.
        if (f.has_address && item.race) wish.address = f.address;
        item.wish = wish;
    }
    return item;
}

/// The instruction of the line that wastes most.
const InstructionCounters* worst_of(const CounterReport& counters, const LineCounters& line) {
    const InstructionCounters* worst = nullptr;
    double most = 0;
    for (const InstructionCounters& i : counters.instructions) {
        const bool same = line.source.line == 0 ? i.ptx_line == line.ptx_line
                                                : i.source.line == line.source.line &&
                                                      i.source.file == line.source.file;
        const double waste = reading(i.counters, "avoidable_passes");
        if (same && waste > most) worst = &i, most = waste;
    }
    return worst;
}

FindingItem item_of(const CounterReport& counters, const LineCounters& line,
                    const gui::LaunchFacts& facts) {
    FindingItem item;
    item.severity = Severity::Warning;
    const InstructionCounters* worst = worst_of(counters, line);
    std::string what = line.kinds.empty() ? "" : line.kinds.front().kind;
    double conflicts = 0;
    if (worst != nullptr)
        for (const char* kind : {"load", "store", "atomic"}) {
            const double here =
                reading(worst->counters, fmt::format("shared_{}_bank_conflicts", kind));
            if (here > conflicts) conflicts = here, what = fmt::format("shared {}", kind);
        }
    for (const AccessKindCounters& kind : line.kinds)
        if (conflicts == 0 && kind.kind.starts_with("global")) {
            what = kind.kind;
            break;
        }
    item.kind = conflicts > 0                ? "Bank conflicts"
                : what.starts_with("global") ? "Sectors that nobody asked for"
                                             : "Passes that could be saved";
    item.conflict = conflicts > 0;
    item.line = line.source.line;
    item.place = what + (item.line != 0 ? fmt::format(", line {}", item.line)
                                        : fmt::format(", PTX line {}", line.ptx_line));
    const auto passes = static_cast<std::uint64_t>(line.avoidable_passes + 0.5);
    item.times = passes;
    item.count = report::grouped(passes) + " passes";
    const std::size_t cut = line.advice.rfind("; ");
    item.headline = sentence(line.advice.substr(0, cut));
    if (cut != std::string::npos) item.advice = sentence(line.advice.substr(cut + 2));
    item.text =
        fmt::format("{} of the {} passes of this line could be saved.", report::grouped(passes),
                    report::grouped(static_cast<std::uint64_t>(line.passes + 0.5)));
    FindingActor here;
    here.file = line.source.file;
    here.line = line.source.line;
    here.ptx_line = worst != nullptr ? worst->ptx_line : line.ptx_line;
    here.ptx_text = worst != nullptr ? worst->ptx_text : "";
    here.who = what;
    if (const auto known = writes(here.ptx_text)) here.known = true, here.writes = *known;
    item.actors.push_back(here);
    add_excerpt(facts, item);
    // Any warp does it: the first one of the first block stands for all.
    gui::StepWish wish;
    wish.ptx_line = here.ptx_line;
    item.wish = wish;
    return item;
}

void fold(FindingsView& view) {
    for (std::size_t i = 0; i < view.items.size(); ++i) {
        const FindingItem& item = view.items[i];
        auto kind = std::find_if(view.kinds.begin(), view.kinds.end(), [&](const FindingKind& k) {
            return k.title == item.kind && k.severity == item.severity;
        });
        if (kind == view.kinds.end())
            kind = view.kinds.insert(kind, {item.kind, item.severity, {}, 0, ""});
        kind->items.push_back(i);
        kind->times += item.times;
        if (item.severity == Severity::Error) ++view.errors;
        if (item.severity == Severity::Warning) ++view.warnings;
    }
    for (FindingKind& kind : view.kinds) {
        const FindingItem& first = view.items[kind.items.front()];
        const std::string unit = first.count.ends_with("passes") ? " passes" : " times";
        kind.count = kind.items.size() == 1 ? first.count : report::grouped(kind.times) + unit;
    }
    // Errors first; what is wrong before what is slow; then what happens most.
    const auto slow = [](const FindingKind& kind) { return kind.count.ends_with(" passes"); };
    sort_stably(view.kinds, [&](const FindingKind& a, const FindingKind& b) {
        if (a.severity != b.severity) return a.severity < b.severity;
        if (slow(a) != slow(b)) return slow(b);
        return a.times > b.times;
    });
}

} // namespace

std::string words_of(const std::string& camel_case) {
    std::string words;
    for (const char c : camel_case) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isupper(letter) && !words.empty()) words += ' ';
        words += words.empty() ? c : static_cast<char>(std::tolower(letter));
    }
    return words;
}

FindingsView findings_view(const LaunchReport* launch, const std::vector<Finding>& of_run,
                           const CounterReport* counters, const gui::LaunchFacts& facts) {
    FindingsView view;
    if (launch != nullptr) {
        view.unchecked = launch->unchecked;
        for (const Finding& f : launch->findings)
            view.items.push_back(item_of(f, facts));
    }
    for (const Finding& f : of_run)
        view.items.push_back(item_of(f, facts));
    if (counters != nullptr)
        for (const LineCounters& line : counters->lines)
            if (line.advice_needed) view.items.push_back(item_of(*counters, line, facts));
    fold(view);
    return view;
}

} // namespace warpscope::views
