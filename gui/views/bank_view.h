// Shared memory's banks under the last access: which lane asks which bank for which word, in which
// pass. Passes come from sim/rules/bank_conflicts.h.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gui/engine/moment.h"
#include "sim/rules/bank_conflicts.h"

namespace warpscope::views {

struct BankView {
    struct Hit {
        std::uint8_t lane = 0, bank = 0;
        std::uint16_t pass = 0; ///< from 0, over the whole access
        std::uint32_t word = 0; ///< offset / 4
        bool broadcast = false; ///< another lane is served with the same word
    };
    std::vector<Hit> hits;                            ///< by lane, then word
    std::array<std::uint8_t, kBanks> words_in_bank{}; ///< distinct words of the access
    unsigned passes = 0, least_passes = 0; ///< as it was, and what its width alone asks for
    LaneMask lanes = 0;
    unsigned width = 4;
    std::uint32_t first_row = 0, rows = 0; ///< rows of 32 words to show
    std::uint32_t all_rows = 0;            ///< of the block's shared memory
    bool store = false, atomic = false;
    std::vector<std::uint32_t> values; ///< rows * 32 words from first_row on; missing ones 0
    std::string sentence, remark;

    bool conflict() const { return passes > least_passes; }
    /// Of one access: lanes that want the busiest bank's different words.
    unsigned degree() const { return least_passes == 0 ? passes : passes / least_passes; }
    const Hit* hit_of(unsigned lane) const;
};

/// `most_rows`: 32 at most are shown around the access when shared memory has more.
BankView bank_view(const gui::LaneAccess& access, const std::vector<std::uint8_t>& shared,
                   unsigned most_rows = 32);

} // namespace warpscope::views
