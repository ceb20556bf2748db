// Finds rows by mnemonic.
#include "sim/isa/row.h"

#include <map>
#include <string>
#include <vector>

namespace warpscope::isa {

std::span<const std::uint16_t> rows_of(std::string_view mnemonic) {
    static const auto index = [] {
        std::map<std::string, std::vector<std::uint16_t>, std::less<>> by_mnemonic;
        const std::span<const Row> all = rows();
        for (std::size_t r = 0; r < all.size(); ++r) {
            const std::string_view syntax = all[r].syntax;
            const std::string_view name = syntax.substr(0, syntax.find_first_of(".{ "));
            by_mnemonic[std::string(name)].push_back(static_cast<std::uint16_t>(r));
        }
        return by_mnemonic;
    }();
    const auto found = index.find(mnemonic);
    if (found == index.end()) return {};
    return found->second;
}

}  // namespace warpscope::isa
