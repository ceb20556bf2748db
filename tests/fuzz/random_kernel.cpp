// Statements at random: suffixes walk a row's pattern, operands are drawn from a few registers of
// each kind.
#include "tests/fuzz/random_kernel.h"

namespace warpscope::fuzz {
namespace {

constexpr unsigned kRegistersOfAKind = 4;
constexpr unsigned kLabels = 6;

const char* const kPrologue =
    ".version 8.5\n.target sm_90\n.address_size 64\n"
    ".global .align 16 .b8 table[256];\n.const .align 16 .b8 fixed[64] = {1, 2, 3, 4};\n"
    ".visible .entry fuzz(.param .u64 buffer, .param .u32 count)\n{\n"
    ".reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<4>; .reg .b64 %d<4>; .reg .f32 %f<4>; .reg "
    ".f64 %g<4>; "
    ".reg .b128 %q<4>;\n"
    ".local .align 16 .b8 depot[64]; .shared .align 16 .b8 tile[256];\n"
    "ld.param.u64 %d0, [buffer]; mov.u32 %r0, %tid.x; mul.wide.u32 %d1, %r0, 16; add.u64 %d1, %d1, "
    "%d0; mov.u32 %r1, "
    "%laneid; cvt.rn.f32.u32 %f0, %r0; cvt.rn.f64.u32 %g0, %r0;\n";

std::string name_with_dot(Type type) {
    return "." + std::string(name_of(type));
}

class StatementMaker {
public:
    StatementMaker(ByteSource& bytes, const isa::Row& row, const isa::Pattern& pattern)
        : bytes_(bytes), row_(row), pattern_(pattern) {}

    std::string make() {
        std::string text;
        if (bytes_.one_in(4))
            text += std::string(bytes_.one_in(2) ? "@!" : "@") + "%p" + pick_register();
        text += " " + std::string(pattern_.mnemonic) + suffixes();
        return text + operands() + ";";
    }

private:
    std::string pick_register() { return std::to_string(bytes_.below(kRegistersOfAKind)); }

    Type pick(const isa::TypeSet& set) {
        std::vector<Type> types;
        for (unsigned t = 1; t <= static_cast<unsigned>(Type::F32x2); ++t)
            if (set.contains(static_cast<Type>(t))) types.push_back(static_cast<Type>(t));
        return types.empty() ? Type::None
                             : types[bytes_.below(static_cast<unsigned>(types.size()))];
    }

    std::string placeholder(isa::Placeholder p) {
        static const char* const comparisons[] = {".eq", ".ne", ".lt",  ".le",
                                                  ".gt", ".ge", ".ltu", ".nan"};
        static const char* const spaces[] = {".global", ".shared", ".local", ".const", ".param"};
        static const char* const orders[] = {".volatile", ".relaxed", ".acquire", ".release",
                                             ".acq_rel"};
        static const char* const scopes[] = {".cta", ".gpu", ".sys"};
        switch (p) {
        case isa::Placeholder::Type:
            modifiers_.type = pick(row_.types);
            return name_with_dot(modifiers_.type);
        case isa::Placeholder::SourceType:
            modifiers_.source_type = pick(row_.source_types);
            return name_with_dot(modifiers_.source_type);
        case isa::Placeholder::Comparison: return comparisons[bytes_.below(8)];
        case isa::Placeholder::Space: return spaces[bytes_.below(5)];
        case isa::Placeholder::Vector:
            modifiers_.vector = bytes_.one_in(2) ? 2 : 4;
            return modifiers_.vector == 2 ? ".v2" : ".v4";
        case isa::Placeholder::Order: return orders[bytes_.below(5)];
        case isa::Placeholder::Scope: return scopes[bytes_.below(3)];
        case isa::Placeholder::Cache: return ".cg";
        case isa::Placeholder::None: break;
        }
        return {};
    }

    std::string suffixes() {
        std::string text;
        for (std::size_t step = 0; step < pattern_.suffixes.size();) {
            const isa::SuffixStep& s = pattern_.suffixes[step];
            switch (s.kind) {
            case isa::SuffixStep::Kind::Literal:
                text += "." + std::string(s.literal), ++step;
                break;
            case isa::SuffixStep::Kind::Any: text += placeholder(s.placeholder), ++step; break;
            case isa::SuffixStep::Kind::Split: step = bytes_.one_in(2) ? step + 1 : s.other; break;
            case isa::SuffixStep::Kind::Jump: step = s.other; break;
            }
        }
        return text;
    }

    std::string value(Type type, bool destination) {
        if (type == Type::Pred) return "%p" + pick_register();
        const unsigned size = size_in_bytes(type);
        if (!destination && size <= 8 && bytes_.one_in(4)) {
            if (is_float(type) && size == 4) return "0f" + hexadecimal(8);
            if (is_float(type) && size == 8) return "0d" + hexadecimal(16);
            return bytes_.one_in(2) ? std::to_string(bytes_.below(70))
                                    : "0x" + hexadecimal(2 * size);
        }
        const char* const kind = type == Type::F32   ? "%f"
                                 : type == Type::F64 ? "%g"
                                 : size <= 2         ? "%h"
                                 : size == 4         ? "%r"
                                 : size == 8         ? "%d"
                                                     : "%q";
        return kind + pick_register();
    }

    std::string hexadecimal(unsigned digits) {
        static const char* const table = "0123456789abcdef";
        const std::uint64_t word = bytes_.word();
        std::string text(digits, '0');
        for (unsigned k = 0; k < digits; ++k)
            text[k] = table[word >> (4 * k) & 15];
        return text;
    }

    std::string address() {
        static const char* const symbols[] = {"table", "fixed", "depot", "tile", "buffer"};
        const std::string offset = "+" + std::to_string(4 * bytes_.below(20));
        if (bytes_.one_in(3)) return "[" + std::string(symbols[bytes_.below(5)]) + offset + "]";
        return "[%d" + std::to_string(bytes_.below(bytes_.one_in(8) ? 4 : 2)) + offset + "]";
    }

    std::string braces(Type element, unsigned count, bool destination) {
        std::string text = "{";
        for (unsigned k = 0; k < count; ++k)
            text += (k ? ", " : "") + value(element, destination);
        return text + "}";
    }

    std::string operand(const isa::OperandElement& e) {
        switch (e.kind) {
        case isa::OperandElement::Kind::Address: return address();
        case isa::OperandElement::Kind::Label: return "L" + std::to_string(bytes_.below(kLabels));
        case isa::OperandElement::Kind::Function:
        case isa::OperandElement::Kind::Table: return "none";
        case isa::OperandElement::Kind::Value: break;
        }
        const Type type = isa::type_asked_by(e, modifiers_);
        if (e.width == isa::OperandElement::Width::Vector && modifiers_.vector > 1)
            return braces(modifiers_.type, modifiers_.vector, e.destination);
        if (e.width == isa::OperandElement::Width::Brace) {
            const unsigned parts = e.count != 0 ? e.count : 2;
            const unsigned size = size_in_bytes(modifiers_.type) / parts;
            return braces(size <= 2   ? Type::B16
                          : size == 4 ? Type::B32
                                      : Type::B64,
                          parts, e.destination);
        }
        return (e.negatable && bytes_.one_in(3) ? "!" : "") + value(type, e.destination);
    }

    std::string operands() {
        if (pattern_.is_call) return " none";
        std::string text;
        for (std::size_t k = 0; k < pattern_.operands.size(); ++k) {
            const isa::OperandElement& e = pattern_.operands[k];
            if (e.group_end > k && bytes_.one_in(2)) {
                k = e.group_end - 1u;
                continue;
            }
            text += (k == 0 ? " " : e.joined ? "|" : ", ") + operand(e);
        }
        return text;
    }

    ByteSource& bytes_;
    const isa::Row& row_;
    const isa::Pattern& pattern_;
    Modifiers modifiers_;
};

} // namespace

unsigned ByteSource::next() {
    return at_ < bytes_.size() ? bytes_[at_++] : 0;
}

std::uint64_t ByteSource::word() {
    std::uint64_t w = 0;
    for (int k = 0; k < 8; ++k)
        w = w << 8 | next();
    return w;
}

std::vector<std::string> random_statements(ByteSource& bytes,
                                           const std::vector<isa::Pattern>& patterns) {
    std::vector<std::string> statements;
    constexpr unsigned kMost = 60;
    while (statements.size() < kMost && !bytes.empty()) {
        const std::uint64_t choice = bytes.below(256) * 256u + bytes.below(256);
        const std::size_t row = choice % patterns.size();
        statements.push_back(StatementMaker(bytes, isa::rows()[row], patterns[row]).make());
    }
    return statements;
}

std::string module_of(const std::vector<std::string>& statements) {
    std::string text = kPrologue;
    for (std::size_t k = 0; k < statements.size(); ++k) {
        for (unsigned label = 0; label < kLabels; ++label)
            if (statements.size() * label / kLabels == k)
                text += "L" + std::to_string(label) + ": ";
        text += statements[k] + "\n";
    }
    if (statements.size() < kLabels)
        for (unsigned label = 0; label < kLabels; ++label)
            if (text.find("L" + std::to_string(label) + ":") == std::string::npos)
                text += "L" + std::to_string(label) + ": ";
    return text + "ret;\n}\n";
}

unsigned first_statement_line() {
    unsigned lines = 1;
    for (const char* c = kPrologue; *c != 0; ++c)
        lines += *c == '\n';
    return lines;
}

} // namespace warpscope::fuzz
