// Integer, bit, dot product and small-integer intrinsics agree with plain arithmetic on the host.
// exit: 0
// expect: intrinsics_integer: ok
#include <algorithm>
#include <cstdint>

#include "check.h"

namespace {

using u32 = unsigned int;
using u64 = unsigned long long;

constexpr int results = 47;

u32 reversed(u32 a) {
    u32 r = 0;
    for (int i = 0; i < 32; ++i) r |= (a >> i & 1u) << (31 - i);
    return r;
}
u64 reversed64(u64 a) { return u64(reversed(u32(a))) << 32 | reversed(u32(a >> 32)); }
int count_ones(u64 a) { return a ? int(a & 1) + count_ones(a >> 1) : 0; }
int leading(u64 a, int width) {
    int n = 0;
    while (n < width && !(a >> (width - 1 - n) & 1)) ++n;
    return n;
}
int first_set(u64 a) {
    for (int i = 0; i < 64; ++i)
        if (a >> i & 1) return i + 1;
    return 0;
}
u32 permuted(u32 a, u32 b, u32 s) {
    const u64 both = u64(b) << 32 | a;
    u32 r = 0;
    for (int i = 0; i < 4; ++i) r |= u32(both >> 8 * (s >> 4 * i & 7) & 255) << 8 * i;
    return r;
}
int nth_set(u32 mask, int base, int offset) {
    // fns: the offset-th set bit from base upwards (positive) or downwards (negative).
    if (offset == 0) return mask >> base & 1 ? base : -1;
    const int step = offset > 0 ? 1 : -1;
    int left = offset > 0 ? offset : -offset;
    for (int i = base; i >= 0 && i < 32; i += step)
        if (mask >> i & 1 && --left == 0) return i;
    return -1;
}
int byte_of(u32 a, int i, bool sign) {
    return sign ? int(int8_t(a >> 8 * i)) : int(uint8_t(a >> 8 * i));
}
int half_of(u32 a, int i, bool sign) {
    return sign ? int(int16_t(a >> 16 * i)) : int(uint16_t(a >> 16 * i));
}
u32 dot4(u32 a, u32 b, u32 c, bool sign) {
    for (int i = 0; i < 4; ++i) c += u32(byte_of(a, i, sign) * byte_of(b, i, sign));
    return c;
}
u32 dot2(u32 a, u32 b, u32 c, bool sign, int first) {
    for (int i = 0; i < 2; ++i) c += u32(half_of(a, i, sign) * byte_of(b, first + i, sign));
    return c;
}
template <class Function>
u32 halves(u32 a, u32 b, u32 c, Function function) {
    const u32 high = u32(function(a >> 16, b >> 16, c >> 16));
    return high << 16 | (u32(function(a, b, c)) & 0xffffu);
}

__global__ void compute(const u32* words, u64* out, int count) {
    const int i = threadIdx.x;
    if (i >= count) return;
    const u32 a = words[3 * i], b = words[3 * i + 1], c = words[3 * i + 2];
    const u64 w = (u64)a << 32 | b, v = (u64)b << 32 | c;
    u64* row = out + results * i;
    row[0] = (u32)__brev(a);
    row[1] = (u64)__brevll(w);
    row[2] = (u32)__clz((int)a);
    row[3] = (u32)__clzll((long long)w);
    row[4] = (u32)__ffs((int)a);
    row[5] = (u32)__ffsll((long long)w);
    row[6] = (u32)__popc(a);
    row[7] = (u32)__popcll(w);
    row[8] = (u32)__byte_perm(a, b, c);
    row[9] = (u32)__funnelshift_l(a, b, c);
    row[10] = (u32)__funnelshift_lc(a, b, c);
    row[11] = (u32)__funnelshift_r(a, b, c);
    row[12] = (u32)__funnelshift_rc(a, b, c);
    row[13] = (u32)__dp4a((int)a, (int)b, (int)c);
    row[14] = (u32)__dp4a(a, b, c);
    row[15] = (u32)__dp2a_lo((int)a, (int)b, (int)c);
    row[16] = (u32)__dp2a_lo(a, b, c);
    row[17] = (u32)__dp2a_hi((int)a, (int)b, (int)c);
    row[18] = (u32)__dp2a_hi(a, b, c);
    row[19] = (u32)__mulhi((int)a, (int)b);
    row[20] = (u32)__umulhi(a, b);
    row[21] = (u64)__mul64hi((long long)w, (long long)v);
    row[22] = (u64)__umul64hi(w, v);
    row[23] = (u32)__mul24((int)a, (int)b);
    row[24] = (u32)__umul24(a, b);
    row[25] = (u32)__sad((int)a, (int)b, c);
    row[26] = (u32)__usad(a, b, c);
    row[27] = (u32)__hadd((int)a, (int)b);
    row[28] = (u32)__uhadd(a, b);
    row[29] = (u32)__rhadd((int)a, (int)b);
    row[30] = (u32)__urhadd(a, b);
    row[31] = (u32)__fns(a, c & 31, (int)(b % 7) - 3);
    row[32] = (u32)abs((int)(a | 1));
    row[33] = (u64)llabs((long long)(w | 1));
    row[34] = (u32)min(a, b);
    row[35] = (u32)max((int)a, (int)b);
    row[36] = (u64)llmin((long long)w, (long long)v);
    row[37] = (u64)ullmax(w, v);
    row[38] = (u32)__viaddmax_s32((int)a, (int)b, (int)c);
    row[39] = (u32)__vimin3_u32(a, b, c);
    row[40] = (u32)__viaddmin_s16x2_relu(a, b, c);
    row[41] = (u32)__vimax3_s16x2(a, b, c);
    row[42] = (u32)__viaddmax_u16x2(a, b, c);
    row[43] = (u32)__vimin_s32_relu((int)a, (int)b);
    row[44] = (u32)__vaddss2(a, b);
    row[45] = (u32)__vcmpgtu2(a, b);
    row[46] = (u32)__vabsdiffs2(a, b);
}

u64 expected_result(int k, u32 a, u32 b, u32 c) {
    const u64 w = (u64)a << 32 | b, v = (u64)b << 32 | c;
    // clang-format off
    switch (k) {
        case 0: return (u32)(reversed(a));
        case 1: return (u64)(reversed64(w));
        case 2: return (u32)(leading(a, 32));
        case 3: return (u32)(leading(w, 64));
        case 4: return (u32)(first_set(a));
        case 5: return (u32)(first_set(w));
        case 6: return (u32)(count_ones(a));
        case 7: return (u32)(count_ones(w));
        case 8: return (u32)(permuted(a, b, c));
        case 9: return (u32)(u32((u64(b) << 32 | a) << (c & 31) >> 32));
        case 10: return (u32)(c >= 32 ? a : u32((u64(b) << 32 | a) << c >> 32));
        case 11: return (u32)(u32((u64(b) << 32 | a) >> (c & 31)));
        case 12: return (u32)(c >= 32 ? b : u32((u64(b) << 32 | a) >> c));
        case 13: return (u32)(dot4(a, b, c, true));
        case 14: return (u32)(dot4(a, b, c, false));
        case 15: return (u32)(dot2(a, b, c, true, 0));
        case 16: return (u32)(dot2(a, b, c, false, 0));
        case 17: return (u32)(dot2(a, b, c, true, 2));
        case 18: return (u32)(dot2(a, b, c, false, 2));
        case 19: return (u32)(u32((long long)(int)a * (int)b >> 32));
        case 20: return (u32)(u32(u64(a) * b >> 32));
        case 21: return (u64)(u64((__int128)(long long)w * (long long)v >> 64));
        case 22: return (u64)(u64((unsigned __int128)w * v >> 64));
        case 23: return (u32)(u32((long long)((int)(a << 8) >> 8) * ((int)(b << 8) >> 8)));
        case 24: return (u32)(u32(u64(a & 0xffffff) * (b & 0xffffff)));
        case 25: return (u32)(c + u32(std::max((long long)(int)a, (long long)(int)b) - std::min((int)a, (int)b)));
        case 26: return (u32)(c + std::max(a, b) - std::min(a, b));
        case 27: return (u32)(u32(((long long)(int)a + (int)b) >> 1));
        case 28: return (u32)(u32((u64(a) + b) >> 1));
        case 29: return (u32)(u32(((long long)(int)a + (int)b + 1) >> 1));
        case 30: return (u32)(u32((u64(a) + b + 1) >> 1));
        case 31: return (u32)(nth_set(a, c & 31, (int)(b % 7) - 3));
        case 32: return (u32)(u32((int)(a | 1) < 0 ? 0u - (a | 1) : (a | 1)));
        case 33: return (u64)((long long)(w | 1) < 0 ? 0 - (w | 1) : (w | 1));
        case 34: return (u32)(std::min(a, b));
        case 35: return (u32)(u32(std::max((int)a, (int)b)));
        case 36: return (u64)(u64(std::min((long long)w, (long long)v)));
        case 37: return (u64)(std::max(w, v));
        case 38: return (u32)(u32(std::max((int)(a + b), (int)c)));
        case 39: return (u32)(std::min({a, b, c}));
        case 40: return (u32)(halves(a, b, c, [](int16_t x, int16_t y, int16_t z) { return std::max<int>(0, std::min(int16_t(x + y), z)); }));
        case 41: return (u32)(halves(a, b, c, [](int16_t x, int16_t y, int16_t z) { return std::max({x, y, z}); }));
        case 42: return (u32)(halves(a, b, c, [](uint16_t x, uint16_t y, uint16_t z) { return std::max(uint16_t(x + y), z); }));
        case 43: return (u32)(u32(std::max(0, std::min((int)a, (int)b))));
        case 44: return (u32)(halves(a, b, 0, [](int16_t x, int16_t y, int16_t) { return std::clamp(x + y, -32768, 32767); }));
        case 45: return (u32)(halves(a, b, 0, [](uint16_t x, uint16_t y, uint16_t) { return x > y ? -1 : 0; }));
        case 46: return (u32)(halves(a, b, 0, [](int16_t x, int16_t y, int16_t) { return std::abs(x - y); }));
        default: return 0;
    }
    // clang-format on
}

}  // namespace

int main() {
    constexpr int count = 128;
    std::vector<u32> words(3 * count);
    u32 state = 12345;
    const u32 limits[] = {0, 1, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x80007fffu, 0xff80017fu};
    for (std::size_t i = 0; i < words.size(); ++i) {
        state = state * 1664525u + 1013904223u;
        words[i] = i < 60 ? limits[(state >> 16) % 7] : state ^ state >> 15;
        if (i % 3 == 2 && i % 2) words[i] = state >> 26;  // shifts and selectors
    }
    DeviceArray<u32> input(words);
    DeviceArray<u64> output(results * count);
    compute<<<1, count>>>(input.data(), output.data(), count);
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::vector<u64> got = output.host();
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < results; ++k) {
            const std::string what = "result " + std::to_string(k) + " of row " + std::to_string(i);
            expect(what.c_str(), got[results * i + k],
                   expected_result(k, words[3 * i], words[3 * i + 1], words[3 * i + 2]));
        }
    }
    return finish("intrinsics_integer");
}
