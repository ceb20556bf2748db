// FormMatcher: finds the row of an instruction and converts its operands to what the row asks for.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/program/module.h"
#include "sim/ptx/row_index.h"

namespace warpscope::ptx {

class FormMatcher {
public:
    explicit FormMatcher(const RowIndex& rows) : rows_(rows) {}

    /// What the module's .version (times ten) and .target say; until then everything is available.
    void set_target(unsigned version, unsigned target) { version_ = version, target_ = target; }

    /// `instruction.form` and its operands as read are set; fills row, modifiers, traits and
    /// operands. False: `message` and `hint` say what does not fit.
    bool match(Instruction& instruction, const Function& function, std::string& message,
               std::string& hint);

    /// Whether any row has this mnemonic and these suffixes; if not, says what is nearest.
    bool knows(const std::string& form, std::string& message, std::string& hint);

private:
    struct Candidate {
        std::uint16_t row;
        Modifiers modifiers;
        std::string form{}; ///< suffixes in the row's order; empty when they were written so
    };
    struct Form {
        std::vector<Candidate> candidates;  ///< rows whose suffixes match, in table order
        std::uint16_t nearest = UINT16_MAX; ///< the row that matched most suffixes
        bool known_mnemonic = false;
    };

    const Form& look_up(const std::string& form);
    void add_reordered(const std::string& form, std::span<const std::uint16_t> rows,
                       std::span<const std::string_view> suffixes, Form& found) const;
    bool is_available(const isa::Row& row, const std::string& form, std::string& message,
                      std::string& hint) const;
    bool refuse(const std::string& form, const Form& found, std::string& message,
                std::string& hint) const;

    const RowIndex& rows_;
    unsigned version_ = UINT32_MAX, target_ = UINT32_MAX;
    std::unordered_map<std::string, Form> forms_; ///< programs repeat few forms many times
};

} // namespace warpscope::ptx
