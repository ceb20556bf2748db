// Rows and tiles: what most accesses are, in loops of their own.
#include <cstring>

#include "sim/checkers/race_checker.h"

namespace warpscope::racing {
namespace {

/// Two cells: write and others, write and others.
using Pair = std::uint32_t __attribute__((vector_size(16)));
using SignedPair = std::int32_t __attribute__((vector_size(16)));
constexpr std::uint32_t kSign = 1u << 31;

Pair load(const AccessCell* cells) {
    Pair v;
    std::memcpy(&v, cells, sizeof v);
    return v;
}

/// Which single entries of a column do no harm: those below `old`, and those that under `mask` are
/// `base`, one more from lane to lane by `step`.
struct Column {
    std::uint32_t old = 0, mask = 0, base = 0, step = 0;
};

} // namespace

/// Lanes side by side, or all at one place; or groups of lanes each of which are. False: they are
/// not, or nothing was done.
bool RaceChecker::check_rows(Now& now) {
    const AccessEvent& access = now.access;
    if (now.groups != nullptr && now.groups->row != 0) {
        const LaneGroups::Groups& groups = *now.groups;
        now.said = false; // nobody asks
        for (unsigned g = 0; g < groups.count; g += groups.row)
            if (!check_row(now, access.first + groups.at[g], first_lane(access.lanes) + g,
                           groups.row))
                for (unsigned k = g; k < g + groups.row; ++k)
                    check_word(now, access.first + groups.at[k], groups.lanes[k]);
        return true;
    }
    if (!access.regular() || (access.stride != access.width && access.stride != 0)) return false;
    const unsigned first = first_lane(access.lanes);
    const unsigned count = kLanes - first - static_cast<unsigned>(std::countl_zero(access.lanes));
    return check_row(now, access.address(first), first, count);
}

/// The lanes of the access among `count` lanes side by side, from the one at `address` on. False:
/// they are not in one page.
bool RaceChecker::check_row(Now& now, Address address, unsigned first, unsigned count) {
    const AccessEvent& access = now.access;
    const bool one = access.regular() && access.stride == 0;
    const std::uint64_t size = access.width * (one ? 1u : count);
    std::uint64_t offset = address;
    CellPages* cells = &now.part.shared->cells;
    if (!now.shared) {
        auto* memory = memory_.find(address, size);
        if (memory == nullptr) return false;
        cells = &memory->value;
        offset -= memory->base;
    }
    if (offset / CellPages::kPageBytes != (offset + size - 1) / CellPages::kPageBytes) return false;
    const CellPages::Row row = cells->row_at(offset, access.width);
    const auto visit = [&](unsigned lane, LaneMask lanes) {
        AccessCell* const at = row.first + (lane - first) * row.cells;
        for (AccessCell* cell = at; cell != at + row.cells; ++cell) {
            if (settle(now, *cell, lanes)) continue;
            now.address = address + (lane - first) * access.width;
            check_cell(now, *cell, lanes);
        }
    };
    const LaneMask lanes = access.lanes & (lowest_lanes(count) << first);
    if (one)
        visit(first, access.lanes);
    else if (count_lanes(lanes) != count || !settle_row(now, row, first, count))
        for_each_lane(lanes, [&](unsigned l) { visit(l, LaneMask{1} << l); });
    return true;
}

/// Whether nothing is left to do for the lanes, one cell each: compared and changed four numbers at
/// a time. False: nothing was done.
bool RaceChecker::settle_row(Now& now, const CellPages::Row& row, unsigned first, unsigned count) {
    if (row.cells != 1 || count % 2 != 0 || now.record.strong()) return false;
    const bool writes = now.record.writes();
    const auto column = [&](std::uint32_t single, Judged& last) {
        const std::uint32_t old = now.usual.old_single();
        Column c{old, 0, 1, 0};
        if (single < old || (single & AccessLog::kSet) != 0) return c;
        const LaneMask of_entry = LaneMask{1} << (single & 31);
        if (!is_harmless(now, last, single, of_entry)) return c;
        if (last.as == Judged::As::Own) return Column{old, ~0u, (single & ~31u) | first, 1};
        return Column{old, ~31u, single & ~31u, 0};
    };
    const Column w = column(row.first->write, now.write);
    // A read replaces what is old; what else there is would stay.
    const bool forgets = writes || now.few || !now.shared;
    const Column o = writes ? column(row.first->others, now.other)
                            : Column{forgets ? now.usual.old_single() : 1, 0, 1, 0};
    const SignedPair old = SignedPair(Pair{w.old, o.old, w.old, o.old} ^ kSign);
    // As signed numbers, lists come before all others.
    const std::uint32_t lists = forgets ? now.usual.old_set() : AccessLog::kSet;
    const SignedPair old_lists = SignedPair(Pair{} + lists);
    const Pair mask{w.mask, o.mask, w.mask, o.mask};
    const Pair step = Pair{w.step, o.step, w.step, o.step} * 2;
    Pair same{w.base, o.base, w.base + w.step, o.base + o.step};
    SignedPair fine = SignedPair{} - 1;
    for (unsigned k = 0; k < count; k += 2, same += step) {
        const Pair v = load(row.first + k);
        fine &= (SignedPair(v ^ kSign) < old) | ((v & mask) == same) |
                (SignedPair(v & ~AccessLog::kTwo) < old_lists);
    }
    if ((fine[0] & fine[1] & fine[2] & fine[3]) == 0) return false;
    const std::uint32_t mine = now.id << 5 | first;
    const Pair kept = writes ? Pair{} : Pair{~0u, 0, ~0u, 0};
    Pair added = writes ? Pair{mine, 0, mine + 1, 0} : Pair{0, mine, 0, mine + 1};
    const Pair next = writes ? Pair{2, 0, 2, 0} : Pair{0, 2, 0, 2};
    for (unsigned k = 0; k < count; k += 2, added += next) {
        const Pair v = (load(row.first + k) & kept) | added;
        std::memcpy(static_cast<void*>(row.first + k), &v, sizeof v);
    }
    return true;
}

/// Weak reads of words of shared memory, most of all accesses to tiles.
void RaceChecker::read_words(Now& now) {
    CellPages& cells = now.part.shared->cells;
    std::uint64_t page = UINT64_MAX;
    AccessCell* of_page = nullptr; // null where cells are of bytes
    LaneGroups::each(*now.groups, now.access.first, [&](Address offset, LaneMask lanes) {
        if (offset / CellPages::kPageBytes != page) {
            page = offset / CellPages::kPageBytes;
            const CellPages::Row row = cells.row_at(page * CellPages::kPageBytes, 4);
            of_page = row.cells == 1 ? row.first : nullptr;
        }
        if (of_page == nullptr) return check_word(now, offset, lanes);
        AccessCell& cell = of_page[offset % CellPages::kPageBytes / 4];
        const bool old = now.usual.is_old_single(cell.write);
        if (old && now.usual.is_said(cell.others)) return;
        now.said = false;
        if (old && now.usual.is_old(cell.others)) {
            cell.others = now.log.only(now.id, lanes);
        } else if (!settle(now, cell, lanes)) {
            now.address = offset;
            check_cell(now, cell, lanes);
        }
    });
}

} // namespace warpscope::racing
