// Prints one finding: message, source excerpts with carets, thread, PTX line, memory, advice.
#include <algorithm>

#include <fmt/format.h>

#include "runtime/report/paint.h"
#include "runtime/report/text.h"
#include "runtime/report/units.h"

namespace warpscope::report {
namespace {

/// Tabs become one blank each, so that the caret stands where it should; bytes that a terminal
/// would take for commands become dots.
std::string printable(const std::string& text) {
    std::string result = text;
    for (char& c : result) {
        if (c == '\t') c = ' ';
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '.';
    }
    return result;
}

std::string title(const Finding& f, const Paint& paint) {
    std::string label = f.severity == Severity::Error     ? "error"
                        : f.severity == Severity::Warning ? "warning"
                                                          : "note";
    if (!f.id.empty()) label += " " + f.id;
    label += fmt::format(" [{}]", f.checker);
    const std::string painted =
        f.severity == Severity::Error ? paint.error(label) : paint.warning(label);
    return fmt::format("{}: {}\n", painted, paint.strong(f.message));
}

std::size_t gutter_width(const Finding& f) {
    std::uint32_t largest = 1;
    for (const SourceLine& line : f.source)
        largest = std::max(largest, line.line);
    return std::to_string(largest).size();
}

/// How many characters of a UTF-8 text stand before byte `bytes`.
std::size_t characters_before(const std::string& text, std::size_t bytes) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < std::min(bytes, text.size()); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) ++count;
    }
    return count;
}

std::string thread_text(const Finding& f) {
    if (f.kernel.empty()) return "";
    if (!f.has_thread) return fmt::format("  kernel {}, launch {}\n", f.kernel, f.launch);
    std::string text =
        fmt::format("  kernel {}, launch {}, block {}, thread {}: warp {}, lane {}\n", f.kernel,
                    f.launch, index(f.block), index(f.thread), f.warp, f.lane);
    const std::uint32_t others = f.lanes & ~(1u << (f.lane % 32));
    if (others != 0)
        text += fmt::format("  the same in lanes {} of the warp\n", lane_ranges(f.lanes));
    return text;
}

std::string party_text(const Finding& f, const FindingParty& p, const TextStyle& style) {
    if (p.launch == 0) return fmt::format("  and: the host {}, in another stream\n", p.does);
    std::string text = fmt::format("  and: block {}, thread {}: warp {}, lane {} {}",
                                   index(p.block), index(p.thread), p.warp, p.lane, p.does);
    if (p.launch != f.launch) text += fmt::format(", in launch {} of {}", p.launch, p.kernel);
    text += "\n";
    std::uint32_t largest = 1;
    for (const SourceLine& line : p.source)
        largest = std::max(largest, line.line);
    for (const SourceLine& line : p.source)
        text += to_text(line, std::to_string(largest).size(), style);
    if (p.ptx_line != 0)
        text += fmt::format("  PTX line {}: {}\n", p.ptx_line, printable(p.ptx_text));
    return text;
}

} // namespace

std::string to_text(const SourceLine& line, std::size_t width, const TextStyle& style) {
    const Paint paint(style.colours);
    std::string place = fmt::format("{}:{}", line.file, line.line);
    if (line.column != 0) place += fmt::format(":{}", line.column);
    const char* how = line.relation == SourceRelation::InlinedAt    ? "inlined at "
                      : line.relation == SourceRelation::CalledFrom ? "called from "
                                                                    : "at ";
    std::string text = fmt::format("  {}{}", how, paint.place(place));
    if (!line.function.empty()) text += fmt::format(" in {}", line.function);
    text += "\n";
    if (line.text.empty()) return text;
    text += fmt::format("    {:>{}} | {}\n", line.line, width, printable(line.text));
    if (line.column != 0 && line.column <= line.text.size()) {
        text += fmt::format("    {:>{}} | {}{}\n", "", width,
                            std::string(characters_before(line.text, line.column - 1), ' '),
                            paint.error("^"));
    }
    return text;
}

std::string to_text(const Finding& f, const TextStyle& style) {
    const Paint paint(style.colours);
    std::string text = title(f, paint);
    const std::size_t width = gutter_width(f);
    for (const SourceLine& line : f.source)
        text += to_text(line, width, style);
    text += thread_text(f);
    if (f.ptx_line != 0)
        text += fmt::format("  PTX line {}: {}\n", f.ptx_line, printable(f.ptx_text));
    for (const FindingParty& party : f.parties)
        text += party_text(f, party, style);
    for (const std::string& detail : f.details)
        text += fmt::format("  {}\n", printable(detail));
    if (f.times > 1) text += fmt::format("  seen {} times\n", grouped(f.times));
    if (!f.advice.empty()) text += fmt::format("  {} {}\n", paint.good("try:"), f.advice);
    if (!f.explain.empty())
        text += fmt::format("  what it can change: {}\n", paint.strong(f.explain));
    if (!f.not_kept.empty())
        text += fmt::format("  the launch was not kept for `warpscope explain`: {}\n", f.not_kept);
    return text;
}

} // namespace warpscope::report
