// Compiles Row syntax strings.
#include "sim/isa/syntax.h"

#include <algorithm>
#include <string>

namespace warpscope::isa {
namespace {

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == ':';
}

Placeholder placeholder_named(std::string_view word) {
    if (word == "type") return Placeholder::Type;
    if (word == "stype") return Placeholder::SourceType;
    if (word == "cmp") return Placeholder::Comparison;
    if (word == "space") return Placeholder::Space;
    if (word == "vec") return Placeholder::Vector;
    if (word == "sem") return Placeholder::Order;
    if (word == "scope") return Placeholder::Scope;
    if (word == "cache") return Placeholder::Cache;
    return Placeholder::None;
}

/// Recursive descent over the suffix part: alternatives of sequences of `.word` and `{...}`.
class SuffixCompiler {
public:
    SuffixCompiler(std::string_view text, std::vector<SuffixStep>& steps)
        : text_(text), steps_(steps) {}

    /// Compiles up to the end or to a closing brace; inside braces `|` splits whole sequences.
    bool sequence(bool in_braces) {
        std::size_t branch_start = steps_.size();
        std::vector<std::size_t> jumps;
        while (at_ < text_.size() && text_[at_] != '}') {
            if (text_[at_] == '|') {
                if (!in_braces) return false;
                ++at_;
                split_before(branch_start, jumps);
                branch_start = steps_.size();
                continue;
            }
            if (!(in_braces ? atom() : alternatives())) return false;
        }
        for (std::size_t jump : jumps)
            steps_[jump].other = here();
        return true;
    }

    bool at_end() const { return at_ == text_.size(); }

private:
    std::uint16_t here() const { return static_cast<std::uint16_t>(steps_.size()); }

    /// Turns the steps since `start` into the first choice of an alternation.
    void split_before(std::size_t start, std::vector<std::size_t>& jumps) {
        insert(start, SuffixStep::Kind::Split);
        for (std::size_t& jump : jumps)
            if (jump >= start) ++jump;
        jumps.push_back(steps_.size());
        steps_.push_back({SuffixStep::Kind::Jump, Placeholder::None, 0, {}});
        steps_[start].other = here();
    }

    void insert(std::size_t at, SuffixStep::Kind kind) {
        for (SuffixStep& step : steps_)
            if (step.kind >= SuffixStep::Kind::Split && step.other > at) ++step.other;
        steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(at),
                      {kind, Placeholder::None, 0, {}});
    }

    /// `.a|.b|.c`: outside braces, alternatives are single suffixes.
    bool alternatives() {
        std::size_t start = steps_.size();
        std::vector<std::size_t> jumps;
        if (!atom()) return false;
        while (at_ < text_.size() && text_[at_] == '|') {
            ++at_;
            split_before(start, jumps);
            start = steps_.size();
            if (!atom()) return false;
        }
        for (std::size_t jump : jumps)
            steps_[jump].other = here();
        return true;
    }

    bool atom() {
        if (text_[at_] == '{') return optional();
        if (text_[at_] != '.') return false;
        const std::size_t start = ++at_;
        while (at_ < text_.size() && is_word(text_[at_]))
            ++at_;
        if (at_ == start) return false;
        const std::string_view word = text_.substr(start, at_ - start);
        const Placeholder placeholder = placeholder_named(word);
        const auto kind =
            placeholder == Placeholder::None ? SuffixStep::Kind::Literal : SuffixStep::Kind::Any;
        steps_.push_back({kind, placeholder, 0, word});
        return true;
    }

    bool optional() {
        ++at_;
        const std::size_t start = steps_.size();
        steps_.push_back({SuffixStep::Kind::Split, Placeholder::None, 0, {}});
        if (!sequence(true) || at_ == text_.size()) return false;
        ++at_;
        steps_[start].other = here();
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<SuffixStep>& steps_;
};

/// Reads the operand part from left to right.
class OperandCompiler {
public:
    OperandCompiler(std::string_view text, std::vector<OperandElement>& elements)
        : text_(text), elements_(elements) {}

    bool list(bool in_group) {
        bool first = !in_group;
        while (true) {
            skip_spaces();
            if (at_ == text_.size()) return !in_group;
            if (text_[at_] == '}') return in_group;
            if (text_[at_] == '{' && at_ + 1 < text_.size() && text_[at_ + 1] != '!' &&
                text_[at_ + 1] != '-') {
                if (!group()) return false;
                first = false;
                continue;
            }
            bool joined = false;
            if (text_[at_] == ',' || text_[at_] == '|') {
                joined = text_[at_] == '|';
                if (first) return false;
                ++at_;
                skip_spaces();
            }
            first = false;
            if (!element(joined)) return false;
        }
    }

private:
    void skip_spaces() {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
    }
    bool accept(std::string_view what) {
        if (text_.substr(at_, what.size()) != what) return false;
        at_ += what.size();
        return true;
    }

    bool group() {
        ++at_;
        const std::size_t start = elements_.size();
        if (!list(true) || elements_.size() == start) return false;
        ++at_;
        elements_[start].group_end = static_cast<std::uint8_t>(elements_.size());
        // A width behind `p{|q}` is that of both.
        if (at_ < text_.size() && text_[at_] == ':' && start > 0) {
            if (!width(elements_.back())) return false;
            OperandElement& before = elements_[start - 1];
            before.width = elements_.back().width;
            before.fixed = elements_.back().fixed;
        }
        return true;
    }

    bool element(bool joined) {
        OperandElement element;
        element.joined = joined;
        element.negatable = accept("{!}") || accept("!") || accept("{-}");
        if (accept("[")) {
            if (!address(element)) return false;
            elements_.push_back(element);
            return true;
        }
        const std::size_t start = at_;
        while (at_ < text_.size() && is_word(text_[at_]) && text_[at_] != ':')
            ++at_;
        if (at_ == start) return false;
        element.name = text_.substr(start, at_ - start);
        classify(element);
        element.selectable = accept(".sel");
        if (at_ < text_.size() && text_[at_] == ':' && !width(element)) return false;
        elements_.push_back(element);
        return true;
    }

    /// `a]` or `a, {x:stype, y:s32}]`.
    bool address(OperandElement& element) {
        const std::size_t close = text_.find_first_of(",]", at_);
        if (close == std::string_view::npos) return false;
        element.name = text_.substr(at_, close - at_);
        element.kind = OperandElement::Kind::Address;
        at_ = close;
        if (accept(", {")) {
            do {
                OperandElement coordinate;
                at_ = text_.find_first_of(":]", at_);
                if (at_ == std::string_view::npos || text_[at_] != ':' || !width(coordinate))
                    return false;
                element.coordinates.push_back(coordinate.fixed);
            } while (accept(", "));
            if (!accept("}")) return false;
        }
        return accept("]");
    }

    static void classify(OperandElement& element) {
        const std::string_view name = element.name;
        if (name == "label") element.kind = OperandElement::Kind::Label;
        if (name == "func") element.kind = OperandElement::Kind::Function;
        if (name == "table") element.kind = OperandElement::Kind::Table;
        element.destination = name == "d" || name == "p" || name == "q";
        if (name != "p" && name != "q") return;
        element.width = OperandElement::Width::Fixed;
        element.fixed = Type::Pred;
    }

    bool width(OperandElement& element) {
        ++at_;
        using Width = OperandElement::Width;
        if (accept("{")) {
            element.width = Width::Brace;
            if (!accept("n")) element.count = static_cast<std::uint8_t>(number());
            return accept("}");
        }
        const std::size_t start = at_;
        while (at_ < text_.size() && is_word(text_[at_]))
            ++at_;
        const std::string_view word = text_.substr(start, at_ - start);
        if (word == "type") return element.width = Width::Type, true;
        if (word == "stype") return element.width = Width::SourceType, true;
        if (word == "wide") return element.width = Width::Wide, true;
        if (word == "vec") return element.width = Width::Vector, true;
        element.width = Width::Fixed;
        element.fixed = type_named(word);
        // `f32{4}` is a list; `b32{|p}` and `b32{, c}` begin a group.
        const bool is_list = at_ + 1 < text_.size() && text_[at_] == '{' &&
                             text_[at_ + 1] >= '1' && text_[at_ + 1] <= '9';
        if (is_list) {
            ++at_;
            element.count = static_cast<std::uint8_t>(number());
            if (!accept("}")) return false;
        }
        return element.fixed != Type::None;
    }

    unsigned number() {
        unsigned value = 0;
        while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && value < 100)
            value = value * 10 + static_cast<unsigned>(text_[at_++] - '0');
        return value;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<OperandElement>& elements_;
};

} // namespace

Result<Pattern> compile_syntax(std::string_view syntax) {
    Pattern pattern;
    const std::size_t mnemonic_end = syntax.find_first_of(".{ ");
    pattern.mnemonic = syntax.substr(0, mnemonic_end);
    std::size_t form_end = syntax.find(' ');
    if (form_end == std::string_view::npos) form_end = syntax.size();
    SuffixCompiler suffixes(
        syntax.substr(pattern.mnemonic.size(), form_end - pattern.mnemonic.size()),
        pattern.suffixes);
    const auto bad = [&](const char* what) {
        return Diagnostic{
            {}, std::string(what) + " in row syntax \"" + std::string(syntax) + '"', {}};
    };
    const bool bad_mnemonic =
        !std::all_of(pattern.mnemonic.begin(), pattern.mnemonic.end(), is_word);
    if (pattern.mnemonic.empty() || bad_mnemonic || !suffixes.sequence(false) || !suffixes.at_end())
        return bad("unreadable suffixes");
    pattern.is_call = pattern.mnemonic == "call";
    if (pattern.is_call) return pattern;
    OperandCompiler operands(syntax.substr(form_end), pattern.operands);
    if (!operands.list(false)) return bad("unreadable operands");
    return pattern;
}

} // namespace warpscope::isa
