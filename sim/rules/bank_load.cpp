// No branch here depends on places, and no count waits for another: accesses to random places,
// which nobody remembers, pay for this every time.
#include "sim/rules/bank_load.h"

#include <cstring>
#include <emmintrin.h>

#include "sim/rules/equal_lanes.h"

namespace warpscope {
namespace {

#define WARPSCOPE_EVERYWHERE [[gnu::always_inline]] inline
#if defined(__clang__)
#define WARPSCOPE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define WARPSCOPE_UNROLL _Pragma("GCC unroll 32")
#endif

using Words = std::array<std::uint32_t, kLanes>;
using Eight = std::uint32_t __attribute__((vector_size(32)));
using Sixteen = std::uint8_t __attribute__((vector_size(16)));
using Four = std::uint32_t __attribute__((vector_size(16)));
using TwoLong = std::uint64_t __attribute__((vector_size(16)));

/// Adds counts of 32 banks, bit by bit: bit b of plane k is bit k of bank b's count.
template<unsigned bits, class Word>
WARPSCOPE_EVERYWHERE void add(const Word* a, const Word* b, Word* sum) {
    Word carry = {};
    WARPSCOPE_UNROLL
    for (unsigned k = 0; k < bits; ++k) {
        const Word either = a[k] ^ b[k], both = a[k] & b[k];
        sum[k] = either ^ carry;
        carry = both | (either & carry);
    }
    sum[bits] = carry;
}

/// The largest count when each lane adds one to the bank whose bit is set. Planes stay in
/// registers: those of several addends lie side by side, and halves are added to each other.
WARPSCOPE_EVERYWHERE unsigned largest_count(const Eight (&bit)[4]) {
    Eight two[2][2], four[3];
    add<1>(bit, bit + 1, two[0]);
    add<1>(bit + 2, bit + 3, two[1]);
    add<2>(two[0], two[1], four);
    Four half[2][3], eight[4];
    WARPSCOPE_UNROLL
    for (unsigned k = 0; k < 3; ++k) {
        half[0][k] = __builtin_shufflevector(four[k], four[k], 0, 1, 2, 3);
        half[1][k] = __builtin_shufflevector(four[k], four[k], 4, 5, 6, 7);
    }
    add<3>(half[0], half[1], eight);
    std::uint64_t quarter[2][4], sixteen[5];
    WARPSCOPE_UNROLL
    for (unsigned k = 0; k < 4; ++k) {
        quarter[0][k] = reinterpret_cast<TwoLong>(eight[k])[0];
        quarter[1][k] = reinterpret_cast<TwoLong>(eight[k])[1];
    }
    add<4>(quarter[0], quarter[1], sixteen);
    std::uint32_t eighth[2][5], all[6];
    WARPSCOPE_UNROLL
    for (unsigned k = 0; k < 5; ++k) {
        eighth[0][k] = static_cast<std::uint32_t>(sixteen[k]);
        eighth[1][k] = static_cast<std::uint32_t>(sixteen[k] >> 32);
    }
    add<5>(eighth[0], eighth[1], all);
    std::uint32_t left = ~0u; // banks that may have the largest
    unsigned largest = 0;
    WARPSCOPE_UNROLL
    for (unsigned k = 6; k-- > 0;) {
        const std::uint32_t with = left & all[k];
        const std::uint32_t any = with != 0 ? 1 : 0;
        left = with | (left & (any - 1)); // a branch would often go the way that is not expected
        largest |= any << k;
    }
    return largest;
}

/// Lanes that are their own last lane, of 16 from `first` on.
WARPSCOPE_EVERYWHERE LaneMask own_last(const Sixteen& last, unsigned first) {
    const __m128i numbers = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m128i own = _mm_add_epi8(numbers, _mm_set1_epi8(static_cast<char>(first)));
    const int equal = _mm_movemask_epi8(_mm_cmpeq_epi8(reinterpret_cast<__m128i>(last), own));
    return static_cast<LaneMask>(equal) << first;
}

/// Every lane writes itself into a table at its place, and the last one stays; the table needs no
/// clearing, as nothing is read that was not written here. False when different places might meet
/// in the table.
template<bool full>
WARPSCOPE_EVERYWHERE bool find_one_of_each(const Words& places, LaneMask lanes,
                                           LaneMask& one_of_each) {
    constexpr std::uint32_t kPlaces = 16384;
    const std::uint32_t first = places[full ? 0 : static_cast<unsigned>(__builtin_ctz(lanes))];
    Words index;
    std::uint32_t spread = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t off = full ? 0 : (lanes >> lane & 1) - 1; // all ones, or 0
        spread |= (places[lane] ^ first) & ~off;
        index[lane] = (places[lane] % kPlaces & ~off) | ((kPlaces + lane) & off);
    }
    if (spread >= kPlaces) return false;
    std::uint8_t table[kPlaces + kLanes];
    WARPSCOPE_UNROLL
    for (unsigned lane = 0; lane < kLanes; ++lane)
        table[index[lane]] = static_cast<std::uint8_t>(lane);
    // Put together in registers: bytes in memory are no vector until all of them are written.
    Sixteen low = {}, high = {};
    WARPSCOPE_UNROLL
    for (unsigned lane = 0; lane < kLanes / 2; ++lane) {
        low[lane] = table[index[lane]];
        high[lane] = table[index[lane + kLanes / 2]];
    }
    one_of_each = (own_last(low, 0) | own_last(high, kLanes / 2)) & lanes;
    return true;
}

template<bool full>
WARPSCOPE_EVERYWHERE BankLoad load_of(const Words& places, LaneMask lanes, unsigned banks,
                                      bool every_lane) {
    BankLoad load;
    if (!find_one_of_each<full>(places, lanes, load.one_of_each)) [[unlikely]] {
        std::array<Address, kLanes> numbers;
        for (unsigned lane = 0; lane < kLanes; ++lane)
            numbers[lane] = places[lane];
        load.one_of_each = one_lane_of_each(numbers, lanes);
    }
    const LaneMask asking = every_lane ? lanes : load.one_of_each;
    Eight bit[4];
    WARPSCOPE_UNROLL
    for (unsigned k = 0; k < 4; ++k) {
        const Eight lane = Eight{0, 1, 2, 3, 4, 5, 6, 7} + 8 * k;
        Eight place;
        std::memcpy(&place, &places[8 * k], sizeof place);
        const Eight one = full && every_lane ? Eight{} + 1 : (Eight{} + asking) >> lane & 1;
        bit[k] = one << (place & (banks - 1));
    }
    load.most = largest_count(bit);
    return load;
}

#undef WARPSCOPE_UNROLL
#undef WARPSCOPE_EVERYWHERE

/// Shifts by as many bits as each lane has of its own make the difference.
[[gnu::target("avx2")]] BankLoad with_avx2(const Words& places, LaneMask lanes, unsigned banks,
                                           bool every_lane) {
    return lanes == kAllLanes ? load_of<true>(places, kAllLanes, banks, every_lane)
                              : load_of<false>(places, lanes, banks, every_lane);
}

BankLoad anywhere(const Words& places, LaneMask lanes, unsigned banks, bool every_lane) {
    return load_of<false>(places, lanes, banks, every_lane);
}

} // namespace

BankLoad bank_load(const Words& places, LaneMask lanes, unsigned banks, bool every_lane) {
    if (lanes == 0) return {};
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    return has_avx2 ? with_avx2(places, lanes, banks, every_lane)
                    : anywhere(places, lanes, banks, every_lane);
}

} // namespace warpscope
