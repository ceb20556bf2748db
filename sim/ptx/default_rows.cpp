// Parsing with the emulator's own instruction table.
#include "sim/ptx/parser.h"

namespace warpscope::ptx {

const RowIndex& default_rows() {
    static const RowIndex index(isa::rows());
    return index;
}

Result<Module> parse(std::string_view text, std::string name) {
    return parse(text, std::move(name), default_rows());
}

} // namespace warpscope::ptx
