// Compares a case's instructions before and after the reprint with explicit rounding.
#include "tests/ptx_runner/rounding_check.h"

#include "sim/ptx/native_text.h"
#include "sim/ptx/parser.h"
#include "sim/ptx/printer.h"
#include "sim/ptx/spelling.h"

namespace warpscope::cases {
namespace {

bool has_problem(const Module& module) {
    for (const Function& f : module.functions)
        if (!f.problems.empty()) return true;
    return false;
}

std::string operands_of(const Instruction& instruction, const Function& function) {
    std::string text;
    ptx::append_operands(text, instruction, function);
    return text;
}

/// The form with the one modifier taken away that may have come.
std::string without_rounding(const std::string& form) {
    const std::size_t dot = form.find('.');
    return form.compare(dot, 4, ".rn.") == 0 ? form.substr(0, dot) + form.substr(dot + 3) : form;
}

bool may_fuse(const Instruction& i) {
    const std::string mnemonic = i.form.substr(0, i.form.find('.'));
    return (mnemonic == "add" || mnemonic == "sub" || mnemonic == "mul") &&
           is_float(i.modifiers.type) && i.modifiers.rounding == Rounding::None;
}

/// "" when `b` is `a` but for a rounding that `a` left open.
std::string difference(const Instruction& a, const Function& fa, const Instruction& b,
                       const Function& fb, unsigned& changed) {
    if (a.row != b.row || operands_of(a, fa) != operands_of(b, fb) ||
        a.guard.present() != b.guard.present() || a.guard.negated != b.guard.negated)
        return "'" + a.form + "' became another instruction, '" + b.form + "'";
    if (may_fuse(b)) return "'" + b.form + "' may still be fused";
    if (a.form == b.form) return "";
    ++changed;
    if (!may_fuse(a) || without_rounding(b.form) != a.form ||
        b.modifiers.rounding != Rounding::NearestEven)
        return "'" + a.form + "' became '" + b.form + "'";
    return "";
}

} // namespace

std::vector<std::string> check_rounding(const Case& c, unsigned& changed) {
    const Result<Module> before = ptx::parse(c.ptx, c.path);
    if (!before || has_problem(*before)) return {};
    const Result<std::string> text = ptx::native_text(*before, ptx::Fusing::Never);
    if (!text) return {c.path + ": " + to_string(text.error())};
    const Result<Module> after = ptx::parse(*text, c.path + " (reprinted)");
    if (!after) return {to_string(after.error())};
    // Printing may order functions anew; a plain reprint is in the order of the other one.
    const Result<Module> plain = ptx::parse(ptx::print(*before), c.path);
    if (!plain) return {to_string(plain.error())};
    std::vector<std::string> failures;
    if (plain->functions.size() != after->functions.size())
        return {c.path + ": the reprint has another number of functions"};
    for (std::size_t f = 0; f < plain->functions.size(); ++f) {
        const Function &fa = plain->functions[f], &fb = after->functions[f];
        for (const Diagnostic& problem : fb.problems)
            failures.push_back(to_string(problem));
        if (fa.name != fb.name || fa.instructions.size() != fb.instructions.size()) {
            failures.push_back(c.path + ": function " + fa.name + " became " + fb.name);
            continue;
        }
        for (std::size_t i = 0; i < fa.instructions.size(); ++i) {
            const std::string what =
                difference(fa.instructions[i], fa, fb.instructions[i], fb, changed);
            if (!what.empty()) failures.push_back(c.path + ": " + what);
        }
    }
    return failures;
}

} // namespace warpscope::cases
