// Facts about particular rows that their syntax does not tell.
#include "tests/conformance/form_parts.h"

#include <algorithm>
#include <array>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tests/conformance/digest.h"
#include "tests/conformance/tuples.h"

namespace warpscope::conformance {

using isa::OperandElement;
using isa::Row;

namespace {

bool reads_carry(const isa::Pattern& pattern) {
    return pattern.mnemonic == "addc" || pattern.mnemonic == "subc" || pattern.mnemonic == "madc";
}
bool writes_carry(const Row& row) {
    return row.syntax.find(".cc.") != std::string_view::npos;
}

} // namespace

std::string_view name_of(Role role) {
    switch (role) {
    case Role::Value: return "value";
    case Role::MemberMask: return "mask";
    case Role::FewValues: return "few";
    case Role::Vote: return "vote";
    }
    return {};
}

std::string_view reason_to_leave_out(const Row& row) {
    const Traits& t = row.traits;
    const std::string_view mnemonic = row.syntax.substr(0, row.syntax.find_first_of(".{ "));
    if (t.memory || t.load || t.store || t.atomic) return "accesses memory";
    if (t.branch) return "control flow";
    if (t.barrier) return "a barrier";
    switch (t.instruction_class) {
    case InstructionClass::Fence: return "orders memory accesses";
    case InstructionClass::Trap: return "ends the launch";
    case InstructionClass::Barrier:
    case InstructionClass::WarpSync: return "a barrier";
    case InstructionClass::Load:
    case InstructionClass::Store:
    case InstructionClass::Atomic: return "accesses memory";
    case InstructionClass::Branch:
    case InstructionClass::Call:
    case InstructionClass::Return: return "control flow";
    default: break;
    }
    if (mnemonic == "cvta" || mnemonic == "isspacep" || mnemonic == "mapa" ||
        mnemonic == "getctarank" || mnemonic == "istypep")
        return "depends on where memory lies";
    if (mnemonic == "activemask") return "says what the scheduler does";
    const auto pattern = isa::compile_syntax(row.syntax);
    if (!pattern || pattern->is_call) return "no operands of its own";
    bool destination = false;
    for (const OperandElement& e : pattern->operands) {
        if (e.kind != OperandElement::Kind::Value) return "accesses memory";
        destination = destination || e.destination;
    }
    if (!destination) return "computes nothing";
    for (const isa::SuffixStep& s : pattern->suffixes)
        if (s.placeholder == isa::Placeholder::Space || s.placeholder == isa::Placeholder::Vector ||
            s.placeholder == isa::Placeholder::Cache)
            return "accesses memory";
    return {};
}

std::vector<std::string_view> vocabulary(const Row& row, isa::Placeholder placeholder) {
    std::vector<std::string_view> words;
    const auto types = [&](const isa::TypeSet& set) {
        for (unsigned t = 1; t < 64; ++t) {
            const std::string_view name = warpscope::name_of(static_cast<Type>(t));
            if (set.contains(static_cast<Type>(t)) && !name.empty()) words.push_back(name);
        }
    };
    if (placeholder == isa::Placeholder::Type) types(row.types);
    if (placeholder == isa::Placeholder::SourceType) types(row.source_types);
    if (placeholder == isa::Placeholder::Comparison)
        for (unsigned c = 1; c <= static_cast<unsigned>(Comparison::Nan); ++c)
            words.push_back(warpscope::name_of(static_cast<Comparison>(c)));
    return words;
}

Role role_of(const Row& row, const isa::Pattern& pattern, const OperandElement& element) {
    if (!row.traits.warp_sync) return Role::Value;
    if (&element == &pattern.operands.back()) return Role::MemberMask;
    if (pattern.mnemonic == "match") return Role::FewValues;
    return element.fixed == Type::Pred ? Role::Vote : Role::Value;
}

bool wants_immediate(const Row&, const OperandElement& element) {
    return element.name == "lut";
}

bool may_be_constant(const Row& row, const isa::Pattern& pattern) {
    const OperandElement& last = pattern.operands.back();
    const auto sources = std::ranges::count(pattern.operands, false, &OperandElement::destination);
    if (sources < 2 || last.destination || last.negatable || wants_immediate(row, last))
        return false;
    if (last.width == OperandElement::Width::Brace || last.fixed == Type::Pred) return false;
    if (reads_carry(pattern) || writes_carry(row)) return false;
    switch (row.traits.instruction_class) {
    case InstructionClass::Integer:
    case InstructionClass::Bit:
    case InstructionClass::Float32:
    case InstructionClass::Float64: return true;
    case InstructionClass::Compare: return pattern.mnemonic == "setp";
    default: return false;
    }
}

std::vector<std::string> some_constants(const std::string& instruction, Type type) {
    if (type == Type::Pred || size_in_bytes(type) > 8) return {};
    if (type == Type::U16x2 || type == Type::S16x2) return {}; // ptxas takes registers only
    const bool number = type == Type::F32 || type == Type::F64;
    if (!number && !is_integer(type) && !is_bits(type)) return {};
    // "Operands b and c are of type .u32, but are restricted to the 8-bit value range" (bfe, bfi).
    const bool byte = instruction.starts_with("bfe") || instruction.starts_with("bfi");
    const std::string prefix = type == Type::F32 ? "0f" : type == Type::F64 ? "0d" : "0x";
    const auto& edges = edge_values(type);
    const std::uint64_t hash = XXH3_64bits(instruction.data(), instruction.size());
    std::vector<std::string> constants;
    for (unsigned k = 0; k < 3; ++k)
        constants.push_back(prefix + to_hex(edges[(hash >> 20 * k) % edges.size()] &
                                                (byte ? 0xff : ~std::uint64_t{0}),
                                            2 * std::max(2u, size_in_bytes(type))));
    return constants;
}

std::string some_parts(const std::string& instruction, std::string_view mnemonic, std::size_t k,
                       bool destination) {
    std::uint64_t hash = XXH3_64bits_withSeed(instruction.data(), instruction.size(), k);
    const auto below = [&](std::uint64_t limit) {
        const std::uint64_t digit = hash % limit;
        hash /= limit;
        return static_cast<unsigned>(digit);
    };
    if (!mnemonic.ends_with('2') && !mnemonic.ends_with('4')) {
        const unsigned part = below(6);
        return part < 4 ? "b" + std::to_string(part) : "h" + std::to_string(part - 4);
    }
    // SIMD: every part of the result names one of those of a and b; d names a set, highest first.
    const unsigned count = mnemonic.ends_with('2') ? 2 : 4;
    std::string text = count == 2 ? "h" : "b";
    const unsigned written = 1 + below((1u << count) - 1);
    for (unsigned part = count; part-- > 0;)
        if (!destination)
            text += std::to_string(below(2 * count));
        else if ((written >> part & 1) != 0)
            text += std::to_string(part);
    return text;
}

bool may_be_sink(const Row& row, const OperandElement& first, const OperandElement& second) {
    return row.traits.warp_sync && first.destination && second.destination && second.joined;
}

bool registers_may_be_wider(const Row& row) {
    return row.syntax.starts_with("cvt") && !row.syntax.starts_with("cvt.pack") &&
           row.traits.instruction_class == InstructionClass::Conversion;
}

std::vector<Type> registers_for(Type type) {
    if (!is_integer(type)) return {Type::None};
    std::vector<Type> fitting;
    const auto candidates = is_signed(type) ? std::array{Type::S16, Type::S32, Type::S64}
                                            : std::array{Type::U16, Type::U32, Type::U64};
    for (Type r : candidates)
        if (size_in_bytes(r) >= size_in_bytes(type)) fitting.push_back(r);
    return fitting;
}

std::string_view isa_register_type(Type type) {
    if (type == Type::Pred || type == Type::F32 || type == Type::F64)
        return warpscope::name_of(type);
    switch (size_in_bytes(type)) {
    case 1:
    case 2: return type == Type::U16 || type == Type::S16 ? warpscope::name_of(type) : "b16";
    case 4: return type == Type::U32 || type == Type::S32 ? warpscope::name_of(type) : "b32";
    case 8: return type == Type::U64 || type == Type::S64 ? warpscope::name_of(type) : "b64";
    default: return "b128";
    }
}

void add_carry_chain(const Row& row, const isa::Pattern& pattern, const Modifiers& modifiers,
                     Form& form) {
    const bool reads = reads_carry(pattern), writes = writes_carry(row);
    if (!reads && !writes) return;
    const bool subtracts = pattern.mnemonic.starts_with("sub");
    const std::string width = std::to_string(8 * size_in_bytes(modifiers.type));
    const Type word = type_named("u" + width);
    const std::string verb = subtracts ? "sub" : "add";
    if (reads) {
        form.sources.push_back({"x", word, Role::Value});
        form.sources.push_back({"y", word, Role::Value});
        form.locals.push_back({"flag_setter", word, Role::Value});
        form.lines.insert(form.lines.begin(), verb + ".cc.u" + width + " flag_setter, x, y;");
    }
    if (!writes) return;
    form.destinations.push_back({"flag", word, Role::Value});
    form.lines.push_back(verb + "c.u" + width + " flag, 0, 0;");
}

} // namespace warpscope::conformance
