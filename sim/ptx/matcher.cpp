// Matches instructions to rows.
#include "sim/ptx/matcher.h"

#include "sim/ptx/operand_types.h"
#include "sim/ptx/spelling.h"

namespace warpscope::ptx {
namespace {

using Element = isa::OperandElement;
using Kind = Operand::Kind;

std::vector<std::string_view> split_suffixes(std::string_view form) {
    std::vector<std::string_view> suffixes;
    std::size_t dot = form.find('.');
    while (dot != std::string_view::npos) {
        const std::size_t next = form.find('.', dot + 1);
        suffixes.push_back(
            form.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1));
        dot = next;
    }
    return suffixes;
}

Operand absent() {
    return {};
}

/// Fits the operands as read to one row's elements.
class OperandFitter {
public:
    OperandFitter(const isa::Row& row, const isa::Pattern& pattern, const Modifiers& modifiers,
                  const Function& function)
        : pattern_(pattern), modifiers_(modifiers), function_(function) {
        const bool memory = row.traits.load || row.traits.store;
        may_be_wider_ = (memory && !row.traits.atomic) ||
                        row.traits.instruction_class == InstructionClass::Conversion;
    }

    bool fit(const std::vector<Operand>& read, std::vector<Operand>& fitted) {
        if (!assign(0, 0, read)) return false;
        fitted.clear();
        fitted.reserve(pattern_.operands.size());
        for (std::size_t e = 0; e < pattern_.operands.size(); ++e)
            fitted.push_back(position_[e] < 0 ? absent() : std::move(converted_[e]));
        return true;
    }

    std::size_t failed_at = 0; ///< how far the best attempt came
    std::string why;

private:
    /// Gives operand `r` to element `e` and so on; optional groups are tried present, then absent.
    bool assign(std::size_t e, std::size_t r, const std::vector<Operand>& read) {
        position_.resize(pattern_.operands.size(), -1);
        converted_.resize(pattern_.operands.size());
        if (e == pattern_.operands.size()) {
            if (r == read.size()) return true;
            return fail(r, "there are too many operands");
        }
        const Element& element = pattern_.operands[e];
        if (take(e, r, read) && assign(e + 1, r + 1, read)) return true;
        if (element.group_end == 0) return false;
        for (std::size_t skipped = e; skipped < element.group_end; ++skipped)
            position_[skipped] = -1;
        return assign(element.group_end, r, read);
    }

    bool take(std::size_t e, std::size_t r, const std::vector<Operand>& read) {
        const Element& element = pattern_.operands[e];
        if (r == read.size()) return fail(r, "there are too few operands");
        if (read[r].joined != element.joined)
            return fail(r, read[r].joined ? "'|' stands where ',' is expected" : "'|' is missing");
        converted_[e] = read[r];
        std::string reason;
        if (!convert(element, converted_[e], reason)) return fail(r, std::move(reason));
        position_[e] = static_cast<int>(r);
        return true;
    }

    bool fail(std::size_t at, std::string reason) {
        if (why.empty() || at >= failed_at) {
            failed_at = at;
            why = std::move(reason);
        }
        return false;
    }

    bool convert(const Element& element, Operand& operand, std::string& reason) {
        const auto refuse = [&](const char* text) {
            reason = spelled(operand, function_) + " " + text;
            return false;
        };
        switch (element.kind) {
        case Element::Kind::Address:
            if (operand.kind != Kind::Address) return refuse("is not an address in brackets");
            return convert_coordinates(element, operand, reason);
        case Element::Kind::Label:
        case Element::Kind::Table:
            if (operand.name.empty() || operand.kind == Kind::Sink || operand.displacement != 0)
                return refuse("is not a label");
            operand.kind = Kind::Label;
            return true;
        case Element::Kind::Function:
            return operand.kind == Kind::Function ? true : refuse("is not a function");
        case Element::Kind::Value: break;
        }
        if (operand.kind == Kind::Address) return refuse("is an address where a value is expected");
        if (operand.negated && !element.negatable) return refuse("cannot be negated here");
        if (!operand.selector.empty() && !element.selectable)
            return refuse("selects a part, which this form does not do");
        return convert_value(element, operand, reason);
    }

    /// `[a, {x, y}]`; braces around a single coordinate may be left out.
    bool convert_coordinates(const Element& element, Operand& operand, std::string& reason) {
        const std::size_t expected = element.coordinates.size();
        std::vector<Operand>& parts = operand.elements;
        const bool is_list = parts.size() == 2 && parts[1].kind == Kind::Vector;
        const std::size_t count = is_list ? parts[1].elements.size() : parts.size() - 1;
        if (count != expected || (expected > 1 && !is_list)) {
            reason = spelled(operand, function_) + " has " + std::to_string(count) +
                     " coordinates where this form asks for " + std::to_string(expected);
            return false;
        }
        for (std::size_t k = 0; k < expected; ++k) {
            const Type wanted = element.coordinates[k];
            const Asked asked = {wanted == Type::None ? modifiers_.source_type : wanted, false,
                                 false, false};
            Operand& part = is_list ? parts[1].elements[k] : parts[1];
            if (!convert_operand(part, asked, function_, reason)) return false;
        }
        return true;
    }

    bool convert_value(const Element& element, Operand& operand, std::string& reason) {
        Asked asked = {isa::type_asked_by(element, modifiers_), element.destination,
                       may_be_wider_ && element.width == Element::Width::Type, false};
        if (may_be_wider_)
            asked.may_be_wider = element.width == Element::Width::Type ||
                                 element.width == Element::Width::SourceType ||
                                 element.width == Element::Width::Vector;
        std::size_t count = 0;
        // One value may stand in braces, too: suld {%r1}, [a, {%r2}].
        const bool is_list = operand.kind == Kind::Vector;
        if (element.width == Element::Width::Vector && (modifiers_.vector > 1 || is_list))
            count = modifiers_.vector;
        if (element.width == Element::Width::Fixed && (element.count > 1 || is_list))
            count = element.count;
        if (element.width == Element::Width::Brace) {
            count = element.count != 0 ? element.count : operand.elements.size();
            if (count == 0 || operand.kind != Kind::Vector) return refuse_vector(operand, reason);
            asked.type = part_of(asked.type, count);
        }
        if (count == 0) return convert_operand(operand, asked, function_, reason);
        if (operand.kind != Kind::Vector || operand.elements.size() != count)
            return refuse_vector(operand, reason);
        for (Operand& part : operand.elements) {
            if (part.negated || !part.selector.empty()) return refuse_vector(operand, reason);
            if (!convert_operand(part, asked, function_, reason)) return false;
        }
        return true;
    }

    bool refuse_vector(const Operand& operand, std::string& reason) const {
        reason =
            spelled(operand, function_) + " does not have the elements that this form asks for";
        return false;
    }

    static Type part_of(Type whole, std::size_t count) {
        switch (size_in_bytes(whole) / count) {
        case 1: return Type::B8;
        case 2: return Type::B16;
        case 4: return Type::B32;
        case 8: return Type::B64;
        default: return whole;
        }
    }

    const isa::Pattern& pattern_;
    const Modifiers& modifiers_;
    const Function& function_;
    bool may_be_wider_ = false;
    std::vector<int> position_;      ///< per element: index of its operand as read, or -1
    std::vector<Operand> converted_; ///< per element
};

} // namespace

const FormMatcher::Form& FormMatcher::look_up(const std::string& form) {
    const auto [place, is_new] = forms_.try_emplace(form);
    Form& found = place->second;
    if (!is_new) return found;
    const std::span<const std::uint16_t> rows =
        rows_.find(std::string_view(form).substr(0, form.find('.')));
    found.known_mnemonic = !rows.empty();
    const std::vector<std::string_view> suffixes = split_suffixes(form);
    unsigned longest = 0;
    for (std::uint16_t row : rows) {
        const isa::SuffixMatch match =
            isa::match_suffixes(rows_.pattern(row), rows_.rows()[row], suffixes);
        if (match.matched) found.candidates.push_back({row, match.modifiers, {}});
        if (found.nearest != UINT16_MAX && match.longest <= longest) continue;
        found.nearest = row;
        longest = match.longest;
    }
    if (found.candidates.empty()) add_reordered(form, rows, suffixes, found);
    return found;
}

void FormMatcher::add_reordered(const std::string& form, std::span<const std::uint16_t> rows,
                                std::span<const std::string_view> suffixes, Form& found) const {
    for (std::uint16_t row : rows) {
        const isa::Pattern& pattern = rows_.pattern(row);
        const isa::Row& r = rows_.rows()[row];
        const std::vector<std::string_view> ordered = isa::ordered_suffixes(pattern, r, suffixes);
        if (ordered.empty()) continue;
        Candidate candidate = {row, isa::match_suffixes(pattern, r, ordered).modifiers,
                               form.substr(0, form.find('.'))};
        for (std::string_view suffix : ordered)
            candidate.form.append(".").append(suffix);
        found.candidates.push_back(std::move(candidate));
    }
}

bool FormMatcher::refuse(const std::string& form, const Form& found, std::string& message,
                         std::string& hint) const {
    std::string_view mnemonic = std::string_view(form).substr(0, form.find('.'));
    std::uint16_t nearest = found.nearest;
    if (!found.known_mnemonic) {
        message = "unknown instruction '" + form + "'";
        mnemonic = rows_.nearest_mnemonic(mnemonic);
        if (!mnemonic.empty()) nearest = rows_.find(mnemonic).front();
    } else {
        message = "unsupported form '" + form + "'";
    }
    if (nearest != UINT16_MAX)
        hint = "the nearest supported form is " + described(rows_.rows()[nearest]);
    return false;
}

bool FormMatcher::knows(const std::string& form, std::string& message, std::string& hint) {
    const Form& found = look_up(form);
    return !found.candidates.empty() || refuse(form, found, message, hint);
}

/// As ptxas, refuses what the module's .version and .target do not have.
bool FormMatcher::is_available(const isa::Row& row, const std::string& form, std::string& message,
                               std::string& hint) const {
    if (row.version > version_) {
        message = "'" + form + "' needs .version " + std::to_string(row.version / 10) + "." +
                  std::to_string(row.version % 10) + " or later";
        hint = "the module says .version " + std::to_string(version_ / 10) + "." +
               std::to_string(version_ % 10);
        return false;
    }
    if (row.target > target_) {
        message = "'" + form + "' needs .target sm_" + std::to_string(row.target) + " or later";
        hint = "the module says .target sm_" + std::to_string(target_);
        return false;
    }
    return true;
}

bool FormMatcher::match(Instruction& instruction, const Function& function, std::string& message,
                        std::string& hint) {
    const Form& form = look_up(instruction.form);
    if (form.candidates.empty()) return refuse(instruction.form, form, message, hint);
    const Candidate* chosen = nullptr;
    const Candidate* nearest = nullptr;
    std::size_t furthest = 0;
    std::string why;
    for (const Candidate& candidate : form.candidates) {
        const isa::Row& row = rows_.rows()[candidate.row];
        const isa::Pattern& pattern = rows_.pattern(candidate.row);
        if (pattern.is_call) chosen = &candidate;
        if (chosen != nullptr) break;
        std::vector<Operand> fitted;
        OperandFitter fitter(row, pattern, candidate.modifiers, function);
        if (fitter.fit(instruction.operands, fitted)) {
            instruction.operands = std::move(fitted);
            chosen = &candidate;
            break;
        }
        if (nearest != nullptr && fitter.failed_at <= furthest) continue;
        nearest = &candidate;
        furthest = fitter.failed_at;
        why = std::move(fitter.why);
    }
    if (chosen == nullptr) {
        message = "operands do not fit '" + instruction.form + "': " + why;
        hint = "the nearest supported form is " + described(rows_.rows()[nearest->row]);
        return false;
    }
    if (!is_available(rows_.rows()[chosen->row], instruction.form, message, hint)) return false;
    instruction.row = chosen->row;
    instruction.modifiers = chosen->modifiers;
    if (!chosen->form.empty()) instruction.form = chosen->form;
    instruction.traits = rows_.rows()[chosen->row].traits;
    return true;
}

} // namespace warpscope::ptx
