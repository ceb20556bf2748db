// Maps instructions to the inlined calls that they stand in.
//
// A scope's [low, high) is exact at both ends, but compilers that write no range lists (clang for
// PTX) let it cover what lies between two parts of the inlined code. There the function is chosen
// whose known lines are nearest: lines at exact ends, of call sites, and of declarations.
#include "sim/ptx/dwarf_lines.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "sim/ptx/dwarf_info.h"

namespace warpscope::ptx {
namespace {

constexpr std::size_t kMaxFrames = 64;
constexpr std::size_t kMaxCandidates = 256;

struct Range {
    std::uint32_t scope = 0;
    std::uint32_t low = 0, high = 0; ///< instructions
    std::uint32_t depth = 0;
};

/// Instructions between two neighbouring debug labels; all of them stand in one scope.
struct Segment {
    std::uint32_t first = 0, end = 0;
    std::vector<std::uint32_t> covering; ///< ranges, deepest last
    std::uint32_t certain = UINT32_MAX;  ///< the deepest range that starts or ends here
};

class FunctionScopes {
public:
    FunctionScopes(Module& module, Function& function, const std::vector<InlineScope>& scopes,
                   const std::unordered_map<std::uint32_t, std::uint32_t>& files)
        : function_(function), scopes_(scopes), files_(files) {
        for (const Label& label : function.labels)
            labels_.emplace(label.name, label.target);
        file_count_ = module.files.size();
    }

    /// `own` are the scopes that start in this function.
    void run(const std::vector<std::uint32_t>& own) {
        collect_ranges(own);
        if (ranges_.empty()) return;
        cut_segments();
        collect_evidence();
        for (const Segment& segment : segments_)
            assign(segment);
    }

private:
    /// Ranges of inlined calls; the function itself stands for the rest.
    void collect_ranges(const std::vector<std::uint32_t>& own) {
        for (std::uint32_t s : own) {
            const auto low = labels_.find(scopes_[s].low), high = labels_.find(scopes_[s].high);
            if (low == labels_.end() || high == labels_.end()) continue;
            if (scopes_[s].parent == UINT32_MAX) {
                root_ = s;
                continue;
            }
            if (low->second >= high->second) continue;
            std::uint32_t depth = 0;
            for (std::uint32_t p = scopes_[s].parent; p != UINT32_MAX; p = scopes_[p].parent)
                ++depth;
            ranges_.push_back({s, low->second, high->second, depth});
        }
        std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) {
            return a.depth != b.depth ? a.depth < b.depth : a.scope < b.scope;
        });
    }

    void cut_segments() {
        std::set<std::uint32_t> cuts = {0,
                                        static_cast<std::uint32_t>(function_.instructions.size())};
        for (const Label& label : function_.labels)
            if (label.name.find("tmp") != std::string::npos) cuts.insert(label.target);
        for (const Range& range : ranges_) {
            cuts.insert(range.low);
            cuts.insert(range.high);
        }
        for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut)
            segments_.push_back({*cut, *std::next(cut), {}, UINT32_MAX});
        for (std::uint32_t r = 0; r < ranges_.size(); ++r) {
            auto segment =
                std::lower_bound(segments_.begin(), segments_.end(), ranges_[r].low,
                                 [](const Segment& s, std::uint32_t at) { return s.first < at; });
            for (; segment != segments_.end() && segment->first < ranges_[r].high; ++segment) {
                if (segment->covering.size() < kMaxCandidates) segment->covering.push_back(r);
                if (segment->first == ranges_[r].low || segment->end == ranges_[r].high)
                    segment->certain = r;
            }
        }
    }

    struct Line {
        std::uint32_t file = 0, line = 0;
    };

    Line line_of(std::uint32_t instruction) const {
        const SourceLocation& location =
            function_.locations[function_.instructions[instruction].location];
        if (location.frames.empty()) return {};
        return {location.frames.front().file, location.frames.front().line};
    }

    std::uint32_t dense(std::uint32_t file) const {
        const auto found = files_.find(file);
        return found == files_.end() ? UINT32_MAX : found->second;
    }

    std::uint64_t origin_of(std::uint32_t scope) const {
        return scope == UINT32_MAX ? UINT64_MAX : scopes_[scope].origin;
    }

    void learn(std::uint64_t origin, std::uint32_t file, std::uint32_t line) {
        if (line != 0 && file != UINT32_MAX) evidence_[{origin, file}].insert(line);
    }

    void learn_declaration(std::uint32_t scope) {
        const InlineScope& s = scopes_[scope];
        learn(origin_of(scope), dense(s.declared_file), s.declared_line);
    }

    void collect_evidence() {
        if (root_ != UINT32_MAX) learn_declaration(root_);
        for (const Range& range : ranges_) {
            const InlineScope& scope = scopes_[range.scope];
            learn_declaration(range.scope);
            learn(origin_of(scope.parent), dense(scope.call_file), scope.call_line);
        }
        for (const Segment& segment : segments_) {
            std::uint64_t origin = origin_of(root_);
            if (!segment.covering.empty()) {
                // Certain, and nothing deeper may hold it.
                if (segment.certain != segment.covering.back()) continue;
                origin = origin_of(ranges_[segment.certain].scope);
            }
            for (std::uint32_t i = segment.first; i < segment.end; ++i) {
                const Line line = line_of(i);
                learn(origin, line.file, line.line);
            }
        }
    }

    std::uint64_t distance(std::uint64_t origin, const Line& line) const {
        constexpr std::uint64_t kFar = 1'000'000;
        const auto found = evidence_.find({origin, line.file});
        if (found == evidence_.end()) return kFar;
        const std::set<std::uint32_t>& lines = found->second;
        std::uint64_t best = kFar;
        const auto above = lines.lower_bound(line.line);
        if (above != lines.end()) best = *above - line.line;
        if (above != lines.begin())
            best = std::min<std::uint64_t>(best, line.line - *std::prev(above));
        return best;
    }

    bool is_inside(std::uint32_t range, std::uint32_t outer) const {
        for (std::uint32_t s = ranges_[range].scope; s != UINT32_MAX; s = scopes_[s].parent)
            if (s == ranges_[outer].scope) return true;
        return false;
    }

    std::uint64_t total_distance(std::uint64_t origin, const Segment& segment) const {
        std::uint64_t total = 0;
        for (std::uint32_t i = segment.first; i < segment.end; ++i) {
            const Line line = line_of(i);
            if (line.line != 0) total += distance(origin, line);
        }
        return total;
    }

    /// The scope of a segment; UINT32_MAX for the function itself.
    std::uint32_t choose(const Segment& segment) const {
        if (segment.covering.empty()) return UINT32_MAX;
        std::uint32_t best = UINT32_MAX;
        std::uint64_t best_distance = UINT64_MAX;
        if (segment.certain == UINT32_MAX)
            best_distance = total_distance(origin_of(root_), segment);
        for (std::uint32_t r : segment.covering) {
            if (segment.certain != UINT32_MAX && !is_inside(r, segment.certain)) continue;
            const std::uint64_t d = total_distance(origin_of(ranges_[r].scope), segment);
            if (d > best_distance) continue;
            best_distance = d;
            best = ranges_[r].scope;
        }
        return best;
    }

    void assign(const Segment& segment) {
        const std::uint32_t scope = choose(segment);
        if (scope == UINT32_MAX) return;
        for (std::uint32_t i = segment.first; i < segment.end; ++i) {
            Instruction& instruction = function_.instructions[i];
            if (function_.locations[instruction.location].frames.size() != 1) continue;
            const auto fresh = static_cast<std::uint32_t>(function_.locations.size());
            const auto [place, is_new] = made_.try_emplace({instruction.location, scope}, fresh);
            if (is_new)
                function_.locations.push_back(
                    chain(function_.locations[instruction.location], scope));
            instruction.location = place->second;
        }
    }

    SourceLocation chain(const SourceLocation& plain, std::uint32_t scope) const {
        SourceLocation location;
        SourceFrame frame = plain.frames.front();
        const std::string own_name = frame.function;
        for (; scopes_[scope].parent != UINT32_MAX && location.frames.size() + 1 < kMaxFrames;
             scope = scopes_[scope].parent) {
            frame.function = scopes_[scope].name;
            location.frames.push_back(frame);
            const std::uint32_t file = dense(scopes_[scope].call_file);
            frame = {file < file_count_ ? file : frame.file,
                     scopes_[scope].call_line,
                     scopes_[scope].call_column,
                     {}};
        }
        frame.function = own_name;
        location.frames.push_back(frame);
        return location;
    }

    Function& function_;
    const std::vector<InlineScope>& scopes_;
    const std::unordered_map<std::uint32_t, std::uint32_t>& files_;
    std::size_t file_count_ = 0;
    std::unordered_map<std::string_view, std::uint32_t> labels_;
    std::vector<Range> ranges_; ///< outer before inner
    std::uint32_t root_ = UINT32_MAX;
    std::vector<Segment> segments_;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::set<std::uint32_t>>
        evidence_; ///< lines by function, file
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> made_;
};

} // namespace

void add_inlined_calls(Module& module,
                       const std::unordered_map<std::uint32_t, std::uint32_t>& files) {
    const bool any =
        std::any_of(module.sections.begin(), module.sections.end(),
                    [](const Section& section) { return section.name == ".debug_info"; });
    if (!any) return;
    const std::vector<InlineScope> scopes = read_inline_scopes(module);
    if (scopes.empty()) return;
    std::unordered_map<std::string_view, std::uint32_t> owner;
    for (std::uint32_t f = 0; f < module.functions.size(); ++f)
        for (const Label& label : module.functions[f].labels)
            owner.emplace(label.name, f);
    std::map<std::uint32_t, std::vector<std::uint32_t>> scopes_of;
    for (std::uint32_t s = 0; s < scopes.size(); ++s)
        if (const auto found = owner.find(scopes[s].low); found != owner.end())
            scopes_of[found->second].push_back(s);
    for (const auto& [f, own] : scopes_of) {
        Function& function = module.functions[f];
        if (!function.instructions.empty())
            FunctionScopes(module, function, scopes, files).run(own);
    }
}

} // namespace warpscope::ptx
