// Numbers as their bits, and operations the compiler has a builtin for.
#pragma once

#include "library.h"

WS_HELPER ws_u32 bits_of(float x) {
    return __builtin_bit_cast(ws_u32, x);
}
WS_HELPER ws_u64 bits_of(double x) {
    return __builtin_bit_cast(ws_u64, x);
}
WS_HELPER float real_of(ws_u32 bits) {
    return __builtin_bit_cast(float, bits);
}
WS_HELPER double real_of(ws_u64 bits) {
    return __builtin_bit_cast(double, bits);
}
WS_HELPER float abs_of(float a) {
    return __builtin_fabsf(a);
}
WS_HELPER double abs_of(double a) {
    return __builtin_fabs(a);
}
WS_HELPER float rint_of(float a) {
    return __builtin_rintf(a);
}
WS_HELPER double rint_of(double a) {
    return __builtin_rint(a);
}
WS_HELPER float trunc_of(float a) {
    return __builtin_truncf(a);
}
WS_HELPER double trunc_of(double a) {
    return __builtin_trunc(a);
}
