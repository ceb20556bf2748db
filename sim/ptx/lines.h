// Collects `.loc` and `.file` statements and turns them into source locations.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/program/module.h"

namespace warpscope::ptx {

/// Strings of `.debug_str`, by the label in front of them and an offset.
class DebugStrings {
public:
    /// Reads the text of a `.debug_str` section.
    explicit DebugStrings(std::string_view section_text);
    DebugStrings() = default;
    std::string at(std::string_view label, std::uint64_t offset) const;
    /// The same, demangled; asked for again and again.
    const std::string& readable_at(std::string_view label, std::uint64_t offset);

private:
    std::vector<std::uint8_t> bytes_;
    std::unordered_map<std::string, std::uint64_t> labels_;
    std::map<std::pair<std::string, std::uint64_t>, std::string> readable_;
};

/// A `.loc` statement as read; all numbers are those of the text.
struct LinePosition {
    std::uint32_t file = 0, line = 0, column = 0;
    friend auto operator<=>(const LinePosition&, const LinePosition&) = default;
};

/// The `.loc` statements of one function (PTX ISA, "Debugging Directives: .loc").
class FunctionLines {
public:
    void set(const LinePosition& position);
    /// `function_name label + offset, inlined_at position`: the caller's chain is that of the last
    /// .loc with that position.
    void set_inlined(const LinePosition& position, std::string_view label, std::uint64_t offset,
                     const LinePosition& call_site);

    /// The index into Function::locations that instructions get from here on.
    std::uint32_t current_location();

    /// Writes Function::locations; `files` maps .file numbers to dense indices.
    void finish(Function& function, const std::unordered_map<std::uint32_t, std::uint32_t>& files,
                DebugStrings& strings) const;

private:
    struct Node {
        LinePosition position;
        std::string_view label;
        std::uint64_t offset = 0;
        std::uint32_t parent = UINT32_MAX;
        std::uint32_t location = UINT32_MAX;
    };
    using Key = std::tuple<LinePosition, std::string_view, std::uint64_t, std::uint32_t>;

    void enter(Node node);

    std::vector<Node> nodes_;
    std::map<Key, std::uint32_t> known_;
    std::map<LinePosition, std::uint32_t> latest_; ///< last node with this position
    std::vector<std::uint32_t> used_;              ///< nodes by location, from location 1
    std::uint32_t current_ = UINT32_MAX;
};

/// "outer<Grid>" for "_Z5outerI4GridEvT_i": demangled, without parameters and return type.
std::string readable_name(const std::string& symbol);

} // namespace warpscope::ptx
