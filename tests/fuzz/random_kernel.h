// RandomKernel: turns bytes into a PTX kernel whose every statement fits some instruction row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/isa/syntax.h"

namespace warpscope::fuzz {

/// Hands out bytes of the fuzzer's input; zeros when it is used up.
class ByteSource {
public:
    explicit ByteSource(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
    unsigned below(unsigned count) { return count == 0 ? 0 : next() % count; }
    bool one_in(unsigned n) { return below(n) == 0; }
    std::uint64_t word();
    bool empty() const { return at_ >= bytes_.size(); }

private:
    unsigned next();
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

/// The statements of a kernel `fuzz(.param .u64 buffer, .param .u32 count)`, one a line.
std::vector<std::string> random_statements(ByteSource& bytes,
                                           const std::vector<isa::Pattern>& patterns);

/// A whole module around statements. Line `first_statement_line()` of the text is statement 0.
std::string module_of(const std::vector<std::string>& statements);
unsigned first_statement_line();

} // namespace warpscope::fuzz
