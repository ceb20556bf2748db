// Writes operands and instruction forms.
#include "sim/ptx/spelling.h"

#include <fmt/format.h>

namespace warpscope::ptx {
namespace {

using Kind = Operand::Kind;

/// Floating-point bits as exact literals, small integers in decimal, the rest of the width in
/// hexadecimal.
void append_immediate(std::string& out, const Operand& operand) {
    auto to = std::back_inserter(out);
    switch (operand.type) {
    case Type::F32:
        fmt::format_to(to, "0f{:08X}", static_cast<std::uint32_t>(operand.bits));
        return;
    case Type::F64: fmt::format_to(to, "0d{:016X}", operand.bits); return;
    default: break;
    }
    const unsigned bytes = size_in_bytes(operand.type);
    const unsigned unused = bytes >= 8 || bytes == 0 ? 0 : 64 - 8 * bytes;
    const auto value = static_cast<std::int64_t>(operand.bits << unused) >> unused;
    if (operand.type == Type::Pred || operand.type == Type::U64 || operand.type == Type::U32 ||
        operand.type == Type::U16 || operand.type == Type::U8)
        fmt::format_to(to, "{}", operand.bits);
    else
        fmt::format_to(to, "{}", value);
    if (operand.bits > static_cast<std::uint64_t>(INT64_MAX) && out.back() != 'U' &&
        operand.type == Type::U64)
        out += 'U';
}

void append_displacement(std::string& out, std::int64_t displacement) {
    if (displacement != 0) fmt::format_to(std::back_inserter(out), "+{}", displacement);
}

void append_list(std::string& out, const Operand& operand, const Function& function,
                 std::size_t first = 0) {
    for (std::size_t i = first; i < operand.elements.size(); ++i) {
        if (i > first) out += ", ";
        append_operand(out, operand.elements[i], function);
    }
}

void append_address(std::string& out, const Operand& operand, const Function& function) {
    out += '[';
    if (!operand.elements.empty()) append_operand(out, operand.elements[0], function);
    append_displacement(out, operand.displacement);
    if (operand.elements.size() > 1) {
        out += ", ";
        append_list(out, operand, function, 1);
    }
    out += ']';
}

bool is_absent(const Operand& operand) {
    return operand.kind == Kind::Sink && operand.name.empty();
}

void append_call(std::string& out, const Instruction& call, const Function& function) {
    const auto part = [&](std::size_t i) -> const Operand* {
        return i < call.operands.size() ? &call.operands[i] : nullptr;
    };
    const Operand* results = part(0);
    if (results != nullptr && !results->elements.empty()) {
        append_operand(out, *results, function);
        out += ", ";
    }
    if (const Operand* callee = part(1)) append_operand(out, *callee, function);
    const Operand* prototype = part(3);
    const bool has_prototype = prototype != nullptr && !is_absent(*prototype);
    const Operand* arguments = part(2);
    if (arguments != nullptr && (!arguments->elements.empty() || has_prototype)) {
        out += ", ";
        append_operand(out, *arguments, function);
    }
    if (has_prototype) {
        out += ", ";
        append_operand(out, *prototype, function);
    }
}

} // namespace

void append_operand(std::string& out, const Operand& operand, const Function& function) {
    const bool minus = operand.kind == Kind::Register && operand.type != Type::Pred;
    if (operand.negated) out += minus ? '-' : '!';
    switch (operand.kind) {
    case Kind::Register:
        out += function.registers[operand.index].name;
        if (!operand.selector.empty()) out += "." + operand.selector;
        break;
    case Kind::Immediate: append_immediate(out, operand); break;
    case Kind::Special:
        out += operand.special == SpecialRegister::Unspecified ? operand.name
                                                               : name_of(operand.special);
        break;
    case Kind::Address: append_address(out, operand, function); break;
    case Kind::Symbol:
    case Kind::Function:
        out += operand.name;
        append_displacement(out, operand.displacement);
        break;
    case Kind::Label: out += operand.name; break;
    case Kind::Sink: out += '_'; break;
    case Kind::Vector:
    case Kind::Arguments:
        out += operand.kind == Kind::Vector ? '{' : '(';
        append_list(out, operand, function);
        out += operand.kind == Kind::Vector ? '}' : ')';
        break;
    }
}

std::string spelled(const Operand& operand, const Function& function) {
    std::string text;
    append_operand(text, operand, function);
    return text;
}

void append_operands(std::string& out, const Instruction& instruction, const Function& function) {
    if (instruction.traits.instruction_class == InstructionClass::Call)
        return append_call(out, instruction, function);
    bool first = true;
    for (const Operand& operand : instruction.operands) {
        if (is_absent(operand)) continue;
        if (!first) out += operand.joined ? "|" : ", ";
        append_operand(out, operand, function);
        first = false;
    }
}

std::string described(const isa::Row& row) {
    std::string text(row.syntax);
    const auto add = [&](const char* what, const isa::TypeSet& set) {
        if (set.empty()) return;
        fmt::format_to(std::back_inserter(text), " ({}:", what);
        for (unsigned t = 1; t <= static_cast<unsigned>(Type::F32x2); ++t)
            if (set.contains(static_cast<Type>(t)))
                fmt::format_to(std::back_inserter(text), " .{}", name_of(static_cast<Type>(t)));
        text += ')';
    };
    add(".type", row.types);
    add(".stype", row.source_types);
    return text;
}

} // namespace warpscope::ptx
