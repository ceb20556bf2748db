// Turns patterns into instructions.
#include "tests/random_kernels/operations.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace warpscope::random_kernels {
namespace {

/// Chooses one of each list of alternatives.
std::string expand(Random& random, std::string_view pattern) {
    std::string text;
    for (std::size_t at = 0; at < pattern.size();) {
        if (pattern[at] != '<') {
            text += pattern[at++];
            continue;
        }
        const std::size_t end = pattern.find('>', at);
        const std::string_view list = pattern.substr(at + 1, end - at - 1);
        const auto bars = static_cast<std::size_t>(std::count(list.begin(), list.end(), '|'));
        std::size_t from = 0;
        for (unsigned skip = random.below(bars + 1); skip != 0; --skip)
            from = list.find('|', from) + 1;
        text += list.substr(from, list.find('|', from) - from);
        at = end + 1;
    }
    return text;
}

class Maker {
public:
    Maker(Scope& scope, const std::string& mask) : scope_(scope), mask_(mask) {}

    bool make(std::string_view pattern, Node& node) {
        unguarded_ = pattern.starts_with('!');
        const std::string text = expand(scope_.random, pattern.substr(unguarded_ ? 1 : 0));
        if (!available(text)) return false;
        // All operands are drawn before the instructions are put together: those that need lines of
        // their own have them in front.
        std::vector<std::string> instructions(1);
        for (at_ = 0; at_ < text.size();) {
            if (text[at_] == ';') {
                instructions.emplace_back();
                at_ = text.find_first_not_of(' ', at_ + 1);
            } else {
                instructions.back() += piece(text);
            }
        }
        node.lines(before_);
        const std::string guard = this->guard();
        for (const std::string& instruction : instructions)
            node.line(guard + instruction + ";");
        Lines after;
        for (const std::string& value : written_)
            if (scope_.random.one_in(3)) scope_.mix(after, value);
        node.lines(after);
        return true;
    }

private:
    bool available(const std::string& text) const {
        for (std::size_t i = 0; i + 1 < text.size(); ++i)
            if (text[i] == '=' || text[i] == '$' || text[i] == '~') {
                const char letter = static_cast<char>(std::tolower(text[i + 1]));
                if (letter != 's' && !scope_.has(letter)) return false;
            }
        return true;
    }

    /// Some instructions are executed by some lanes only. Not those of several lanes together.
    std::string guard() {
        if (!mask_.empty() || unguarded_ || fresh_result_ || !scope_.random.one_in(6)) return {};
        std::string guard = join({scope_.random.one_in(2) ? "@" : "@!", scope_.variable('p'), " "});
        for (const std::string& value : written_)
            if (guard.find(value) != std::string::npos) return {};
        return guard;
    }

    std::string piece(const std::string& text) {
        const char c = text[at_++];
        switch (c) {
        case '=': return written(text[at_++]);
        case '$': return read(text);
        case '~': ++at_; return join({scope_.random.one_in(3) ? "!" : "", scope_.variable('p')});
        case '#': return "0x" + constant(number(text));
        case '@': return mask_;
        case '&': return written_.back();
        case '*':
            if (own_.empty()) own_ = scope_.fresh(text[at_]);
            ++at_;
            return own_;
        default: return std::string(1, c);
        }
    }

    std::string written(char letter) {
        if (letter != 'P') {
            std::string value = scope_.variable(letter);
            // Two results need two registers.
            for (unsigned tries = 0; tries < 8 && std::ranges::count(written_, value) != 0; ++tries)
                value = scope_.variable(letter);
            if (std::ranges::count(written_, value) != 0)
                value = scope_.fresh(letter), fresh_result_ = true;
            written_.push_back(value);
            return value;
        }
        const std::string first = written('p');
        return scope_.random.one_in(2) ? first : first + "|" + written('p');
    }

    std::string read(const std::string& text) {
        const char kind = text[at_++];
        if (kind == 's') return amount();
        const char letter = static_cast<char>(std::tolower(kind));
        const bool constant = letter != kind && scope_.random.one_in(3);
        const char mark = at_ < text.size() ? text[at_] : '\0';
        if (mark != '!' && mark != '^' && mark != '&' && mark != '%')
            return constant ? scope_.immediate(letter) : scope_.variable(letter);
        ++at_;
        const std::string value = scope_.variable(letter);
        if (mark == '^') return scope_.plain_bits(before_, value);
        const std::string t = scope_.fresh(letter);
        if (mark == '%')
            before_.add({"max.s16 ", t, ", ", value, ", -32767;"});
        else if (mark == '!')
            before_.add({"or.", bits_type(letter), " ", t, ", ", value, ", 1;"});
        else
            before_.add({"and.", bits_type(letter), " ", t, ", ", value, ", ",
                         std::to_string(number(text)), ";"});
        return t;
    }

    std::string amount() {
        if (scope_.random.one_in(10)) return scope_.variable('r');
        if (!scope_.random.one_in(4)) return std::to_string(scope_.random.below(34));
        const std::string t = scope_.fresh('r');
        before_.add({"and.b32 ", t, ", ", scope_.variable('r'), ", 63;"});
        return t;
    }

    unsigned number(const std::string& text) {
        unsigned value = 0;
        while (at_ < text.size() && std::isdigit(text[at_]) != 0)
            value = 10 * value + static_cast<unsigned>(text[at_++] - '0');
        return value;
    }

    std::string constant(unsigned bits) {
        static const char* const digits = "0123456789abcdef";
        std::uint64_t value = scope_.random.next() >> (64 - bits);
        std::string text;
        for (; bits > 0; bits -= 4, value >>= 4)
            text.insert(text.begin(), digits[value & 15]);
        return text;
    }

    Scope& scope_;
    const std::string& mask_;
    std::size_t at_ = 0;
    Lines before_;
    std::vector<std::string> written_;
    std::string own_;           ///< what `*` stands for, or ""
    bool unguarded_ = false;    ///< the pattern says so
    bool fresh_result_ = false; ///< a register that nothing wrote before
};

} // namespace

bool make_operation(Scope& scope, std::string_view pattern, const std::string& mask, Node& node) {
    return Maker(scope, mask).make(pattern, node);
}

} // namespace warpscope::random_kernels
