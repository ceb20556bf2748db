// Sine and cosine of a reduced angle.
#pragma once

#include "angle.h"

template<class T>
WS_HELPER T sin_of_small(T r) {
    const T z = mul_of(r, r);
    return fma_of(mul_of(z, r), polynomial<Coefficients<T>::sin_tail>(z), r);
}

template<class T>
WS_HELPER T cos_of_small(T r) {
    const T z = mul_of(r, r);
    const T tail = polynomial<Coefficients<T>::cos_tail>(z);
    return fma_of(mul_of(z, z), tail, fma_of(z, T(-0.5), T(1)));
}

/// The sine of quarter pi / 2 + r.
template<class T>
WS_HELPER T sin_at(Angle<T> angle) {
    const T value = angle.quarter & 1 ? cos_of_small(angle.r) : sin_of_small(angle.r);
    return angle.quarter & 2 ? -value : value;
}

/// The reduction of a zero loses its sign; a sine keeps it.
template<class T>
WS_HELPER T unless_zero(T x, T value) {
    return x == T(0) ? x : value;
}

template<class T>
WS_HELPER T cos_at(Angle<T> angle) {
    ++angle.quarter;
    return sin_at(angle);
}

template<class T>
WS_HELPER void sincos_at(T x, Angle<T> angle, T* sine, T* cosine) {
    const T s = sin_of_small(angle.r), c = cos_of_small(angle.r);
    const bool swapped = angle.quarter & 1;
    *sine = unless_zero(x, angle.quarter & 2 ? -(swapped ? c : s) : swapped ? c : s);
    *cosine = (angle.quarter + 1) & 2 ? -(swapped ? s : c) : swapped ? s : c;
}

/// The sine of pi (quarter / 2 + r).
template<class T>
WS_HELPER T sin_at(HalfTurns<T> turns) {
    const T r = turns.r, z = mul_of(r, r);
    const T tail = fma_of(z, polynomial<Coefficients<T>::sinpi_tail>(z), Real<T>::pi_low);
    const T sine = fma_of(r, Real<T>::pi, mul_of(r, tail));
    const T cosine = fma_of(z, polynomial<Coefficients<T>::cospi_tail>(z), T(1));
    const T value = turns.quarter & 1 ? cosine : sine;
    return turns.quarter & 2 ? -value : value;
}

/// A whole number has a zero of its own sign for a sine, whatever the quarter.
template<class T>
WS_HELPER T sin_of_half_turns(T x) {
    const T value = sin_at(reduce_half_turns(x));
    return value == T(0) ? copy_sign(value, x) : value;
}

/// Never minus zero.
template<class T>
WS_HELPER T cos_of_half_turns(T x) {
    HalfTurns<T> turns = reduce_half_turns(x);
    ++turns.quarter;
    return add_of(sin_at(turns), T(0));
}
