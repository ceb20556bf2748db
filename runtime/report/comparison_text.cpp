// Prints what emulator and GPU left side by side.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "runtime/report/paint.h"
#include "runtime/report/text.h"
#include "runtime/report/units.h"

namespace warpscope {

const char* name_of(LaunchComparison::Verdict verdict) {
    switch (verdict) {
    case LaunchComparison::Verdict::Equal: return "equal";
    case LaunchComparison::Verdict::Explained: return "explained";
    case LaunchComparison::Verdict::Different: return "different";
    case LaunchComparison::Verdict::NotCompared: return "not compared";
    }
    return "";
}

const char* name_of(CounterPair::Verdict verdict) {
    switch (verdict) {
    case CounterPair::Verdict::Equal: return "equal";
    case CounterPair::Verdict::Noise: return "noise";
    case CounterPair::Verdict::KnownGap: return "known gap";
    case CounterPair::Verdict::Different: return "different";
    }
    return "";
}

namespace report {
namespace {

constexpr std::size_t kShownLines = 8;
constexpr std::size_t kShownElements = 4; ///< of owned buffers

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : "; ") + text;
    return all;
}

std::string writer_text(const FindingParty& writer) {
    if (writer.does.empty()) return "        nothing wrote it on the emulator\n";
    std::string text = fmt::format("        {}: block {}, thread {}", writer.does,
                                   index(writer.block), index(writer.thread));
    if (!writer.source.empty()) {
        const SourceLine& line = writer.source[0];
        text += fmt::format(", at {}:{}", line.file, line.line);
        const std::size_t first = line.text.find_first_not_of(" \t");
        if (first != std::string::npos)
            text += fmt::format("\n          | {}", line.text.substr(first));
    } else if (writer.ptx_line != 0) {
        text += fmt::format(", PTX line {}: {}", writer.ptx_line, writer.ptx_text);
    }
    return text + "\n";
}

std::string element_text(const char* which, const ElementDifference& e) {
    return fmt::format("      {}: element {} ({}, byte {}): emulator {}, GPU {}: {}\n", which,
                       grouped(e.element), e.type, grouped(e.offset), e.emulator, e.gpu,
                       e.distance) +
           writer_text(e.writer);
}

std::string buffer_text(const BufferComparison& b) {
    std::string text = fmt::format("    {}: ", b.name);
    if (b.differing == 0)
        return text + fmt::format("{} within {}\n",
                                  b.tolerated == 1 ? "1 element differs"
                                                   : grouped(b.tolerated) + " elements differ",
                                  b.tolerance);
    text += b.differing == 1 ? "1 element differs" : grouped(b.differing) + " elements differ";
    if (b.tolerance != "bits")
        text += fmt::format(" by more than {}, {} within it", b.tolerance, grouped(b.tolerated));
    text += "\n" + element_text("first", b.first);
    if (b.differing > 1 && b.worst.offset != b.first.offset) text += element_text("worst", b.worst);
    text += "      ";
    for (const DifferenceBin& bin : b.histogram)
        text += fmt::format("{}{}: {}", &bin == &b.histogram[0] ? "" : ", ", bin.distance,
                            grouped(bin.elements));
    text += "\n";
    if (!b.reasons.empty())
        text += fmt::format("      {}: {}\n",
                            b.unexplained == 0 ? "may differ, as it depends on"
                                               : fmt::format("{} may not differ; others depend on",
                                                             grouped(b.unexplained)),
                            joined(b.reasons));
    return text;
}

/// Lanes that executed together, on average.
std::string lanes_text(std::uint64_t threads, std::uint64_t warps) {
    return warps == 0
               ? "-"
               : fmt::format("{:.1f}", static_cast<double>(threads) / static_cast<double>(warps));
}

std::string executions_text(const LaunchComparison& c) {
    if (!c.executions_why_not.empty())
        return fmt::format("    executions were not counted: {}\n", c.executions_why_not);
    if (c.executions.empty()) return {};
    std::string text = "    executions by lanes, and how many at a time on emulator and GPU\n";
    for (const LineExecutions& line : c.executions) {
        std::string times = grouped(line.emulator_threads);
        if (line.gpu_threads != line.emulator_threads)
            times += fmt::format(", {} on the GPU", grouped(line.gpu_threads));
        const bool has_source = !line.source.file.empty();
        const std::string& shown = has_source ? line.source.text : line.ptx_text;
        const std::size_t first = std::min(shown.find_first_not_of(" \t"), shown.size());
        text += fmt::format("      {:>12} {:>5} {:>5}  {}:{} | {}\n", times,
                            lanes_text(line.emulator_threads, line.emulator_warps),
                            lanes_text(line.gpu_threads, line.gpu_warps),
                            has_source ? line.source.file : "PTX line",
                            has_source ? line.source.line : line.ptx_line, shown.substr(first));
    }
    return text;
}

std::string whole(double number) {
    return grouped(static_cast<std::uint64_t>(std::llround(number)));
}

/// "", "+12 (0.9 %)", "-4".
std::string apart_text(const CounterPair& pair) {
    const double apart = pair.gpu - pair.emulator;
    if (apart == 0) return {};
    std::string text = (apart < 0 ? "-" : "+") + whole(std::abs(apart));
    if (pair.emulator != 0) text += fmt::format(" ({})", percent(std::abs(apart) / pair.emulator));
    return text;
}

std::string counters_text(const CounterComparison& c, const Paint& paint) {
    if (c.profiler.empty()) return {};
    std::string text = fmt::format("    counters beside those of {}", c.profiler);
    if (!c.why_not.empty()) return text + fmt::format(": not compared: {}\n", c.why_not);
    std::size_t width = 0;
    for (const CounterPair& pair : c.counters)
        width = std::max(width, pair.id.size());
    text += fmt::format("\n      {:<{}} {:>15} {:>15}  difference\n", "", width, "emulator", "GPU");
    for (const CounterPair& pair : c.counters) {
        std::string line = fmt::format("      {:<{}} {:>15} {:>15}", pair.id, width,
                                       whole(pair.emulator), whole(pair.gpu));
        if (pair.verdict != CounterPair::Verdict::Equal) line += "  " + apart_text(pair);
        if (pair.verdict == CounterPair::Verdict::Different)
            line += paint.error(" without a known reason");
        if (!pair.why.empty()) line += fmt::format(": {} (deviation 32)", pair.why);
        text += line + "\n";
    }
    return text;
}

std::string step_text(std::size_t number, const FirstDifference& d) {
    std::string text = fmt::format("      {}. block {}, thread {}, result {}: {} ({}) is ", number,
                                   index(d.thread.block), index(d.thread.thread), grouped(d.result),
                                   d.name, d.type);
    if (!d.emulator.empty() && !d.gpu.empty())
        text += fmt::format("{} on the emulator, {} on the GPU\n", d.emulator, d.gpu);
    else
        text += fmt::format("computed on the {} only\n", d.gpu.empty() ? "emulator" : "GPU");
    if (!d.thread.source.empty()) {
        const SourceLine& line = d.thread.source[0];
        text += fmt::format("         at {}:{}\n", line.file, line.line);
    }
    return text + fmt::format("         PTX line {}: {}\n", d.thread.ptx_line, d.thread.ptx_text);
}

std::string bisection_text(const Bisection& b) {
    if (b.conclusion.empty()) return {};
    std::string text = "    where it began:\n";
    for (std::size_t s = 0; s < b.steps.size(); ++s)
        text += step_text(s + 1, b.steps[s]);
    return text + fmt::format("      {}\n", b.conclusion);
}

std::string writers_text(const std::vector<ElementWriter>& writers) {
    std::vector<std::string> texts;
    for (const ElementWriter& writer : writers) {
        std::string text = writer.who;
        for (const std::string& place : writer.places)
            text += fmt::format("{}{}", &place == &writer.places[0] ? " at " : ", ", place);
        texts.push_back(std::move(text));
    }
    return texts.empty() ? "nobody whom it does not belong to" : joined(texts);
}

std::string owned_element_text(const OwnedElement& e) {
    std::string text = fmt::format("      element {} of {}", grouped(e.element), e.buffer);
    if (!e.owner.empty()) text += fmt::format(", which belongs to {}", e.owner);
    text += fmt::format("\n        emulator: {}\n", writers_text(e.emulator));
    if (e.gpu == e.emulator) return text + "        GPU: the same\n";
    return text + fmt::format("        GPU: {}\n", writers_text(e.gpu));
}

std::string owners_text(const OwnershipComparison& o) {
    if (o.elements == 0) return {};
    std::string text =
        fmt::format("    owned buffers: {} written by others than their owners, {}{}\n",
                    counted(o.elements, "element"),
                    o.differing == 0 ? "by the same on both devices"
                                     : fmt::format("{} of them not by the same on both devices",
                                                   grouped(o.differing)),
                    o.cut ? " (of very many, only the first were noted)" : "");
    const std::size_t shown = std::min(kShownElements, o.listed.size());
    for (std::size_t i = 0; i < shown; ++i)
        text += owned_element_text(o.listed[i]);
    if (o.elements > shown) text += fmt::format("      and {} more\n", grouped(o.elements - shown));
    return text;
}

std::string lines_text(const char* where, const std::vector<std::string>& lines) {
    std::string text;
    for (std::size_t i = 0; i < std::min(kShownLines, lines.size()); ++i)
        text += fmt::format("    printed on the {} only: {}\n", where, lines[i]);
    if (lines.size() > kShownLines)
        text += fmt::format("    and {} more lines\n", lines.size() - kShownLines);
    return text;
}

} // namespace

std::string to_text(const LaunchComparison& c, const TextStyle& style) {
    const Paint paint(style.colours);
    const std::string name = name_of(c.verdict);
    std::string text =
        fmt::format("  emulator and GPU: {}",
                    c.verdict == LaunchComparison::Verdict::Different ? paint.error(name)
                    : c.verdict == LaunchComparison::Verdict::Equal   ? paint.good(name)
                                                                      : paint.strong(name));
    if (c.verdict == LaunchComparison::Verdict::NotCompared)
        return text + fmt::format(": {}\n", c.why);
    if (!c.gpu_error.empty()) return text + fmt::format(": {}\n", c.gpu_error);
    text += fmt::format(" ({}, {}; {} on the GPU)\n", counted(c.buffers, "buffer"),
                        byte_size(c.bytes), duration(c.gpu_microseconds * 1e-6));
    for (const BufferComparison& buffer : c.differing)
        text += buffer_text(buffer);
    text += bisection_text(c.bisection);
    text += executions_text(c);
    text += counters_text(c.counters, paint);
    text += owners_text(c.owners);
    for (const std::string& stray : c.stray)
        text += fmt::format("    {}\n", stray);
    return text + lines_text("emulator", c.printed_on_emulator_only) +
           lines_text("GPU", c.printed_on_gpu_only);
}

} // namespace report
} // namespace warpscope
