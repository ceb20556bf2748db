// Two or four small integers in one word (__vadd2, __vcmpeq4 …): all exact.
//
// No GPU since Kepler has these as instructions; they are carried out on the whole word with the
// top bit of each lane kept apart, so that no carry reaches the next lane.
#include "bits.h"

namespace {

/// The bit patterns of words of N lanes.
template<int N>
struct Word {
    static constexpr int width = 32 / N;
    static constexpr ws_u32 ones = N == 2 ? 0x00010001u : 0x01010101u;
    static constexpr ws_u32 top = ones << (width - 1); // the top bit of each lane
    static constexpr ws_u32 rest = ~top;
};

/// All bits of the lanes whose top bit is set.
template<int N>
WS_HELPER ws_u32 spread(ws_u32 a) {
#if defined(__CUDA__)
    // prmt copies the sign of a byte where bit 3 of its selector is set.
    return __nvvm_prmt(a, 0u, N == 2 ? 0xbb99u : 0xba98u);
#else
    return ((a & Word<N>::top) >> (Word<N>::width - 1)) * (0xffffffffu >> (32 - Word<N>::width));
#endif
}

/// One in the lanes whose top bit is set, else zero.
template<int N>
WS_HELPER ws_u32 flag(ws_u32 a) {
    return a >> (Word<N>::width - 1) & Word<N>::ones;
}

WS_HELPER ws_u32 select(ws_u32 mask, ws_u32 a, ws_u32 b) {
    return (a & mask) | (b & ~mask);
}

template<int N>
WS_HELPER ws_u32 add(ws_u32 a, ws_u32 b) {
    return ((a & Word<N>::rest) + (b & Word<N>::rest)) ^ ((a ^ b) & Word<N>::top);
}

template<int N>
WS_HELPER ws_u32 subtract(ws_u32 a, ws_u32 b) {
    return ((a | Word<N>::top) - (b & Word<N>::rest)) ^ ((a ^ ~b) & Word<N>::top);
}

// Comparisons answer in the top bit of each lane; the other bits are noise.

template<int N>
WS_HELPER ws_u32 below_unsigned(ws_u32 a, ws_u32 b) {
    return (~a & b) | ((~a | b) & subtract<N>(a, b));
}

template<int N>
WS_HELPER ws_u32 below_signed(ws_u32 a, ws_u32 b) {
    return (a & ~b) | ((a | ~b) & subtract<N>(a, b));
}

template<int N>
WS_HELPER ws_u32 unequal(ws_u32 a, ws_u32 b) {
    const ws_u32 difference = a ^ b;
    return ((difference & Word<N>::rest) + Word<N>::rest) | difference;
}

template<int N>
WS_HELPER ws_u32 add_saturated_unsigned(ws_u32 a, ws_u32 b) {
    const ws_u32 sum = add<N>(a, b);
    return sum | spread<N>((a & b) | ((a | b) & ~sum));
}

template<int N>
WS_HELPER ws_u32 subtract_saturated_unsigned(ws_u32 a, ws_u32 b) {
    const ws_u32 difference = subtract<N>(a, b);
    return difference & ~spread<N>((~a & b) | ((~a | b) & difference));
}

/// The largest number in lanes where a is not negative, else the smallest.
template<int N>
WS_HELPER ws_u32 limit_of(ws_u32 a) {
    return spread<N>(a) ^ Word<N>::rest;
}

template<int N>
WS_HELPER ws_u32 add_saturated_signed(ws_u32 a, ws_u32 b) {
    const ws_u32 sum = add<N>(a, b);
    return select(spread<N>(~(a ^ b) & (a ^ sum)), limit_of<N>(a), sum);
}

template<int N>
WS_HELPER ws_u32 subtract_saturated_signed(ws_u32 a, ws_u32 b) {
    const ws_u32 difference = subtract<N>(a, b);
    return select(spread<N>((a ^ b) & (a ^ difference)), limit_of<N>(a), difference);
}

/// -a in the lanes of the mask, a in the others.
template<int N>
WS_HELPER ws_u32 negate_where(ws_u32 mask, ws_u32 a) {
    return subtract<N>(a ^ mask, mask);
}

template<int N>
WS_HELPER ws_u32 absolute(ws_u32 a) {
    return negate_where<N>(spread<N>(a), a);
}

/// The magnitude of the smallest number does not fit: the largest stands for it.
template<int N>
WS_HELPER ws_u32 absolute_saturated(ws_u32 a) {
    const ws_u32 magnitude = absolute<N>(a);
    return magnitude - flag<N>(magnitude);
}

template<int N>
WS_HELPER ws_u32 distance_unsigned(ws_u32 a, ws_u32 b) {
    return negate_where<N>(spread<N>(below_unsigned<N>(a, b)), subtract<N>(a, b));
}

template<int N>
WS_HELPER ws_u32 distance_signed(ws_u32 a, ws_u32 b) {
    return negate_where<N>(spread<N>(below_signed<N>(a, b)), subtract<N>(a, b));
}

/// The average rounded up.
template<int N>
WS_HELPER ws_u32 average_unsigned(ws_u32 a, ws_u32 b) {
    return (a | b) - ((a ^ b) >> 1 & Word<N>::rest);
}

/// The average rounded down.
template<int N>
WS_HELPER ws_u32 halved_sum_unsigned(ws_u32 a, ws_u32 b) {
    return (a & b) + ((a ^ b) >> 1 & Word<N>::rest);
}

/// The signed average, halves away from zero.
template<int N>
WS_HELPER ws_u32 average_signed(ws_u32 a, ws_u32 b) {
    constexpr ws_u32 top = Word<N>::top;
    const ws_u32 floor = halved_sum_unsigned<N>(a ^ top, b ^ top) ^ top;
    return floor + ((a ^ b) & ~flag<N>(floor) & Word<N>::ones);
}

// The smaller and the larger, by a comparison that tells where a is below b.
#define WS_SMALLER_AND_LARGER(sign)                                                                \
    template<int N>                                                                                \
    WS_HELPER ws_u32 smaller_##sign(ws_u32 a, ws_u32 b) {                                          \
        return select(spread<N>(below_##sign<N>(a, b)), a, b);                                     \
    }                                                                                              \
    template<int N>                                                                                \
    WS_HELPER ws_u32 larger_##sign(ws_u32 a, ws_u32 b) {                                           \
        return select(spread<N>(below_##sign<N>(a, b)), b, a);                                     \
    }
WS_SMALLER_AND_LARGER(signed)
WS_SMALLER_AND_LARGER(unsigned)
#undef WS_SMALLER_AND_LARGER

template<int N>
WS_HELPER ws_u32 sum_of_lanes(ws_u32 a) {
    if (N == 2) return (a & 0xffffu) + (a >> 16);
    const ws_u32 pairs = (a & 0x00ff00ffu) + (a >> 8 & 0x00ff00ffu);
    return (pairs + (pairs >> 16)) & 0xffffu;
}

} // namespace

// Every function for two lanes and for four.
#define WS_LANES_1(name, expression)                                                               \
    WS_SMALL int __nv_v##name##2(int a) {                                                          \
        constexpr int N = 2;                                                                       \
        return (int)(expression);                                                                  \
    }                                                                                              \
    WS_SMALL int __nv_v##name##4(int a) {                                                          \
        constexpr int N = 4;                                                                       \
        return (int)(expression);                                                                  \
    }
#define WS_LANES_2(name, expression)                                                               \
    WS_SMALL int __nv_v##name##2(int a, int b) {                                                   \
        constexpr int N = 2;                                                                       \
        return (int)(expression);                                                                  \
    }                                                                                              \
    WS_SMALL int __nv_v##name##4(int a, int b) {                                                   \
        constexpr int N = 4;                                                                       \
        return (int)(expression);                                                                  \
    }
// vcmp answers with all bits of a lane, vset with its lowest.
#define WS_COMPARE(condition, expression)                                                          \
    WS_LANES_2(cmp##condition, spread<N>(expression))                                              \
    WS_LANES_2(set##condition, flag<N>(expression))

WS_LANES_1(abs, absolute<N>(a))
WS_LANES_1(absss, absolute_saturated<N>(a))
WS_LANES_1(neg, subtract<N>(0u, a))
WS_LANES_1(negss, subtract_saturated_signed<N>(0u, a))
WS_LANES_2(absdiffs, distance_signed<N>(a, b))
WS_LANES_2(absdiffu, distance_unsigned<N>(a, b))
WS_LANES_2(add, add<N>(a, b))
WS_LANES_2(addss, add_saturated_signed<N>(a, b))
WS_LANES_2(addus, add_saturated_unsigned<N>(a, b))
WS_LANES_2(sub, subtract<N>(a, b))
WS_LANES_2(subss, subtract_saturated_signed<N>(a, b))
WS_LANES_2(subus, subtract_saturated_unsigned<N>(a, b))
WS_LANES_2(avgs, average_signed<N>(a, b))
WS_LANES_2(avgu, average_unsigned<N>(a, b))
WS_LANES_2(haddu, halved_sum_unsigned<N>(a, b))
WS_LANES_2(maxs, larger_signed<N>(a, b))
WS_LANES_2(maxu, larger_unsigned<N>(a, b))
WS_LANES_2(mins, smaller_signed<N>(a, b))
WS_LANES_2(minu, smaller_unsigned<N>(a, b))
WS_LANES_2(sads, sum_of_lanes<N>(distance_signed<N>(a, b)))
WS_LANES_2(sadu, sum_of_lanes<N>(distance_unsigned<N>(a, b)))
WS_COMPARE(eq, ~unequal<N>(a, b))
WS_COMPARE(ne, unequal<N>(a, b))
WS_COMPARE(lts, below_signed<N>(a, b))
WS_COMPARE(ltu, below_unsigned<N>(a, b))
WS_COMPARE(gts, below_signed<N>(b, a))
WS_COMPARE(gtu, below_unsigned<N>(b, a))
WS_COMPARE(ges, ~below_signed<N>(a, b))
WS_COMPARE(geu, ~below_unsigned<N>(a, b))
WS_COMPARE(les, ~below_signed<N>(b, a))
WS_COMPARE(leu, ~below_unsigned<N>(b, a))
#undef WS_COMPARE
#undef WS_LANES_2
#undef WS_LANES_1
