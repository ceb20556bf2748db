// Chains of inlined calls from `.loc ... inlined_at`.
#include "sim/ptx/lines.h"

#include "sim/ptx/dwarf_text.h"

namespace warpscope::ptx {
namespace {

/// Longer chains are cut: no compiler inlines so deeply, and a loop of call sites must end.
constexpr std::size_t kMaxFrames = 64;

} // namespace

DebugStrings::DebugStrings(std::string_view section_text) {
    SectionBytes section = assemble_section(section_text);
    bytes_ = std::move(section.bytes);
    labels_ = std::move(section.labels);
}

std::string DebugStrings::at(std::string_view label, std::uint64_t offset) const {
    const auto found = labels_.find(std::string(label));
    if (found == labels_.end() || offset > bytes_.size() || found->second + offset > bytes_.size())
        return {};
    std::string text;
    for (std::size_t i = found->second + offset; i < bytes_.size() && bytes_[i] != 0; ++i)
        text += static_cast<char>(bytes_[i]);
    return text;
}

const std::string& DebugStrings::readable_at(std::string_view label, std::uint64_t offset) {
    const auto [place, is_new] = readable_.try_emplace({std::string(label), offset});
    if (is_new) place->second = readable_name(at(label, offset));
    return place->second;
}

void FunctionLines::enter(Node node) {
    const Key key = {node.position, node.label, node.offset, node.parent};
    const auto [place, is_new] = known_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back(node);
    current_ = place->second;
    latest_[node.position] = current_;
}

void FunctionLines::set(const LinePosition& position) {
    enter({position, {}, 0, UINT32_MAX, UINT32_MAX});
}

void FunctionLines::set_inlined(const LinePosition& position, std::string_view label,
                                std::uint64_t offset, const LinePosition& call_site) {
    const auto caller = latest_.find(call_site);
    if (caller == latest_.end()) set(call_site);
    const std::uint32_t parent = caller == latest_.end() ? current_ : caller->second;
    enter({position, label, offset, parent, UINT32_MAX});
}

std::uint32_t FunctionLines::current_location() {
    if (current_ == UINT32_MAX) return 0;
    Node& node = nodes_[current_];
    if (node.location == UINT32_MAX) {
        used_.push_back(current_);
        node.location = static_cast<std::uint32_t>(used_.size());
    }
    return node.location;
}

void FunctionLines::finish(Function& function,
                           const std::unordered_map<std::uint32_t, std::uint32_t>& files,
                           DebugStrings& strings) const {
    function.locations.assign(1, {});
    const std::string own_name = readable_name(function.name);
    for (std::uint32_t first : used_) {
        SourceLocation location;
        for (std::uint32_t n = first; n != UINT32_MAX && location.frames.size() < kMaxFrames;) {
            const Node& node = nodes_[n];
            SourceFrame frame;
            frame.file = files.at(node.position.file);
            frame.line = node.position.line;
            frame.column = node.position.column;
            frame.function =
                node.parent == UINT32_MAX ? own_name : strings.readable_at(node.label, node.offset);
            location.frames.push_back(std::move(frame));
            n = node.parent;
        }
        function.locations.push_back(std::move(location));
    }
}

} // namespace warpscope::ptx
