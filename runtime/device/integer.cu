// Integer functions: all exact.
#include "bits.h"

WS_SMALL int __nv_abs(int a) {
    return a < 0 ? (int)(0u - (ws_u32)a) : a;
}
WS_SMALL ws_i64 __nv_llabs(ws_i64 a) {
    return a < 0 ? (ws_i64)(0ull - (ws_u64)a) : a;
}

WS_SMALL int __nv_min(int a, int b) {
    return a < b ? a : b;
}
WS_SMALL int __nv_max(int a, int b) {
    return a > b ? a : b;
}
WS_SMALL ws_u32 __nv_umin(ws_u32 a, ws_u32 b) {
    return a < b ? a : b;
}
WS_SMALL ws_u32 __nv_umax(ws_u32 a, ws_u32 b) {
    return a > b ? a : b;
}
WS_SMALL ws_i64 __nv_llmin(ws_i64 a, ws_i64 b) {
    return a < b ? a : b;
}
WS_SMALL ws_i64 __nv_llmax(ws_i64 a, ws_i64 b) {
    return a > b ? a : b;
}
WS_SMALL ws_u64 __nv_ullmin(ws_u64 a, ws_u64 b) {
    return a < b ? a : b;
}
WS_SMALL ws_u64 __nv_ullmax(ws_u64 a, ws_u64 b) {
    return a > b ? a : b;
}

WS_SMALL int __nv_brev(int a) {
    return (int)__builtin_bitreverse32((ws_u32)a);
}
WS_SMALL ws_i64 __nv_brevll(ws_i64 a) {
    return (ws_i64)__builtin_bitreverse64((ws_u64)a);
}
WS_SMALL int __nv_clz(int a) {
    return a ? __builtin_clz((ws_u32)a) : 32;
}
WS_SMALL int __nv_clzll(ws_i64 a) {
    return a ? __builtin_clzll((ws_u64)a) : 64;
}
WS_SMALL int __nv_ffs(int a) {
    return a ? __builtin_ctz((ws_u32)a) + 1 : 0;
}
WS_SMALL int __nv_ffsll(ws_i64 a) {
    return a ? __builtin_ctzll((ws_u64)a) + 1 : 0;
}
WS_SMALL int __nv_popc(ws_u32 a) {
    return __builtin_popcount(a);
}
WS_SMALL int __nv_popcll(ws_u64 a) {
    return __builtin_popcountll(a);
}
/// Three bits choose a byte; the fourth, with which prmt copies a sign, does not count here.
WS_SMALL int __nv_byte_perm(int a, int b, int selector) {
    return (int)__nvvm_prmt((ws_u32)a, (ws_u32)b, (ws_u32)selector & 0x7777u);
}

WS_SMALL int __nv_mulhi(int a, int b) {
    return __nvvm_mulhi_i(a, b);
}
WS_SMALL ws_u32 __nv_umulhi(ws_u32 a, ws_u32 b) {
    return __nvvm_mulhi_ui(a, b);
}
WS_SMALL ws_i64 __nv_mul64hi(ws_i64 a, ws_i64 b) {
    return __nvvm_mulhi_ll(a, b);
}
WS_SMALL ws_u64 __nv_umul64hi(ws_u64 a, ws_u64 b) {
    return __nvvm_mulhi_ull(a, b);
}
WS_SMALL int __nv_mul24(int a, int b) {
    return __nvvm_mul24_i(a, b);
}
WS_SMALL ws_u32 __nv_umul24(ws_u32 a, ws_u32 b) {
    return __nvvm_mul24_ui(a, b);
}

WS_SMALL int __nv_sad(int a, int b, int c) {
    return __nvvm_sad_i(a, b, c);
}
WS_SMALL ws_u32 __nv_usad(ws_u32 a, ws_u32 b, ws_u32 c) {
    return __nvvm_sad_ui(a, b, c);
}

// Averages that do not overflow: rounded down, and (with r) rounded up.
WS_SMALL int __nv_hadd(int a, int b) {
    return (a & b) + ((a ^ b) >> 1);
}
WS_SMALL int __nv_rhadd(int a, int b) {
    return (a | b) - ((a ^ b) >> 1);
}
WS_SMALL ws_u32 __nv_uhadd(ws_u32 a, ws_u32 b) {
    return (a & b) + ((a ^ b) >> 1);
}
WS_SMALL ws_u32 __nv_urhadd(ws_u32 a, ws_u32 b) {
    return (a | b) - ((a ^ b) >> 1);
}
