// Sentences by space and by shape.
#include "sim/counters/advice.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "sim/rules/access_shape.h"
#include "sim/rules/coalescing.h"
#include "sim/rules/row_padding.h"

namespace warpscope {
namespace {

/// Below this part of the cost nothing is worth changing.
constexpr double kWorthwhile = 0.05;
/// Steps from here on are taken for rows of a matrix, smaller ones for fields of a structure.
constexpr std::int64_t kSmallestRow = 16 * kBankBytes, kLargestStructure = 128;

std::string number(std::uint64_t n) {
    return std::to_string(n);
}

/// "1 lane", "2 lanes".
std::string counted(std::uint64_t n, const char* noun) {
    return number(n) + " " + noun + (n == 1 ? "" : "s");
}

/// With one decimal, rounded: "3.4".
std::string ratio(std::uint64_t numerator, std::uint64_t denominator) {
    const std::uint64_t tenths =
        denominator == 0 ? 0 : (10 * numerator + denominator / 2) / denominator;
    return number(tenths / 10) + "." + number(tenths % 10);
}

std::string all_lanes(LaneMask lanes) {
    return lanes == kAllLanes ? "all 32 lanes" : counted(count_lanes(lanes), "lane");
}

/// A site's worst access and what follows from it.
struct Scene {
    const AccessSite& site;
    const SiteCounts& counts;
    AccessShape shape;
    LaneMask lanes = 0;
    unsigned width = 0;
    const Address* places = nullptr;
    bool needed = false;
};

std::string on_average(const char* what, std::uint64_t sum, const Scene& s) {
    return " (on average " + ratio(sum, s.counts.totals.requests) + " " + what + ")";
}

// ---- shared memory -------------------------------------------------------------------------

SharedOperation operation_of(SharedWay way) {
    return way == SharedWay::Load    ? SharedOperation::Load
           : way == SharedWay::Store ? SharedOperation::Store
                                     : SharedOperation::Atomic;
}

/// A distance in words, or in bytes when it is no whole number of them.
std::string distance(std::int64_t bytes) {
    const auto size = static_cast<std::uint64_t>(std::abs(bytes));
    return size % kBankBytes == 0 ? counted(size / kBankBytes, "word") : counted(size, "byte");
}

std::string pad_row(std::int64_t to) {
    return "; pad the row to " + distance(to);
}

/// Lanes in one row, a step apart.
std::string strided_text(const Scene& s, LaneMask lanes, std::int64_t stride, unsigned ways) {
    std::array<bool, kBanks> banks{};
    for_each_lane(lanes,
                  [&](unsigned lane) { banks[s.places[lane] / kBankBytes % kBanks] = true; });
    const auto used = static_cast<unsigned>(std::count(banks.begin(), banks.end(), true));
    std::string text = "a stride of " + distance(stride) + " puts " + all_lanes(lanes) + " into " +
                       (used == 1 ? "one bank" : number(used) + " banks") + ", a " + number(ways) +
                       "-way conflict";
    const auto size = static_cast<unsigned>(std::abs(stride));
    const unsigned better = conflict_free_stride(operation_of(s.site.way), s.width, lanes, size);
    if (better == size) return text + "; let neighbouring lanes use neighbouring words";
    if (size >= kSmallestRow) return text + pad_row(better);
    return text + "; let neighbouring lanes use neighbouring words, or make the stride " +
           distance(better);
}

std::string rows_text(const Scene& s, unsigned ways) {
    const AccessShape& shape = s.shape;
    const SharedOperation operation = operation_of(s.site.way);
    const LaneMask row = s.lanes & lowest_lanes(shape.row_lanes);
    if (row != 0 && conflicts_of_rows(operation, s.width, row, kLanes, shape.stride, 0) != 0)
        return strided_text(s, row, shape.stride, ways);
    const auto pitch = static_cast<unsigned>(std::abs(shape.pitch));
    const unsigned better =
        conflict_free_pitch(operation, s.width, s.lanes, shape.row_lanes, shape.stride, pitch);
    const std::string text = "rows of " + counted(shape.row_lanes, "lane") + " lie " +
                             distance(shape.pitch) + " apart and meet in the same banks, a " +
                             number(ways) + "-way conflict";
    return better == pitch ? text + "; give a warp longer rows" : text + pad_row(better);
}

unsigned ways_of(const Scene& s) {
    unsigned ways = 0;
    for (const BankPass& pass : bank_passes({operation_of(s.site.way), s.width, s.lanes, s.places}))
        ways = std::max(ways, pass.pass + 1u);
    return ways;
}

std::string conflict_free_text(const Scene& s) {
    if (s.shape.order == LaneOrder::Uniform)
        return "all lanes use one word: a broadcast, no bank conflict";
    if (s.shape.order == LaneOrder::Run)
        return "neighbouring lanes use neighbouring words: no bank conflicts";
    return "no bank conflicts";
}

std::string shared_text(const Scene& s) {
    const AccessTotals& t = s.counts.totals;
    const bool atomic = s.site.way != SharedWay::Load && s.site.way != SharedWay::Store;
    const std::string loop = s.site.way == SharedWay::Loop
                                 ? "a loop of load and compare-and-swap, in which "
                                 : std::string();
    if (!s.needed)
        return atomic ? loop + "lanes hardly wait for each other" : conflict_free_text(s);
    const unsigned ways = ways_of(s);
    const std::string average = on_average("wavefronts", t.wavefronts + t.loop_wavefronts, s);
    if (atomic && 2 * s.shape.places.most_lanes > ways)
        return loop + "up to " + counted(s.shape.places.most_lanes, "lane") +
               " update one word, one after another" + average +
               "; add up inside the warp first (shuffles, __reduce_add_sync, __match_any_sync), or "
               "spread the word over several copies";
    switch (s.shape.order) {
    case LaneOrder::Run:
    case LaneOrder::Strided: return loop + strided_text(s, s.lanes, s.shape.stride, ways);
    case LaneOrder::Rows: return loop + rows_text(s, ways);
    default: break;
    }
    return loop + "places without a pattern put up to " + counted(ways, "lane") + " into one bank" +
           average +
           (atomic ? "; give each warp a copy of its own"
                   : "; lay the data out so that the lanes "
                     "of a warp use different banks");
}

// ---- global and local memory ----------------------------------------------------------------

std::string column_text(const Scene& s, std::uint64_t step) {
    const unsigned sectors = global_cost({s.width, s.lanes, s.places}).sectors;
    return "lanes walk down a column, " + counted(step, "byte") +
           " from row to row: " + counted(sectors, "sector") + " for " + all_lanes(s.lanes) + ", " +
           number(s.width) +
           " of 32 bytes used; let neighbouring lanes walk along the row, or go through a tile in "
           "shared memory";
}

std::string structure_text(const Scene& s, std::uint64_t step) {
    const GlobalCost cost = global_cost({s.width, s.lanes, s.places});
    return "a step of " + counted(step, "byte") + " from lane to lane uses " +
           number(cost.bytes_used) + " of " + number(cost.bytes_moved()) +
           " bytes moved; keep each field in an array of its own, or load whole structures as "
           "vectors";
}

std::string run_text(const Scene& s) {
    const unsigned sectors = global_cost({s.width, s.lanes, s.places}).sectors;
    const Address begin = s.places[first_lane(s.lanes)] % kCacheSectorBytes;
    return "a run of neighbouring bytes begins " + counted(begin, "byte") +
           " behind the border of a sector: " + counted(sectors, "sector") +
           " where one less would do; align rows to 32 bytes (cudaMallocPitch, or a padded width)";
}

std::string global_rows_text(const Scene& s) {
    const AccessShape& shape = s.shape;
    const GlobalCost cost = global_cost({s.width, s.lanes, s.places});
    return "rows of " + counted(shape.row_lanes, "lane") + ", " +
           counted(static_cast<std::uint64_t>(std::abs(shape.pitch)), "byte") + " apart, use " +
           number(cost.bytes_used) + " of " + number(cost.bytes_moved()) +
           " bytes moved; let more lanes walk along a row, and begin rows at multiples of 32 bytes";
}

std::string global_text(const Scene& s) {
    const AccessTotals& t = s.counts.totals;
    const bool atomic = s.site.kind == GlobalKind::Atomic || s.site.kind == GlobalKind::Reduction;
    if (atomic && s.needed && s.shape.places.most_lanes > 1)
        return "up to " + counted(s.shape.places.most_lanes, "lane") +
               " update one address, one after another (on average " +
               ratio(t.waiting_lanes, t.requests) +
               " lanes wait); add up inside the warp or the block first and let one lane update it";
    if (!s.needed) {
        if (s.shape.order == LaneOrder::Uniform)
            return "all lanes use one address: one sector for the warp";
        if (s.shape.order == LaneOrder::Run)
            return "neighbouring lanes use neighbouring bytes: coalesced";
        if (s.shape.order == LaneOrder::None) return "one lane alone: one sector";
        return "hardly a sector more than the bytes need";
    }
    const auto step = static_cast<std::uint64_t>(std::abs(s.shape.stride));
    switch (s.shape.order) {
    case LaneOrder::Run: return run_text(s);
    case LaneOrder::Strided:
        if (step == s.width) return run_text(s);
        return step > kLargestStructure ? column_text(s, step) : structure_text(s, step);
    case LaneOrder::Rows: return global_rows_text(s);
    default: break;
    }
    return "addresses without a pattern" + on_average("sectors a request", t.sectors, s) + ", " +
           number(100 * t.bytes_used / (t.sectors * kCacheSectorBytes)) +
           " % of the bytes moved are used; sort what is looked up, or stage it in shared memory";
}

std::string local_text(const Scene& s) {
    const std::string what = s.shape.places.distinct <= 1
                                 ? "lanes use the same offset of arrays of their own"
                                 : "lanes use different offsets of arrays of their own";
    return what + on_average("sectors a request", s.counts.totals.sectors, s) +
           "; indices that the compiler can compute would keep such arrays in registers";
}

} // namespace

Advice advice_for(const AccessSite& site, const SiteCounts& counts) {
    const AccessTotals& t = counts.totals;
    if (t.requests == 0) return {};
    const WorstAccess& worst = counts.worst;
    const bool needed =
        static_cast<double>(t.avoidable) > kWorthwhile * static_cast<double>(t.quarter_passes);
    const Scene scene = {
        site,        counts,       access_shape(counts.width, worst.lanes, worst.places.data()),
        worst.lanes, counts.width, worst.places.data(),
        needed};
    switch (site.space) {
    case Space::Shared: return {needed, shared_text(scene)};
    case Space::Local: return {true, local_text(scene)};
    default: return {needed, global_text(scene)};
    }
}

} // namespace warpscope
