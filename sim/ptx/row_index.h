// RowIndex: the instruction forms that a parser knows, by mnemonic, with their syntax compiled.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/isa/syntax.h"

namespace warpscope::ptx {

class RowIndex {
public:
    /// `rows` must outlive the index. A row whose syntax cannot be read is an error in the table:
    /// asserts.
    explicit RowIndex(std::span<const isa::Row> rows);

    std::span<const isa::Row> rows() const { return rows_; }
    const isa::Pattern& pattern(std::uint16_t row) const { return patterns_[row]; }

    /// Rows with this mnemonic, in table order; empty when there is none.
    std::span<const std::uint16_t> find(std::string_view mnemonic) const;
    /// The known mnemonic that is the fewest edits away, or "" when none is near.
    std::string_view nearest_mnemonic(std::string_view mnemonic) const;

private:
    std::span<const isa::Row> rows_;
    std::vector<isa::Pattern> patterns_;
    std::map<std::string, std::vector<std::uint16_t>, std::less<>> by_mnemonic_;
};

/// The index of `isa::rows()`, built at first use.
const RowIndex& default_rows();

} // namespace warpscope::ptx
