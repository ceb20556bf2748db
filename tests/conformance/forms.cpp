// From a row's compiled syntax to its forms: suffixes first, then the operands they ask for.
#include "tests/conformance/forms.h"

#include <algorithm>
#include <set>

#include "sim/isa/syntax.h"
#include "tests/conformance/choices.h"
#include "tests/conformance/form_parts.h"

namespace warpscope::conformance {
namespace {

using isa::OperandElement;
using isa::Pattern;
using isa::Row;

class FormWriter {
public:
    FormWriter(const Row& row, std::uint16_t index, const Pattern& pattern, std::string mnemonic,
               const Modifiers& modifiers)
        : row_(row), index_(index), pattern_(pattern), instruction_(std::move(mnemonic)),
          modifiers_(modifiers) {}

    Form write(const Choice& choice) const;

private:
    Type register_type(const OperandElement& element, const Choice& choice) const {
        const Type chosen =
            element.destination ? choice.destination_register : choice.source_register;
        return chosen != Type::None ? chosen : type_asked_by(element, modifiers_);
    }
    void add(Form& form, const OperandElement& element, const std::string& name, Type type) const;
    std::string brace_list(Form& form, const OperandElement& element, const Choice& choice) const;

    const Row& row_;
    std::uint16_t index_;
    const Pattern& pattern_;
    std::string instruction_;
    const Modifiers& modifiers_;
};

void FormWriter::add(Form& form, const OperandElement& element, const std::string& name,
                     Type type) const {
    FormRegister r{name, type, Role::Value};
    if (!element.destination) r.role = role_of(row_, pattern_, element);
    (element.destination ? form.destinations : form.sources).push_back(r);
}

std::string FormWriter::brace_list(Form& form, const OperandElement& element,
                                   const Choice& choice) const {
    const Type whole = type_asked_by(element, modifiers_);
    const unsigned count = element.count != 0 ? element.count : choice.brace_count;
    const Type part = type_named("b" + std::to_string(8 * size_in_bytes(whole) / count));
    std::string text = "{";
    for (unsigned k = 0; k < count; ++k) {
        const std::string name = std::string(element.name) + std::to_string(k);
        add(form, element, name, part);
        text += (k != 0 ? ", " : "") + name;
    }
    return text + "}";
}

Form FormWriter::write(const Choice& choice) const {
    Form form;
    form.row = index_;
    std::string operands, decorated;
    for (std::size_t k = 0; k < pattern_.operands.size(); ++k) {
        const OperandElement& element = pattern_.operands[k];
        if (!choice.present[k]) continue;
        const std::string separator = operands.empty() ? " " : element.joined ? "|" : ", ";
        std::string text(element.name), note;
        if (element.width == OperandElement::Width::Brace) {
            text = brace_list(form, element, choice);
        } else if (wants_immediate(row_, element) || choice.constant == k) {
            text = choice.immediate;
        } else if (choice.sink == k) {
            text = "_";
        } else {
            const Type type = register_type(element, choice);
            add(form, element, text, type);
            if (type != type_asked_by(element, modifiers_))
                note = ":" + std::string(isa_register_type(type));
        }
        if ((choice.negated >> k & 1) != 0)
            text = (type_asked_by(element, modifiers_) == Type::Pred ? "!" : "-") + text;
        if (!choice.parts.empty() && !choice.parts[k].empty()) text += "." + choice.parts[k];
        operands += separator + text;
        decorated += separator + text + note;
    }
    form.name = instruction_ + decorated;
    form.lines = {instruction_ + operands + ";"};
    form.has_member_mask = row_.traits.warp_sync;
    add_carry_chain(row_, pattern_, modifiers_, form);
    return form;
}

/// Walks the suffix machine of a pattern and reports every complete list of suffixes.
class SuffixWalk {
public:
    SuffixWalk(const Row& row, const Pattern& pattern) : row_(row), pattern_(pattern) {}
    std::vector<std::vector<std::string_view>> all() {
        walk(0);
        return std::move(found_);
    }

private:
    void walk(std::size_t step) {
        if (step == pattern_.suffixes.size()) {
            found_.push_back(taken_);
            return;
        }
        const isa::SuffixStep& now = pattern_.suffixes[step];
        using Kind = isa::SuffixStep::Kind;
        if (now.kind == Kind::Jump) return walk(now.other);
        if (now.kind == Kind::Split) {
            walk(step + 1);
            return walk(now.other);
        }
        if (now.kind == Kind::Literal) return take(now.literal, step);
        for (std::string_view word : vocabulary(row_, now.placeholder))
            take(word, step);
    }
    void take(std::string_view word, std::size_t step) {
        taken_.push_back(word);
        walk(step + 1);
        taken_.pop_back();
    }

    const Row& row_;
    const Pattern& pattern_;
    std::vector<std::string_view> taken_;
    std::vector<std::vector<std::string_view>> found_;
};

} // namespace

std::string Form::signature() const {
    std::string text;
    for (const FormRegister& r : sources) {
        text += text.empty() ? "" : " ";
        text += warpscope::name_of(r.type);
        if (r.role != Role::Value) text += "/" + std::string(name_of(r.role));
    }
    return text;
}

std::vector<Form> enumerate_forms() {
    std::vector<Form> forms;
    std::set<std::string> names; // two rows may share a spelling
    const auto rows = isa::rows();
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (!reason_to_leave_out(rows[r]).empty()) continue;
        const auto pattern = isa::compile_syntax(rows[r].syntax);
        if (!pattern) continue;
        for (const auto& suffixes : SuffixWalk(rows[r], *pattern).all()) {
            const isa::SuffixMatch match = match_suffixes(*pattern, rows[r], suffixes);
            if (!match.matched) continue;
            std::string instruction(pattern->mnemonic);
            for (std::string_view word : suffixes)
                instruction += "." + std::string(word);
            const FormWriter writer(rows[r], static_cast<std::uint16_t>(r), *pattern, instruction,
                                    match.modifiers);
            for (const Choice& choice :
                 choices_of(rows[r], *pattern, match.modifiers, instruction)) {
                Form form = writer.write(choice);
                if (names.insert(form.name).second) forms.push_back(std::move(form));
            }
        }
    }
    return forms;
}

} // namespace warpscope::conformance
