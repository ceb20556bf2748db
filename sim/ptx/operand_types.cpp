// Type rules of operands (PTX ISA, "Operand Type Checking" and "Constants").
#include "sim/ptx/operand_types.h"

#include <bit>
#include <fmt/format.h>

#include "sim/ptx/spelling.h"

namespace warpscope::ptx {
namespace {

using Kind = Operand::Kind;

std::uint64_t low_bytes(std::uint64_t bits, unsigned bytes) {
    return bytes >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

/// Floating constants are computed in 64 bits and rounded to the type of their use; 0f keeps its
/// bits.
bool convert_float(Operand& operand, Type wanted) {
    const bool single = operand.type == Type::F32;
    if (wanted == Type::F32) {
        if (!single)
            operand.bits = std::bit_cast<std::uint32_t>(
                static_cast<float>(std::bit_cast<double>(operand.bits)));
    } else if (wanted == Type::F64) {
        if (single) {
            const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits));
            operand.bits = std::bit_cast<std::uint64_t>(static_cast<double>(value));
        }
    } else if (!is_bits(wanted) || size_in_bytes(wanted) != (single ? 4u : 8u)) {
        return false;
    }
    operand.type = wanted;
    return true;
}

bool convert_immediate(Operand& operand, Type wanted) {
    if (operand.type == Type::F32 || operand.type == Type::F64)
        return convert_float(operand, wanted);
    if (wanted == Type::F32 || wanted == Type::F64 || wanted == Type::TF32) return false;
    operand.bits =
        wanted == Type::Pred ? operand.bits != 0 : low_bytes(operand.bits, size_in_bytes(wanted));
    operand.type = wanted;
    return true;
}

std::string name_with_dot(Type type) {
    return "." + std::string(name_of(type));
}

bool refuse(std::string& why, const Operand& operand, const Function& function,
            const std::string& reason) {
    why = spelled(operand, function) + " " + reason;
    return false;
}

} // namespace

bool register_fits(Type have, const Asked& asked) {
    const Type want = asked.type;
    if ((have == Type::Pred) != (want == Type::Pred)) return false;
    const unsigned have_bytes = size_in_bytes(have), want_bytes = size_in_bytes(want);
    if (have_bytes != want_bytes && !(asked.may_be_wider && have_bytes > want_bytes)) return false;
    // Registers declared .bf16 or .bf16x2 are untyped ones to ptxas.
    const bool untyped = is_bits(have) || have == Type::BF16 || have == Type::BF16x2;
    if (untyped || is_bits(want) || have == want) return true;
    if (is_integer(want)) return is_integer(have);
    // A tf32 value is an f32 bit pattern; packed and 16-bit floats live in their own or in .b
    // registers.
    return want == Type::TF32 && have == Type::F32;
}

bool convert_operand(Operand& operand, const Asked& asked, const Function& function,
                     std::string& why) {
    const std::string wanted = "where " + name_with_dot(asked.type) + " is expected";
    if (asked.destination && operand.kind != Kind::Register && operand.kind != Kind::Sink)
        return refuse(why, operand, function, "cannot be written to");
    switch (operand.kind) {
    case Kind::Register: {
        const Type have = function.registers[operand.index].type;
        if (register_fits(have, asked)) return true;
        return refuse(why, operand, function,
                      "is a " + name_with_dot(have) + " register " + wanted);
    }
    case Kind::Immediate: {
        const bool is_float_literal = operand.type == Type::F32 || operand.type == Type::F64;
        if (convert_immediate(operand, asked.type)) return true;
        return refuse(why, operand, function,
                      std::string("is ") + (is_float_literal ? "a floating-point" : "an integer") +
                          " constant " + wanted);
    }
    case Kind::Special:
        if ((type_of(operand.special) == Type::Pred) == (asked.type == Type::Pred) &&
            !is_float(asked.type))
            return true;
        return refuse(why, operand, function, "stands " + wanted);
    case Kind::Symbol:
    case Kind::Function:
        if (size_in_bytes(asked.type) >= 4 && !is_float(asked.type)) return true;
        return refuse(why, operand, function, "is an address " + wanted);
    case Kind::Sink:
        if (asked.destination || asked.may_be_sink) return true;
        return refuse(why, operand, function, "cannot be read");
    case Kind::Label: return refuse(why, operand, function, "is not declared");
    default: return refuse(why, operand, function, "stands " + wanted);
    }
}

} // namespace warpscope::ptx
