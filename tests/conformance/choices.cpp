// Multiplies out optional operands, negations, selectors of parts, brace lists, constants, sinks
// and wider registers.
#include "tests/conformance/choices.h"

#include <algorithm>

#include "tests/conformance/form_parts.h"

namespace warpscope::conformance {
namespace {

using isa::OperandElement;

class Choices {
public:
    Choices(const isa::Pattern& pattern, const Modifiers& modifiers)
        : pattern_(pattern), modifiers_(modifiers) {
        all.emplace_back().present.assign(pattern.operands.size(), true);
    }

    std::vector<Choice> all;

    void optional_group(std::size_t k) {
        multiply([&](const Choice& c) {
            Choice without = c;
            std::fill(without.present.begin() + static_cast<std::ptrdiff_t>(k),
                      without.present.begin() + pattern_.operands[k].group_end, false);
            add(without), add(c);
        });
    }
    void negation(std::size_t k) {
        multiply([&](const Choice& c) {
            add(c);
            if (c.present[k]) add(c).negated |= 1u << k;
        });
    }
    void brace_list() {
        multiply([&](const Choice& c) {
            for (unsigned parts : {2u, 4u}) {
                const unsigned bytes = size_in_bytes(modifiers_.type) / parts;
                if (bytes >= 1 && bytes <= 8) add(c).brace_count = parts;
            }
        });
    }
    void every_byte() {
        multiply([&](const Choice& c) {
            for (unsigned v = 0; v < 256; ++v)
                add(c).immediate = std::to_string(v);
        });
    }
    void sink(std::size_t k) {
        multiply([&](const Choice& c) {
            add(c);
            if (c.present[k + 1]) add(c).sink = k;
        });
    }
    void last_as_constant(const std::string& instruction) {
        const std::size_t last = pattern_.operands.size() - 1;
        const Type type = type_asked_by(pattern_.operands[last], modifiers_);
        multiply([&](const Choice& c) {
            add(c);
            for (const std::string& constant : some_constants(instruction, type)) {
                Choice& with = add(c);
                with.constant = last;
                with.immediate = constant;
            }
        });
    }
    /// Besides whole words: parts of the sources, and with them a part of the destination. Not with
    /// negations, which are many.
    void parts(const std::string& instruction) {
        multiply([&](const Choice& c) {
            add(c);
            if (c.negated != 0) return;
            const auto selected = [&](bool destinations) {
                Choice& with = add(c);
                with.parts.resize(pattern_.operands.size());
                for (std::size_t k = 0; k < pattern_.operands.size(); ++k) {
                    const OperandElement& element = pattern_.operands[k];
                    if (element.selectable && (destinations || !element.destination))
                        with.parts[k] =
                            some_parts(instruction, pattern_.mnemonic, k, element.destination);
                }
            };
            selected(false);
            if (pattern_.operands.front().selectable) selected(true);
        });
    }
    void wider_registers() {
        multiply([&](const Choice& c) {
            for (Type d : registers_for(modifiers_.type))
                for (Type s : registers_for(modifiers_.source_type)) {
                    Choice& with = add(c);
                    with.destination_register = d;
                    with.source_register = s;
                }
        });
    }

private:
    /// Replaces every choice by those that `vary` adds for it.
    template<class Vary>
    void multiply(Vary vary) {
        const std::vector<Choice> before = std::move(all);
        all.clear();
        for (const Choice& c : before)
            vary(c);
    }
    Choice& add(const Choice& c) { return all.emplace_back(c); }

    const isa::Pattern& pattern_;
    const Modifiers& modifiers_;
};

} // namespace

std::vector<Choice> choices_of(const isa::Row& row, const isa::Pattern& pattern,
                               const Modifiers& modifiers, const std::string& instruction) {
    Choices choices(pattern, modifiers);
    for (std::size_t k = 0; k < pattern.operands.size(); ++k) {
        const OperandElement& element = pattern.operands[k];
        if (element.group_end != 0) choices.optional_group(k);
        if (element.negatable) choices.negation(k);
        if (element.width == OperandElement::Width::Brace && element.count == 0)
            choices.brace_list();
        if (wants_immediate(row, element)) choices.every_byte();
        if (k != 0 && may_be_sink(row, pattern.operands[k - 1], element)) choices.sink(k - 1);
    }
    if (std::ranges::any_of(pattern.operands, &OperandElement::selectable))
        choices.parts(instruction);
    if (may_be_constant(row, pattern)) choices.last_as_constant(instruction);
    if (registers_may_be_wider(row)) choices.wider_registers();
    return std::move(choices.all);
}

} // namespace warpscope::conformance
