// Reads initialisers of variables (PTX ISA, "Initializers").
#include <bit>

#include "sim/ptx/context.h"
#include "sim/ptx/expression.h"
#include "sim/ptx/operand_types.h"

namespace warpscope::ptx {
namespace {

/// All initialised variables of a module together; they are held in memory.
constexpr std::uint64_t kLargestInitializers = std::uint64_t{1} << 28;

class InitializerReader {
public:
    InitializerReader(Context& context, Variable& variable)
        : context_(context), cursor_(context.cursor), variable_(variable),
          extents_(variable.extents) {
        if (variable.vector > 1) extents_.push_back(variable.vector);
        element_bytes_ = size_in_bytes(variable.type);
        strides_.assign(extents_.size(), 1);
        for (std::size_t i = extents_.size(); i-- > 1;)
            strides_[i - 1] = strides_[i] * extents_[i];
    }

    bool read() {
        if (!variable_.unsized) {
            if (!reserve(variable_.size)) return false;
            variable_.initializer.resize(variable_.size);
        }
        if (!cursor_.at('{')) return extents_.empty() ? value(0) : cursor_.expect('{');
        if (extents_.empty()) {
            cursor_.advance();
            return value(0) && cursor_.expect('}');
        }
        if (!level(0, 0)) return false;
        if (!variable_.unsized) return true;
        variable_.extents[0] = (count_ + strides_[0] - 1) / strides_[0];
        variable_.size = variable_.extents[0] * strides_[0] * element_bytes_;
        variable_.unsized = false;
        variable_.initializer.resize(variable_.size);
        return true;
    }

private:
    bool reserve(std::uint64_t bytes) {
        if (bytes > kLargestInitializers ||
            context_.initializer_bytes > kLargestInitializers - bytes)
            return cursor_.fail("the initialised variables of this module are larger than 256 MiB");
        context_.initializer_bytes += bytes;
        return true;
    }

    /// One pair of braces: `{a, b}` fills elements from `first` on; the rest stays zero.
    bool level(std::size_t dimension, std::uint64_t first) {
        if (!cursor_.expect('{')) return false;
        const bool open_ended = dimension == 0 && variable_.unsized;
        const std::uint64_t capacity =
            open_ended ? UINT64_MAX : extents_[dimension] * strides_[dimension];
        std::uint64_t filled = 0;
        while (!cursor_.at('}')) {
            if (filled >= capacity)
                return cursor_.fail("'" + variable_.name + "' has too many initialisers");
            if (cursor_.at('{')) {
                if (dimension + 1 == extents_.size())
                    return cursor_.fail("the braces are nested deeper than the array");
                const std::uint64_t stride = strides_[dimension];
                filled = (filled + stride - 1) / stride * stride;
                if (!level(dimension + 1, first + filled)) return false;
                filled += stride;
            } else if (!value(first + filled++)) {
                return false;
            }
            if (open_ended && filled > count_) count_ = filled;
            if (!cursor_.accept(',')) break;
        }
        return cursor_.expect('}');
    }

    bool value(std::uint64_t element) {
        const std::uint64_t offset = element * element_bytes_;
        if (variable_.initializer.size() < offset + element_bytes_) {
            if (!reserve(offset + element_bytes_ - variable_.initializer.size())) return false;
            variable_.initializer.resize(offset + element_bytes_);
        }
        if (cursor_.token().kind == TokenKind::Identifier && !cursor_.token().is_word("WARP_SZ"))
            return address(offset, element_bytes_, 0, false);
        const Token first = cursor_.token();
        Constant constant;
        if (!parse_constant(cursor_, constant)) return false;
        if (cursor_.at('(')) return masked(constant, first, offset);
        std::uint64_t bits = 0;
        if (!convert(constant, bits))
            return cursor_.fail_at(first, "this constant does not fit a ." +
                                              std::string(name_of(variable_.type)));
        for (unsigned i = 0; i < element_bytes_ && i < 8; ++i)
            variable_.initializer[offset + i] = static_cast<std::uint8_t>(bits >> (8 * i));
        return true;
    }

    bool convert(const Constant& constant, std::uint64_t& bits) const {
        const bool is_integer_constant = constant.type == Type::S64 || constant.type == Type::U64;
        Constant widened = constant;
        if (is_integer_constant && (variable_.type == Type::F32 || variable_.type == Type::F64)) {
            const double number =
                constant.type == Type::U64
                    ? static_cast<double>(constant.bits)
                    : static_cast<double>(static_cast<std::int64_t>(constant.bits));
            widened = {Type::F64, std::bit_cast<std::uint64_t>(number)};
        }
        Operand operand;
        operand.kind = Operand::Kind::Immediate;
        operand.type = widened.type;
        operand.bits = widened.bits;
        std::string why;
        if (!convert_operand(operand, {variable_.type, false, false, false}, Function{}, why))
            return false;
        bits = operand.bits;
        return true;
    }

    /// `0xFF00(symbol)`: one byte of an address.
    bool masked(const Constant& mask, const Token& first, std::uint64_t offset) {
        const auto shift = static_cast<unsigned>(std::countr_zero(mask.bits));
        if (mask.bits == 0 || shift % 8 != 0 || mask.bits >> shift != 0xFF || element_bytes_ != 1)
            return cursor_.fail_at(first, "a mask operator selects one byte: 0xFF, 0xFF00, ...");
        cursor_.advance();
        return address(offset, 1, shift, true) && cursor_.expect(')');
    }

    /// `symbol`, `symbol+8`, `generic(symbol)`.
    bool address(std::uint64_t offset, unsigned bytes, unsigned shift, bool is_masked) {
        Relocation relocation;
        relocation.offset = offset;
        relocation.bytes = static_cast<std::uint8_t>(bytes);
        relocation.shift = static_cast<std::uint8_t>(shift);
        relocation.generic = cursor_.token().is_word("generic") && cursor_.ahead().is('(');
        if (relocation.generic) {
            cursor_.advance();
            cursor_.advance();
        }
        const Token name = cursor_.token();
        if (name.kind != TokenKind::Identifier)
            return cursor_.fail("expected a symbol before " + Cursor::quoted(name));
        relocation.symbol = name.text;
        if (context_.variables.count(relocation.symbol) == 0 &&
            context_.functions.count(relocation.symbol) == 0)
            return cursor_.fail_at(name, "'" + relocation.symbol + "' is not declared");
        if (!is_masked && bytes < 4)
            return cursor_.fail_at(name, "an address does not fit a ." +
                                             std::string(name_of(variable_.type)));
        cursor_.advance();
        if (relocation.generic && !cursor_.expect(')')) return false;
        if (cursor_.at('+') || cursor_.at('-')) {
            const bool minus = cursor_.at('-');
            if (!minus) cursor_.advance();
            if (!parse_integer(cursor_, relocation.addend)) return false;
        }
        variable_.relocations.push_back(std::move(relocation));
        return true;
    }

    Context& context_;
    Cursor& cursor_;
    Variable& variable_;
    std::vector<std::uint64_t> extents_,
        strides_; ///< in elements; a vector type is one more extent
    unsigned element_bytes_ = 1;
    std::uint64_t count_ = 0; ///< elements of an array without a first extent
};

} // namespace

bool parse_initializer(Context& context, Variable& variable) {
    if (!context.cursor.accept('=')) return true;
    if (variable.space != StateSpace::Global && variable.space != StateSpace::Constant)
        return context.cursor.fail("only .global and .const variables may be initialised");
    return InitializerReader(context, variable).read();
}

} // namespace warpscope::ptx
