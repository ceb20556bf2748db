// Resolves operands to lane vectors, symbols to addresses and labels to indices.
#include "sim/exec/decoder.h"

#include <algorithm>

#include "sim/exec/address_groups.h"
#include "sim/exec/call_sites.h"
#include "sim/exec/frame_builder.h"
#include "sim/exec/liveness.h"
#include "sim/program/control_flow.h"

namespace warpscope {
namespace {

using isa::DecodedInstruction;
using isa::kNoOperand;

bool is_wide_special(SpecialRegister s) {
    return s == SpecialRegister::Clock64 || s == SpecialRegister::GlobalTimer ||
           s == SpecialRegister::GridId;
}

class FunctionDecoder {
public:
    FunctionDecoder(const Function& source, std::uint32_t self, const DecodeContext& context)
        : source_(source), context_(context), parameters_((*context.parameters)[self]),
          builder_(source, result_) {
        result_.source = &source;
        result_.parameter_bytes = parameters_.area_bytes;
        locals_ = lay_out_locals(source, result_.local_bytes);
    }

    Result<ExecutableFunction> run();

private:
    struct SymbolPlace {
        enum class Kind { Absolute, Local } kind = Kind::Absolute;
        std::uint64_t value = 0;
    };

    Status decode_instruction(std::uint32_t index, const ControlFlow& flow,
                              const std::vector<bool>& never_read);
    Status decode_operand(const Instruction& i, const Operand& operand, DecodedInstruction& d,
                          unsigned& next);
    std::uint32_t& operand_slot(DecodedInstruction& d, unsigned k);
    Status decode_address(const Instruction& i, const Operand& operand, DecodedInstruction& d);
    Result<SymbolPlace> place_of(const Instruction& i, const std::string& name) const;
    Diagnostic problem(const Instruction& i, std::string message, std::string hint = {}) const;
    bool spins(std::uint32_t first, std::uint32_t last) const;
    bool only_leaves(std::uint32_t pc) const;
    void finish_body();

    const Function& source_;
    const DecodeContext& context_;
    const ParameterLayout& parameters_;
    OffsetsByName locals_;
    ExecutableFunction result_;
    FrameBuilder builder_;
};

Diagnostic FunctionDecoder::problem(const Instruction& i, std::string message,
                                    std::string hint) const {
    return {{context_.instance->module->name, i.line, 0}, std::move(message), std::move(hint)};
}

Result<FunctionDecoder::SymbolPlace> FunctionDecoder::place_of(const Instruction& i,
                                                               const std::string& name) const {
    using Kind = SymbolPlace::Kind;
    if (const auto p = parameters_.formals.find(name); p != parameters_.formals.end())
        return SymbolPlace{Kind::Absolute, kParameterWindow + p->second.offset};
    if (const auto p = parameters_.areas.find(name); p != parameters_.areas.end())
        return SymbolPlace{Kind::Absolute, p->second.offset};
    if (const auto l = locals_.find(name); l != locals_.end())
        return SymbolPlace{Kind::Local, l->second.offset};
    if (const auto s = context_.shared->variables.find(name); s != context_.shared->variables.end())
        return SymbolPlace{Kind::Absolute, s->second.offset};
    if (const auto g = context_.instance->symbols.find(name); g != context_.instance->symbols.end())
        return SymbolPlace{Kind::Absolute, g->second};
    return problem(i, "'" + name + "' has no address: it is declared but nowhere defined",
                   "link the file that defines it");
}

Status FunctionDecoder::decode_address(const Instruction& i, const Operand& operand,
                                       DecodedInstruction& d) {
    d.displacement = operand.displacement;
    const Operand& base = operand.elements.at(0);
    switch (base.kind) {
    case Operand::Kind::Register:
        d.address = builder_.register_slot(base.index);
        d.address_is_32_bit = size_in_bytes(source_.registers[base.index].type) <= 4;
        return Done{};
    case Operand::Kind::Immediate:
        d.displacement += static_cast<std::int64_t>(base.bits);
        return Done{};
    case Operand::Kind::Symbol: {
        Result<SymbolPlace> place = place_of(i, base.name);
        if (!place) return place.error();
        d.displacement += base.displacement;
        if (place->kind == SymbolPlace::Kind::Local)
            d.address = builder_.local_address(static_cast<std::uint32_t>(place->value), true);
        else
            d.displacement += static_cast<std::int64_t>(place->value);
        return Done{};
    }
    default: return problem(i, "an address must start with a register, a variable or a number");
    }
}

/// Where the offset of operand k goes: into the instruction, or after those of earlier
/// instructions.
std::uint32_t& FunctionDecoder::operand_slot(DecodedInstruction& d, unsigned k) {
    if (k < d.operand.size()) return d.operand[k];
    if (k == d.operand.size()) d.target = static_cast<std::uint32_t>(result_.more_operands.size());
    return result_.more_operands.emplace_back(kNoOperand);
}

Status FunctionDecoder::decode_operand(const Instruction& i, const Operand& operand,
                                       DecodedInstruction& d, unsigned& next) {
    if (operand.kind == Operand::Kind::Address) {
        if (Status s = decode_address(i, operand, d); !s) return s;
        for (std::size_t k = 1; k < operand.elements.size(); ++k) // coordinates
            if (Status s = decode_operand(i, operand.elements[k], d, next); !s) return s;
        return Done{};
    }
    if (operand.kind == Operand::Kind::Vector) {
        for (const Operand& e : operand.elements)
            if (Status s = decode_operand(i, e, d, next); !s) return s;
        return Done{};
    }
    if (operand.kind == Operand::Kind::Label) {
        d.target = operand.index;
        return Done{};
    }
    const unsigned k = next++;
    std::uint32_t& slot = operand_slot(d, k);
    switch (operand.kind) {
    case Operand::Kind::Register:
        slot = builder_.register_slot(operand.index);
        if (operand.negated) d.negated |= static_cast<std::uint8_t>(1u << k);
        if (k == 0)
            d.slot_size =
                static_cast<std::uint8_t>(slot_bytes(source_.registers[operand.index].type));
        return Done{};
    case Operand::Kind::Immediate:
        slot = operand.type == Type::Pred
                   ? builder_.constant_predicate(operand.bits != 0)
                   : builder_.constant(operand.bits, slot_bytes(operand.type));
        return Done{};
    case Operand::Kind::Special:
        // Clocks change from instruction to instruction: their rows read them from the context.
        if (!is_clock(operand.special))
            slot = builder_.special(operand.special, is_wide_special(operand.special));
        return Done{};
    case Operand::Kind::Function:
    case Operand::Kind::Symbol: {
        Result<SymbolPlace> place = place_of(i, operand.name);
        if (!place) return place.error();
        const bool wide = size_in_bytes(i.modifiers.type) == 8;
        const std::uint64_t value = place->value + static_cast<std::uint64_t>(operand.displacement);
        slot = place->kind == SymbolPlace::Kind::Local
                   ? builder_.local_address(static_cast<std::uint32_t>(value), wide)
                   : builder_.constant(value, wide ? 8 : 4);
        return Done{};
    }
    default: return Done{}; // a sink stays kNoOperand
    }
}

bool FunctionDecoder::spins(std::uint32_t first, std::uint32_t last) const {
    for (std::uint32_t k = first; k <= last; ++k) {
        const Instruction& i = source_.instructions[k];
        const bool strong_load = i.traits.load && i.modifiers.order != Order::Weak;
        // The first operand of a reduction is what it adds.
        const bool reads_old = i.traits.atomic && destination_count(i) != 0 &&
                               result_.code[k].operand[0] != kNoOperand;
        if (strong_load || reads_old) return true;
    }
    return false;
}

Status FunctionDecoder::decode_instruction(std::uint32_t index, const ControlFlow& flow,
                                           const std::vector<bool>& never_read) {
    const Instruction& i = source_.instructions[index];
    DecodedInstruction& d = result_.code[index];
    d.reconvergence = flow.reconvergence[index];
    d.vector = i.modifiers.vector;
    d.order = i.modifiers.order;
    d.scope = i.modifiers.scope;
    if (i.guard.present()) {
        d.guard = builder_.register_slot(i.guard.reg);
        d.guard_negated = i.guard.negated;
    }
    if (i.traits.instruction_class == InstructionClass::Call) {
        Result<CallSite> site = decode_call_site(i, source_, parameters_, builder_, context_);
        if (!site) return site.error();
        d.target = static_cast<std::uint32_t>(result_.calls.size());
        result_.calls.push_back(std::move(*site));
    } else {
        unsigned next = 0;
        for (const Operand& operand : i.operands)
            if (Status s = decode_operand(i, operand, d, next); !s) return s;
    }
    // An atomic whose result no instruction reads is a reduction, whichever way the compiler wrote
    // it.
    if (i.traits.atomic && destination_count(i) == 1 &&
        i.operands[0].kind == Operand::Kind::Register && never_read[i.operands[0].index])
        d.operand[0] = kNoOperand;
    const isa::Row& row = isa::rows(context_.level)[i.row];
    if (row.decode == nullptr || !row.decode(i, d))
        return problem(
            i, "this combination of suffixes of '" + std::string(row.name) + "' is not supported",
            "supported: " + std::string(row.syntax));
    return Done{};
}

/// True when all that a kernel's lanes do at `pc` is leave.
bool FunctionDecoder::only_leaves(std::uint32_t pc) const {
    if (!source_.is_entry || pc >= source_.instructions.size()) return false;
    const Instruction& i = source_.instructions[pc];
    return i.traits.instruction_class == InstructionClass::Return && !i.guard.present();
}

/// Back-edges that may wait for other lanes are marked; a last `ret` gives all paths an end in
/// common. Lanes whose meeting point is a kernel's `ret` leave without waiting there, as hardware
/// lets them: the others may still come to a barrier that counts only threads that are left.
void FunctionDecoder::finish_body() {
    const std::uint32_t count = static_cast<std::uint32_t>(source_.instructions.size());
    for (std::uint32_t k = 0; k < count; ++k) {
        DecodedInstruction& d = result_.code[k];
        const bool plain_branch =
            source_.instructions[k].traits.instruction_class == InstructionClass::Branch;
        if (plain_branch && d.target <= k) d.displacement = spins(d.target, k) ? 1 : 0;
        // Lanes that call different functions, or none, meet behind the call.
        if (source_.instructions[k].traits.instruction_class == InstructionClass::Call)
            d.reconvergence = k + 1;
        if (only_leaves(d.reconvergence)) d.reconvergence = count;
    }
    Instruction ret;
    ret.row = isa::rows_of("ret").front();
    DecodedInstruction& end = result_.code[count];
    end.reconvergence = count;
    isa::rows(context_.level)[ret.row].decode(ret, end);
}

Result<ExecutableFunction> FunctionDecoder::run() {
    const ControlFlow flow = analyse_control_flow(source_);
    const std::vector<bool> never_read = registers_never_read(source_);
    result_.code.resize(source_.instructions.size() + 1);
    for (std::uint32_t k = 0; k < source_.instructions.size(); ++k)
        if (Status s = decode_instruction(k, flow, never_read); !s) return s.error();
    for (const std::vector<std::string>& table : source_.branch_tables) {
        std::vector<std::uint32_t>& targets = result_.tables.emplace_back();
        for (const std::string& name : table)
            for (const Label& label : source_.labels)
                if (label.name == name) targets.push_back(label.target);
    }
    finish_body();
    assign_address_groups(source_, flow, result_.code);
    if (!source_.is_entry) {
        result_.parameters = places_of_formals(source_.parameters, source_, parameters_, builder_);
        result_.results = places_of_formals(source_.results, source_, parameters_, builder_);
        // A result in a register that no path writes must not show an earlier frame's values.
        for (const CallValue& v : result_.results)
            if (v.lane_vector != kNoOperand) {
                result_.cleared_registers.push_back(v.lane_vector);
                result_.cleared_sizes.push_back(32 * std::max(v.size, 4u));
            }
    }
    for (std::uint32_t r : registers_live_at_entry(source_, flow)) {
        const Type type = source_.registers[r].type;
        result_.cleared_registers.push_back(builder_.register_slot(r));
        result_.cleared_sizes.push_back(type == Type::Pred ? 4 : 32 * slot_bytes(type));
    }
    builder_.finish();
    return std::move(result_);
}

} // namespace

Result<ExecutableFunction> decode_function(const Function& source, std::uint32_t self,
                                           const DecodeContext& context) {
    return FunctionDecoder(source, self, context).run();
}

} // namespace warpscope
