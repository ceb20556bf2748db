// Compiles the rows' syntax and finds rows by mnemonic.
#include "sim/ptx/row_index.h"

#include <algorithm>
#include <cassert>

namespace warpscope::ptx {
namespace {

/// Levenshtein distance with swaps of neighbours, for short words.
unsigned edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<unsigned>> table(a.size() + 1, std::vector<unsigned>(b.size() + 1));
    for (unsigned i = 0; i <= a.size(); ++i)
        table[i][0] = i;
    for (unsigned j = 0; j <= b.size(); ++j)
        table[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const unsigned change = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
        }
    }
    return table[a.size()][b.size()];
}

} // namespace

RowIndex::RowIndex(std::span<const isa::Row> rows) : rows_(rows) {
    patterns_.reserve(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
        Result<isa::Pattern> pattern = isa::compile_syntax(rows[r].syntax);
        assert(pattern.ok() && "a row's syntax string cannot be read");
        patterns_.push_back(pattern.ok() ? std::move(*pattern) : isa::Pattern{});
        if (!pattern.ok()) continue;
        by_mnemonic_[std::string(patterns_.back().mnemonic)].push_back(
            static_cast<std::uint16_t>(r));
    }
}

std::span<const std::uint16_t> RowIndex::find(std::string_view mnemonic) const {
    const auto found = by_mnemonic_.find(mnemonic);
    if (found == by_mnemonic_.end()) return {};
    return found->second;
}

std::string_view RowIndex::nearest_mnemonic(std::string_view mnemonic) const {
    if (mnemonic.size() > 32) return {};
    std::string_view best;
    auto best_distance = static_cast<unsigned>(mnemonic.size() / 3 + 2);
    for (const auto& [name, rows] : by_mnemonic_) {
        const unsigned distance = edit_distance(mnemonic, name);
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = name;
    }
    return best;
}

} // namespace warpscope::ptx
