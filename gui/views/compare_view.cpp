// Putting a comparison into rows.
#include "gui/views/compare_view.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>

#include <fmt/format.h>

#include "gui/views/counter_rows.h"
#include "gui/views/selection.h"
#include "runtime/report/units.h"
#include "sim/counters/rows.h"

namespace warpscope::views {
namespace {

using Verdict = LaunchComparison::Verdict;

/// A recording's name ends with its day: "NVIDIA H200 (driver 580, CUDA 13.0), 2026-12-01".
void take_name(const std::string& name, CompareView& view) {
    const std::size_t cut = name.rfind("), ");
    view.gpu = cut == std::string::npos ? name : name.substr(0, cut + 1);
    if (cut != std::string::npos) view.recorded = name.substr(cut + 3);
}

std::string writers_text(const std::vector<ElementWriter>& writers) {
    std::string text;
    for (const ElementWriter& writer : writers)
        text += (text.empty() ? "" : "; ") + writer.who;
    return text.empty() ? "nobody" : text;
}

bool same_people(const std::vector<ElementWriter>& a, const std::vector<ElementWriter>& b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const ElementWriter& x, const ElementWriter& y) { return x.who == y.who; });
}

void add_violations(const OwnershipComparison& owners, CompareView& view) {
    view.watched = owners.buffers != 0;
    view.violations_both = owners.elements - owners.differing;
    view.violations_differing = owners.differing;
    std::uint64_t first = 0, last = 0;
    const OwnedElement* before = nullptr;
    for (const OwnedElement& e : owners.listed) {
        const bool joins = before != nullptr && before->buffer == e.buffer &&
                           e.element == last + 1 && before->owner == e.owner &&
                           same_people(before->emulator, e.emulator) &&
                           same_people(before->gpu, e.gpu);
        if (!joins) {
            first = e.element;
            view.violations.push_back({e.buffer, "", e.owner, writers_text(e.emulator),
                                       writers_text(e.gpu), e.same_writers,
                                       e.same_writers ? "same writers" : "other writers"});
        }
        last = e.element;
        view.violations.back().elements =
            first == last ? report::grouped(first)
                          : fmt::format("{} … {}", report::grouped(first), report::grouped(last));
        before = &e;
    }
}

/// "b2 t64" of "thread (64, 0, 0) of block (2, 0, 0)", without the block where there is one alone.
std::string short_writer(const std::string& who, bool one_block) {
    const auto index_after = [&](const char* word) -> std::string {
        const auto at = who.find(word);
        if (at == std::string::npos) return "";
        std::array<unsigned, 3> n{};
        if (std::sscanf(who.c_str() + at + std::strlen(word), " (%u, %u, %u)", &n[0], &n[1],
                        &n[2]) != 3)
            return "";
        if (n[2] != 0) return fmt::format("{},{},{}", n[0], n[1], n[2]);
        return n[1] != 0 ? fmt::format("{},{}", n[0], n[1]) : fmt::format("{}", n[0]);
    };
    const std::string block = index_after("block"), thread = index_after("thread");
    if (block.empty() && thread.empty()) return who;
    if (thread.empty()) return "b" + block;
    return one_block || block.empty() ? "t" + thread : "b" + block + " t" + thread;
}

void add_owner_maps(const OwnershipComparison& owners, CompareView& view) {
    std::set<std::string> blocks;
    for (const OwnedElement& e : owners.listed)
        for (const auto* writers : {&e.emulator, &e.gpu})
            for (const ElementWriter& writer : *writers)
                if (const auto at = writer.who.find("block"); at != std::string::npos)
                    blocks.insert(writer.who.substr(at));
    std::map<std::string, unsigned> colors;
    const auto marks_of = [&](const std::vector<ElementWriter>& writers) {
        std::vector<OwnerMark> marks;
        for (const ElementWriter& writer : writers) {
            const auto color =
                colors.emplace(writer.who, static_cast<unsigned>(colors.size() % 8)).first->second;
            marks.push_back({short_writer(writer.who, blocks.size() == 1), writer.who, color});
        }
        return marks;
    };
    for (const OwnedElement& e : owners.listed) {
        if (view.owner_maps.empty() || view.owner_maps.back().buffer != e.buffer)
            view.owner_maps.push_back({e.buffer, {}});
        view.owner_maps.back().cells.push_back(
            {report::grouped(e.element), marks_of(e.emulator), marks_of(e.gpu), e.same_writers});
    }
}

void add_counters(const CounterComparison& counters, CompareView& view) {
    view.profiler = counters.profiler;
    for (const CounterPair& pair : counters.counters) {
        const CounterRow* row = find_counter(pair.id);
        CounterPairRow shown;
        shown.name = row != nullptr ? row->name : pair.id;
        shown.emulator = counter_text(pair.id, pair.emulator);
        shown.gpu = counter_text(pair.id, pair.gpu);
        shown.equal = pair.verdict == CounterPair::Verdict::Equal ||
                      pair.verdict == CounterPair::Verdict::Noise;
        shown.different = pair.verdict == CounterPair::Verdict::Different;
        shown.note = name_of(pair.verdict);
        view.counters.push_back(std::move(shown));
    }
}

void add_value(const BufferComparison& buffer, const ElementDifference& e, const char* which,
               CompareView& view) {
    DifferingValue value;
    value.buffer = buffer.name;
    value.element = fmt::format("{} ({})", report::grouped(e.element), which);
    value.emulator = e.emulator;
    value.gpu = e.gpu;
    value.distance = e.distance;
    if (!e.writer.does.empty()) {
        value.writer =
            fmt::format("block ({},{},{}), thread ({},{},{})", e.writer.block.x, e.writer.block.y,
                        e.writer.block.z, e.writer.thread.x, e.writer.thread.y, e.writer.thread.z);
        for (const SourceLine& line : e.writer.source)
            if (value.line == 0) value.line = line.line;
    }
    view.values.push_back(std::move(value));
}

void add_words(const LaunchComparison& c, CompareView& view) {
    std::uint64_t differing = 0;
    for (const BufferComparison& buffer : c.differing)
        differing += buffer.differing;
    view.equal = c.verdict == Verdict::Equal;
    view.failed = c.verdict == Verdict::Different;
    switch (c.verdict) {
    case Verdict::Equal:
        view.headline = view.violations_both + view.violations_differing == 0
                            ? "Both leave the same memory."
                            : "Both leave the same memory, but not from those it belongs to.";
        break;
    case Verdict::Explained:
        view.headline = fmt::format("{}, and for each there is a legal reason.",
                                    report::counted(differing, "element") +
                                        (differing == 1 ? " differs" : " differ"));
        break;
    case Verdict::Different:
        view.headline = c.gpu_error.empty() ? report::counted(differing, "element") +
                                                  (differing == 1 ? " differs" : " differ") +
                                                  " without a known reason."
                                            : "The launch ended otherwise on the GPU.";
        break;
    case Verdict::NotCompared: view.headline = "They were not compared."; break;
    }
    view.text = fmt::format("{} with {} B were compared.", report::counted(c.buffers, "buffer"),
                            report::grouped(c.bytes));
    if (!c.gpu_error.empty()) view.text += " On the GPU: " + c.gpu_error + ".";
    if (!c.why.empty()) view.text += " " + c.why + ".";
}

} // namespace

CompareView compare_view(const LaunchComparison& c) {
    CompareView view;
    take_name(c.gpu, view);
    add_violations(c.owners, view);
    add_owner_maps(c.owners, view);
    add_counters(c.counters, view);
    add_words(c, view);
    for (const BufferComparison& buffer : c.differing) {
        if (buffer.differing != 0) {
            add_value(buffer, buffer.first, "first", view);
            if (buffer.worst.element != buffer.first.element)
                add_value(buffer, buffer.worst, "worst", view);
        }
        std::string reasons;
        for (const std::string& reason : buffer.reasons)
            reasons += (reasons.empty() ? "" : "; ") + reason;
        if (!reasons.empty())
            view.reasons.push_back(
                {buffer.name, report::counted(buffer.differing, "element"), reasons});
    }
    for (const std::string& overlap : c.owners.overlaps)
        view.others.push_back("owned buffers overlap: " + overlap);
    for (const std::string& write : c.stray)
        view.others.push_back("outside of every buffer: " + write);
    for (const std::string& line : c.printed_on_emulator_only)
        view.others.push_back("printed on the emulator only: " + line);
    for (const std::string& line : c.printed_on_gpu_only)
        view.others.push_back("printed on the GPU only: " + line);
    return view;
}

} // namespace warpscope::views
