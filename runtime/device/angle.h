// Reducing an angle to a quarter turn: x = q pi / 2 + r + r_low with |r| <= pi / 4.
#pragma once

#include "real.h"

template<class T>
struct Angle {
    T r, r_low;
    int quarter; // q; only its last two bits matter
};

/// 64 zeros, then the bits of 2 / pi.
#if defined(__CUDA__)
__attribute__((device))
#endif
static const ws_u64 two_over_pi_bits[] = {0,
                                          0xa2f9836e4e441529ull,
                                          0xfc2757d1f534ddc0ull,
                                          0xdb6295993c439041ull,
                                          0xfe5163abdebbc561ull,
                                          0xb7246e3a424dd2e0ull,
                                          0x06492eea09d1921cull,
                                          0xfe1deb1cb129a73eull,
                                          0xe88235f52ebb4484ull,
                                          0xe99c7026b45f7e41ull,
                                          0x3991d639835339f4ull,
                                          0x9c845f8bbdf9283bull,
                                          0x1ff897ffde05980full,
                                          0xef2f118b5a0a6d1full,
                                          0x6d367ecf27cb09b7ull,
                                          0x4f463f669e5fea2dull,
                                          0x7527bac7ebe5f17bull,
                                          0x3d0739f78a5292eaull,
                                          0x6bfb5fb11f8d5d08ull,
                                          0x56033046fc7b6babull,
                                          0xf0cfbc209af4361dull};

/// The 64 bits that start `position` bits into the table.
WS_HELPER ws_u64 table_bits(int position) {
    const int word = position >> 6, shift = position & 63;
    const ws_u64 high = two_over_pi_bits[word] << shift;
    return shift == 0 ? high : high | two_over_pi_bits[word + 1] >> (64 - shift);
}

/// Payne and Hanek: of the product x (2 / pi) only the bits below 4 matter, so only those bits of
/// 2 / pi are multiplied. `significand` has its top bit set, x = significand 2^exponent.
WS_HELPER Angle<double> reduce_far(ws_u64 significand, int exponent) {
    const int position = exponent - 2 + 64;
    const ws_u64 w0 = table_bits(position), w1 = table_bits(position + 64),
                 w2 = table_bits(position + 128);
    // The low 192 bits of significand * (w0 w1 w2), without the lowest word: two bits of quarter,
    // then the fraction of a quarter turn.
    const ws_u64 carry_in = mul_high(significand, w2);
    const ws_u64 low = significand * w1;
    const ws_u64 middle = low + carry_in;
    const ws_u64 top = significand * w0 + mul_high(significand, w1) + (middle < low);
    int quarter = (int)(top >> 62);
    ws_u64 high_bits = top << 2 | middle >> 62, low_bits = middle << 2;
    // Above one half the next quarter is nearer, and the rest is negative.
    const bool negative = (ws_i64)high_bits < 0;
    if (negative) {
        ++quarter;
        low_bits = 0 - low_bits;
        high_bits = ~high_bits + (low_bits == 0);
    }
    const int zeros = high_bits ? __builtin_clzll(high_bits) : 64;
    if (zeros == 64) {
        high_bits = low_bits;
        low_bits = 0;
    } else if (zeros > 0) {
        high_bits = high_bits << zeros | low_bits >> (64 - zeros);
    }
    // Its highest 53 bits first, the rest apart.
    const double scale = power_of_two<double>(-64 - zeros);
    const ws_u64 fraction_of_bits = high_bits & ~0x7ffull;
    const double fraction = mul_of((double)fraction_of_bits, scale);
    // The bits that the fraction rounded away are worth less than a unit of r_low.
    const ws_i64 lost = (ws_i64)(high_bits - fraction_of_bits);
    const Pair<double> product = exact_product(fraction, Real<double>::half_pi);
    const double r_low = fma_of(mul_of((double)lost, scale), Real<double>::half_pi,
                                fma_of(fraction, Real<double>::half_pi_middle, product.low));
    const Pair<double> r = ordered_sum(product.high, r_low);
    return {negative ? -r.high : r.high, negative ? -r.low : r.low, quarter};
}

WS_HELPER Angle<float> far_angle(float x) {
    const ws_u32 bits = bits_of(x);
    const ws_u64 significand = (ws_u64)(bits << 8 | 0x80000000u) << 32;
    const Angle<double> angle = reduce_far(significand, (int)(bits >> 23 & 255) - 127 - 63);
    const float r = (float)angle.r;
    return {r, (float)add_of(angle.r, -(double)r), angle.quarter};
}

WS_HELPER Angle<double> far_angle(double x) {
    const ws_u64 bits = bits_of(x);
    return reduce_far(bits << 11 | 0x8000000000000000ull, (int)(bits >> 52 & 2047) - 1023 - 63);
}

template<class T>
WS_HELPER Angle<T> reduce_angle(T x) {
    const T magnitude = abs_of(x);
    if (!(magnitude < Real<T>::near_angle)) {
        if (!(magnitude < Real<T>::infinity)) return {Real<T>::not_a_number, T(0), 0};
        const Angle<T> angle = far_angle(x);
        return x < T(0) ? Angle<T>{-angle.r, -angle.r_low, -angle.quarter} : angle;
    }
    const Nearest<T> q = nearest_of_product(x, Real<T>::two_over_pi);
    const T first = fma_of(q.number, -Real<T>::half_pi, x);
    const T r = fma_of(q.number, -Real<T>::half_pi_middle, first);
    // The low part is that of the third part of pi / 2; what the second step rounds away is half a
    // unit, and no subtraction gives it where r is far below `first`. Unused, it costs nothing.
    const T third = mul_of(q.number, -Real<T>::half_pi_low);
    const T sum = fma_of(q.number, -Real<T>::half_pi_low, r);
    return {sum, add_of(add_of(r, -sum), third), q.integer()};
}

/// x = quarter / 2 + r, exactly, apart from whole turns; |r| <= 1/4.
template<class T>
struct HalfTurns {
    T r;
    int quarter;
};

template<class T>
WS_HELPER HalfTurns<T> reduce_half_turns(T x) {
    const T rest = fma_of(rint_of(mul_of(x, T(0.5))), T(-2), x);
    const T q = rint_of(add_of(rest, rest));
    return {fma_of(q, T(-0.5), rest), (int)q};
}
