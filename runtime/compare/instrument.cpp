// Puts calls before the instructions that write.
#include "runtime/compare/instrument.h"

#include <fmt/format.h>

#include "runtime/compare/claims.h"
#include "sim/ptx/native_text.h"
#include "sim/ptx/spelling.h"
#include "warpscope_claims_code.h"

namespace warpscope::compare {
namespace {

/// Of a store or an atomic that reaches global memory, else null.
const Operand* written_place(const Instruction& instruction) {
    const std::string mnemonic = instruction.form.substr(0, instruction.form.find('.'));
    if (mnemonic != "st" && mnemonic != "atom" && mnemonic != "red") return nullptr;
    const StateSpace space = instruction.modifiers.space;
    if (space != StateSpace::Global && space != StateSpace::Generic) return nullptr;
    for (const Operand& operand : instruction.operands)
        if (operand.kind == Operand::Kind::Address) return &operand;
    return nullptr;
}

/// A write of no bytes is none: that of a guard that is false.
std::string note_write(const Instruction& instruction, const Operand& place,
                       const Function& function, std::size_t site) {
    return fmt::format("\t{{\n"
                       "\t.reg .b64 %ws_address;\n"
                       "\t.reg .b32 %ws_bytes;\n"
                       "\t.reg .pred %ws_writes;\n"
                       "\t.param .b64 ws_address;\n"
                       "\t.param .b32 ws_bytes;\n"
                       "\t.param .b32 ws_site;\n"
                       "\tmov.b64 %ws_address, {};\n"
                       "\tadd.s64 %ws_address, %ws_address, {};\n"
                       "{}"
                       "\tselp.b32 %ws_bytes, {}, 0, %ws_writes;\n"
                       "\tst.param.b64 [ws_address+0], %ws_address;\n"
                       "\tst.param.b32 [ws_bytes+0], %ws_bytes;\n"
                       "\tst.param.b32 [ws_site+0], {};\n"
                       "\tcall.uni warpscope_note_write, (ws_address, ws_bytes, ws_site);\n"
                       "\t}}\n",
                       ptx::spelled(place.elements[0], function), place.displacement,
                       guard_text(instruction, function, "%ws_writes"),
                       size_in_bytes(instruction.modifiers.type) * instruction.modifiers.vector,
                       site);
}

} // namespace

CodePosition position_of(const Executable& code, const Site& site) {
    const Function* const source = &code.instance->module->functions[site.function];
    for (std::uint32_t f = 0; f < code.functions.size(); ++f)
        if (code.functions[f].source == source) return {f, site.instruction};
    return {};
}

std::string guard_text(const Instruction& instruction, const Function& function,
                       const std::string& result) {
    if (!instruction.guard.present()) return fmt::format("\tsetp.eq.u32 {}, 0, 0;\n", result);
    return fmt::format("\t{}.pred {}, {};\n", instruction.guard.negated ? "not" : "mov", result,
                       function.registers[instruction.guard.reg].name);
}

Result<Instrumented> noting_writes(const Module& module) {
    if (*kClaimsCode == '\0')
        return Diagnostic{{},
                          "owners cannot be watched on the GPU: this Warpscope was built without "
                          "clang",
                          "install clang-19 and build again"};
    Instrumented made;
    ptx::PrintOptions options;
    options.preamble = kClaimsCode;
    options.before = [&](std::string& out, std::uint32_t f, std::uint32_t i) {
        const Function& function = module.functions[f];
        const Instruction& instruction = function.instructions[i];
        const Operand* const place = written_place(instruction);
        if (place == nullptr) return;
        out += note_write(instruction, *place, function, made.sites.size());
        made.sites.push_back({f, i});
    };
    Result<std::string> text = ptx::native_text(module, ptx::Fusing::Never, options);
    if (!text) return text.error();
    made.text = std::move(*text);
    if (made.sites.size() >= kClaimSites)
        return Diagnostic{{module.name}, "has too many writes for their owners to be watched", ""};
    return made;
}

} // namespace warpscope::compare
