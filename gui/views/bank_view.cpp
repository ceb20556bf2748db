// Making a bank view of one access.
#include "gui/views/bank_view.h"

#include <algorithm>
#include <cstring>
#include <set>

#include <fmt/format.h>

namespace warpscope::views {
namespace {

void add_hits(const SharedAccess& access, BankView& view) {
    unsigned group = 0, first_of_group = 0, in_group = 0;
    std::array<std::set<std::uint64_t>, kBanks> words;
    for (const BankPass& pass : bank_passes(access)) {
        if (pass.group != group) {
            first_of_group += in_group;
            in_group = 0;
            group = pass.group;
        }
        in_group = std::max(in_group, pass.pass + 1u);
        words[pass.bank].insert(pass.word);
        for_each_lane(pass.lanes, [&](unsigned lane) {
            view.hits.push_back({static_cast<std::uint8_t>(lane), pass.bank,
                                 static_cast<std::uint16_t>(first_of_group + pass.pass),
                                 static_cast<std::uint32_t>(pass.word),
                                 count_lanes(pass.lanes) > 1});
        });
    }
    std::sort(view.hits.begin(), view.hits.end(), [](const auto& a, const auto& b) {
        return a.lane != b.lane ? a.lane < b.lane : a.word < b.word;
    });
    for (unsigned bank = 0; bank < kBanks; ++bank)
        view.words_in_bank[bank] = static_cast<std::uint8_t>(words[bank].size());
}

void choose_rows(const std::vector<std::uint8_t>& shared, unsigned most_rows, BankView& view) {
    view.all_rows = static_cast<std::uint32_t>((shared.size() + kBanks * kBankBytes - 1) /
                                               (kBanks * kBankBytes));
    view.rows = std::min<std::uint32_t>(view.all_rows, most_rows);
    if (view.all_rows > most_rows && !view.hits.empty()) {
        std::uint32_t low = UINT32_MAX, high = 0;
        for (const BankView::Hit& hit : view.hits)
            low = std::min(low, hit.word / kBanks), high = std::max(high, hit.word / kBanks);
        // Steady while the access moves: windows begin at multiples of eight rows.
        const std::uint32_t middle = (low + high) / 2;
        std::uint32_t first = middle > most_rows / 2 ? middle - most_rows / 2 : 0;
        first = std::min({first / 8 * 8, low / 8 * 8});
        view.first_row = std::min(first, view.all_rows - most_rows);
    }
    view.values.resize(std::size_t{view.rows} * kBanks);
    const std::size_t from = std::size_t{view.first_row} * kBanks * kBankBytes;
    const std::size_t size =
        std::min(shared.size() - std::min(from, shared.size()), view.values.size() * kBankBytes);
    if (size != 0) std::memcpy(view.values.data(), shared.data() + from, size);
}

void describe(BankView& view) {
    const char* const does = view.atomic ? "update" : view.store ? "write" : "read";
    const char* const what = view.atomic ? "atomic" : view.store ? "store" : "load";
    const unsigned lanes = count_lanes(view.lanes);
    const unsigned busiest = static_cast<unsigned>(
        std::max_element(view.words_in_bank.begin(), view.words_in_bank.end()) -
        view.words_in_bank.begin());
    const auto passes = [&](unsigned n) {
        return fmt::format("{} {}", n, n == 1 ? "pass" : "passes");
    };
    const auto wanting = static_cast<unsigned>(std::count_if(
        view.hits.begin(), view.hits.end(), [&](const auto& h) { return h.bank == busiest; }));
    const bool broadcast =
        std::any_of(view.hits.begin(), view.hits.end(), [](const auto& h) { return h.broadcast; });
    if (view.conflict()) {
        view.sentence =
            wanting == lanes && view.words_in_bank[busiest] == lanes
                ? fmt::format("{} lanes {} bank {}, so the {} takes {}.", lanes, does, busiest,
                              what, passes(view.passes))
                : fmt::format("Bank {} is asked for {} different words, so the {} takes {}.",
                              busiest, view.words_in_bank[busiest], what, passes(view.passes));
        view.remark = fmt::format("Without a conflict every line would run straight down: {}.",
                                  passes(view.least_passes));
    } else if (view.passes > 1) {
        view.sentence = fmt::format("{} bytes a lane take {}: no lane waits for another.",
                                    view.width, passes(view.passes));
    } else if (broadcast) {
        view.sentence = fmt::format("Lanes that {} the same word are served together: {}.", does,
                                    passes(view.passes));
    } else {
        view.sentence =
            lanes == 1
                ? fmt::format("One lane takes part, so the {} takes 1 pass.", what)
                : fmt::format("Each of {} lanes has a bank of its own, so the {} takes 1 pass.",
                              lanes, what);
    }
}

} // namespace

const BankView::Hit* BankView::hit_of(unsigned lane) const {
    const auto hit =
        std::find_if(hits.begin(), hits.end(), [&](const Hit& h) { return h.lane == lane; });
    return hit == hits.end() ? nullptr : &*hit;
}

BankView bank_view(const gui::LaneAccess& access, const std::vector<std::uint8_t>& shared,
                   unsigned most_rows) {
    BankView view;
    view.lanes = access.lanes;
    view.width = access.width;
    view.store = access.kind != AccessKind::Load;
    view.atomic = access.kind == AccessKind::Atomic || access.kind == AccessKind::Reduction;
    const SharedAccess shape = {gui::shared_operation(access.kind), access.width, access.lanes,
                                access.address.data()};
    const SharedCost cost = shared_cost(shape);
    view.passes = cost.wavefronts;
    view.least_passes = cost.wavefronts - cost.conflicts;
    add_hits(shape, view);
    choose_rows(shared, most_rows, view);
    describe(view);
    return view;
}

} // namespace warpscope::views
