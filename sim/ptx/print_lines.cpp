// Writes chains of inlined calls so that every call site stands before what was inlined there.
#include "sim/ptx/print_lines.h"

#include <fmt/format.h>

namespace warpscope::ptx {

std::uint32_t NameTable::number_of(const std::string& name) {
    const auto [place, is_new] =
        numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return place->second;
}

std::string NameTable::section() const {
    if (names_.empty()) return {};
    std::string out = "\t.section\t.debug_str\n\t{\n";
    for (std::size_t n = 0; n < names_.size(); ++n) {
        fmt::format_to(std::back_inserter(out), "$L__info_string{}:\n.b8 ", n);
        for (char c : names_[n])
            fmt::format_to(std::back_inserter(out), "{},", static_cast<unsigned char>(c));
        out += "0\n";
    }
    return out + "\t}\n";
}

void LinePrinter::print(std::string& out, const SourceLocation& location) {
    if (location.frames.empty() || location.frames == current_) return;
    // From the outermost frame inwards: each must be the latest with its position before it is
    // referred to.
    const std::size_t count = with_chains_ ? location.frames.size() : 1;
    for (std::size_t left = 1; left <= count; ++left) {
        const std::size_t first = count - left;
        const SourceFrame& frame = location.frames[first];
        Chain chain(location.frames.begin() + static_cast<std::ptrdiff_t>(first),
                    location.frames.end());
        if (!with_chains_) chain.resize(1);
        Chain& latest = latest_[{frame.file, frame.line, frame.column}];
        if (first > 0 && latest == chain) continue;
        print_frame(out, chain);
        latest = std::move(chain);
    }
    current_ = location.frames;
}

void LinePrinter::print_frame(std::string& out, const Chain& chain) {
    auto to = std::back_inserter(out);
    const SourceFrame& frame = chain.front();
    fmt::format_to(to, "\t.loc\t{} {} {}", frame.file + 1, frame.line, frame.column);
    if (chain.size() > 1) {
        const SourceFrame& caller = chain[1];
        fmt::format_to(to, ", function_name $L__info_string{}, inlined_at {} {} {}",
                       names_.number_of(frame.function), caller.file + 1, caller.line,
                       caller.column);
    }
    out += '\n';
}

} // namespace warpscope::ptx
