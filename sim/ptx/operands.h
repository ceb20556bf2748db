// Reads operands of instructions as they are written, before a row says what they must be.
#pragma once

#include <vector>

#include "sim/ptx/context.h"
#include "sim/ptx/scopes.h"

namespace warpscope::ptx {

/// Names that mean nothing yet become Label operands without an index; labels may come later in the
/// text.
class OperandReader {
public:
    OperandReader(Context& context, Scopes& scopes)
        : context_(context), cursor_(context.cursor), scopes_(scopes) {}

    /// `a, [b+4], {c, d}, p|q` up to the semicolon, which stays.
    bool read_all(std::vector<Operand>& operands);
    /// `(results), callee, (arguments), prototype`, normalised to four operands.
    bool read_call(std::vector<Operand>& operands);

private:
    bool read(Operand& operand);
    bool read_name(Operand& operand);
    bool read_vector_register(Operand& operand, const Token& name);
    bool is_number_register(const Token& name);
    bool read_special(Operand& operand, const Token& name);
    bool read_displacement(Operand& operand);
    bool read_address(Operand& operand);
    bool read_list(Operand& operand, Operand::Kind kind, char close);

    Context& context_;
    Cursor& cursor_;
    Scopes& scopes_;
    unsigned depth_ = 0;
};

} // namespace warpscope::ptx
