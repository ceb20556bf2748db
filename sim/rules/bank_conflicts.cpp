// Groups of lanes, their words in each bank, and the passes that follow from both.
#include "sim/rules/bank_conflicts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "sim/rules/bank_load.h"

namespace warpscope {
namespace {

/// Lanes that are served together. At most four groups: of quarter warps.
struct Groups {
    std::array<LaneMask, 4> lanes{};
    unsigned count = 0;
};

unsigned words_of(const SharedAccess& a) {
    return std::max(1u, a.width / kBankBytes);
}

/// Every lane's partner, `distance` away, is switched off or reads the same place.
bool partners_agree(const SharedAccess& a, unsigned distance) {
    bool agree = true;
    for_each_lane(a.lanes, [&](unsigned lane) {
        const unsigned partner = lane ^ distance;
        agree &= (a.lanes >> partner & 1) == 0 || a.offsets[partner] == a.offsets[lane];
    });
    return agree;
}

/// Contiguous lanes that together ask for 32 words. Wide loads whose neighbouring lanes agree in
/// pairs take two such groups at once.
Groups groups_of(const SharedAccess& a) {
    const unsigned words = words_of(a);
    const bool merges = a.operation == SharedOperation::Load && words > 1 &&
                        (partners_agree(a, 1) || partners_agree(a, 2));
    Groups groups;
    groups.count = merges ? words / 2 : words;
    const unsigned size = kLanes / groups.count;
    for (unsigned g = 0; g < groups.count; ++g)
        groups.lanes[g] = a.lanes & (lowest_lanes(size) << (g * size));
    return groups;
}

/// Loads and stores serve a word once, whoever wants it; the others serve one lane at a time.
bool serves_words(SharedOperation operation) {
    return operation == SharedOperation::Load || operation == SharedOperation::Store;
}

/// Calls use(lane, word) for every word that the lanes touch.
template<class Use>
void for_each_word(const SharedAccess& a, LaneMask lanes, Use use) {
    const unsigned words = words_of(a);
    for_each_lane(lanes, [&](unsigned lane) {
        const std::uint64_t first = a.offsets[lane] / kBankBytes;
        for (unsigned k = 0; k < words; ++k)
            use(lane, first + k);
    });
}

/// Accesses are aligned, so the words of one lie in neighbouring banks, which are one to the lanes:
/// `width` bytes wide, at least 4. `offsets` are 32; those of other lanes may be anything.
BankLoad load_of(unsigned width, const Address* offsets, LaneMask lanes, bool every_lane) {
    const unsigned wide = std::max(width, kBankBytes), banks = kBanks * kBankBytes / wide;
    const int shift = std::countr_zero(wide); // division would take most of the time
    std::array<std::uint32_t, kLanes> places;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        places[lane] = static_cast<std::uint32_t>(offsets[lane] >> shift);
    return bank_load(places, lanes, banks, every_lane);
}

/// Adds what one group takes.
void add_group(const BankLoad& load, LaneMask lanes, SharedOperation operation, SharedCost& cost) {
    ++cost.groups;
    cost.conflicts += load.most - 1;
    cost.wavefronts += operation == SharedOperation::CompareAndSwap ? 2 * load.most : load.most;
    cost.repeats += count_lanes(lanes) - count_lanes(load.one_of_each);
}

} // namespace

SharedCost shared_cost(const SharedAccess& access) {
    SharedCost cost;
    const Groups groups = groups_of(access);
    const bool every_lane = !serves_words(access.operation);
    for (unsigned g = 0; g < groups.count; ++g) {
        const LaneMask lanes = groups.lanes[g];
        if (lanes == 0) continue;
        const BankLoad load = load_of(access.width, access.offsets, lanes, every_lane);
        add_group(load, lanes, access.operation, cost);
    }
    return cost;
}

SharedCost shared_word_cost(SharedOperation operation, LaneMask lanes,
                            const std::array<std::uint32_t, kLanes>& words) {
    SharedCost cost;
    if (lanes == 0) return cost;
    add_group(bank_load(words, lanes, kBanks, !serves_words(operation)), lanes, operation, cost);
    return cost;
}

SharedLoopCost shared_loop_cost(const SharedAccess& access) {
    SharedLoopCost cost;
    SharedAccess left = access;
    left.operation = SharedOperation::Load;
    const unsigned words = words_of(access), size = kLanes / words;
    for (; left.lanes != 0; ++cost.rounds) {
        const SharedCost load = shared_cost(left);
        cost.loads.wavefronts += load.wavefronts;
        cost.loads.conflicts += load.conflicts;
        cost.loads.groups += load.groups;
        LaneMask served = 0;
        for (unsigned g = 0; g < words; ++g) {
            const LaneMask group = left.lanes & (lowest_lanes(size) << (g * size));
            if (group == 0) continue;
            ++cost.updates.groups;
            cost.updates.wavefronts += 2; // a compare-and-swap takes two passes
            std::uint32_t busy = 0;       // bit k: banks from k * words on
            for_each_lane(group, [&](unsigned lane) {
                const Address place = access.offsets[lane] / (words * kBankBytes);
                const std::uint32_t bank = 1u << place % size;
                const bool first_of_bank = (busy & bank) == 0;
                busy |= bank;
                if (!first_of_bank) return;
                bool first_of_place = true; // an earlier group may have changed it
                for_each_lane(served, [&](unsigned other) {
                    first_of_place &= access.offsets[other] != access.offsets[lane];
                });
                if (first_of_place) served |= 1u << lane;
            });
        }
        left.lanes &= ~served;
    }
    return cost;
}

SharedCost shared_matrix_cost(std::span<const Address> rows) {
    constexpr unsigned kRows = 8, kRowBytes = 16;
    SharedCost cost;
    for (std::size_t first = 0; first + kRows <= rows.size(); first += kRows) {
        std::array<Address, kLanes> offsets{};
        std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(first), kRows, offsets.begin());
        ++cost.groups;
        cost.wavefronts += load_of(kRowBytes, offsets.data(), lowest_lanes(kRows), false).most;
    }
    cost.conflicts = cost.wavefronts - cost.groups;
    return cost;
}

std::vector<BankPass> bank_passes(const SharedAccess& access) {
    std::vector<BankPass> passes;
    const Groups groups = groups_of(access);
    for (unsigned g = 0; g < groups.count; ++g) {
        const std::size_t first = passes.size();
        std::array<std::uint8_t, kBanks> next{};
        for_each_word(access, groups.lanes[g], [&](unsigned lane, std::uint64_t word) {
            const auto known =
                std::find_if(passes.begin() + static_cast<std::ptrdiff_t>(first), passes.end(),
                             [&](const BankPass& p) {
                                 return p.word == word && serves_words(access.operation);
                             });
            if (known != passes.end()) {
                known->lanes |= 1u << lane;
                return;
            }
            const auto bank = static_cast<std::uint8_t>(word % kBanks);
            passes.push_back({static_cast<std::uint8_t>(g), next[bank]++, bank, word, 1u << lane});
        });
    }
    std::sort(passes.begin(), passes.end(), [](const BankPass& a, const BankPass& b) {
        return std::tie(a.group, a.pass, a.bank) < std::tie(b.group, b.pass, b.bank);
    });
    return passes;
}

} // namespace warpscope
