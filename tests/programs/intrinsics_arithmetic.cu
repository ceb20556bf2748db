// Arithmetic in every rounding mode, and functions without an error, agree with the host.
// exit: 0
// expect: intrinsics_arithmetic: ok
#include "rounding.h"

namespace {

constexpr int results = 85;

__host__ __device__ float fraction(float x) {
    float whole;
    return modff(x, &whole);
}

__global__ void compute(const Row* rows, u64* out, int count) {
    const int index = threadIdx.x;
    if (index >= count) return;
    const auto [f, g, h, d, e, c, i, u, l, w] = rows[index];
    u64* row = out + results * index;
    row[0] = bits(__fadd_rn(f, g));
    row[1] = bits(__fsub_rn(f, g));
    row[2] = bits(__fmul_rn(f, g));
    row[3] = bits(__fdiv_rn(f, g));
    row[4] = bits(__fmaf_rn(f, g, h));
    row[5] = bits(__frcp_rn(f));
    row[6] = bits(__fsqrt_rn(f));
    row[7] = bits(__dadd_rn(d, e));
    row[8] = bits(__dsub_rn(d, e));
    row[9] = bits(__dmul_rn(d, e));
    row[10] = bits(__ddiv_rn(d, e));
    row[11] = bits(__fma_rn(d, e, c));
    row[12] = bits(__drcp_rn(d));
    row[13] = bits(__dsqrt_rn(d));
    row[14] = bits(__fadd_rz(f, g));
    row[15] = bits(__fsub_rz(f, g));
    row[16] = bits(__fmul_rz(f, g));
    row[17] = bits(__fdiv_rz(f, g));
    row[18] = bits(__fmaf_rz(f, g, h));
    row[19] = bits(__frcp_rz(f));
    row[20] = bits(__fsqrt_rz(f));
    row[21] = bits(__dadd_rz(d, e));
    row[22] = bits(__dsub_rz(d, e));
    row[23] = bits(__dmul_rz(d, e));
    row[24] = bits(__ddiv_rz(d, e));
    row[25] = bits(__fma_rz(d, e, c));
    row[26] = bits(__drcp_rz(d));
    row[27] = bits(__dsqrt_rz(d));
    row[28] = bits(__fadd_rd(f, g));
    row[29] = bits(__fsub_rd(f, g));
    row[30] = bits(__fmul_rd(f, g));
    row[31] = bits(__fdiv_rd(f, g));
    row[32] = bits(__fmaf_rd(f, g, h));
    row[33] = bits(__frcp_rd(f));
    row[34] = bits(__fsqrt_rd(f));
    row[35] = bits(__dadd_rd(d, e));
    row[36] = bits(__dsub_rd(d, e));
    row[37] = bits(__dmul_rd(d, e));
    row[38] = bits(__ddiv_rd(d, e));
    row[39] = bits(__fma_rd(d, e, c));
    row[40] = bits(__drcp_rd(d));
    row[41] = bits(__dsqrt_rd(d));
    row[42] = bits(__fadd_ru(f, g));
    row[43] = bits(__fsub_ru(f, g));
    row[44] = bits(__fmul_ru(f, g));
    row[45] = bits(__fdiv_ru(f, g));
    row[46] = bits(__fmaf_ru(f, g, h));
    row[47] = bits(__frcp_ru(f));
    row[48] = bits(__fsqrt_ru(f));
    row[49] = bits(__dadd_ru(d, e));
    row[50] = bits(__dsub_ru(d, e));
    row[51] = bits(__dmul_ru(d, e));
    row[52] = bits(__ddiv_ru(d, e));
    row[53] = bits(__fma_ru(d, e, c));
    row[54] = bits(__drcp_ru(d));
    row[55] = bits(__dsqrt_ru(d));
    row[56] = bits(__saturatef(f));
    row[57] = bits(__frsqrt_rn(f));
    row[58] = bits(rintf(f));
    row[59] = bits(rint(d));
    row[60] = bits(truncf(f));
    row[61] = bits(trunc(d));
    row[62] = bits(floorf(f));
    row[63] = bits(floor(d));
    row[64] = bits(ceilf(f));
    row[65] = bits(ceil(d));
    row[66] = bits(roundf(f));
    row[67] = bits(round(d));
    row[68] = bits(nearbyintf(f));
    row[69] = bits(nearbyint(d));
    row[70] = (u64)llrint(e);
    row[71] = (u64)llrintf(g);
    row[72] = (u64)llround(e);
    row[73] = (u64)llroundf(g);
    row[74] = bits(fdimf(f, g));
    row[75] = bits(fdim(d, e));
    row[76] = bits(copysignf(f, g));
    row[77] = bits(nextafterf(f, g));
    row[78] = bits(nextafter(d, e));
    row[79] = (u64)(i ? ilogb((double)i) : 0);
    row[80] = bits(scalbln(d, (long)(i >> 24)));
    row[81] = bits(ldexpf(f, i >> 25));
    row[82] = bits(fmod(d, e));
    row[83] = bits(remainderf(f, g));
    row[84] = bits(fraction(f));
}

u64 expected_result(int k, const Row& row) {
    [[maybe_unused]] const float f = row.f, g = row.g, h = row.h;
    [[maybe_unused]] const double d = row.d, e = row.e, c = row.c;
    [[maybe_unused]] const int i = row.i;
    [[maybe_unused]] const unsigned int u = row.u;
    [[maybe_unused]] const long long l = row.l;
    [[maybe_unused]] const u64 w = row.w;
    switch (k) {
        case 0: return bits(rounded<float>(FE_TONEAREST, [&] { volatile auto x = f; return x + g; }));
        case 1: return bits(rounded<float>(FE_TONEAREST, [&] { volatile auto x = f; return x - g; }));
        case 2: return bits(rounded<float>(FE_TONEAREST, [&] { volatile auto x = f; return x * g; }));
        case 3: return bits(rounded<float>(FE_TONEAREST, [&] { volatile auto x = f; return x / g; }));
        case 4: return bits(rounded<float>(FE_TONEAREST, [&] { volatile auto x = f; return std::fma(+x, g, h); }));
        case 5: return bits(rounded<float>(FE_TONEAREST, [&] { volatile auto x = f; return float(1) / x; }));
        case 6: return bits(rounded<float>(FE_TONEAREST, [&] { volatile auto x = f; return std::sqrt(+x); }));
        case 7: return bits(rounded<double>(FE_TONEAREST, [&] { volatile auto x = d; return x + e; }));
        case 8: return bits(rounded<double>(FE_TONEAREST, [&] { volatile auto x = d; return x - e; }));
        case 9: return bits(rounded<double>(FE_TONEAREST, [&] { volatile auto x = d; return x * e; }));
        case 10: return bits(rounded<double>(FE_TONEAREST, [&] { volatile auto x = d; return x / e; }));
        case 11: return bits(rounded<double>(FE_TONEAREST, [&] { volatile auto x = d; return std::fma(+x, e, c); }));
        case 12: return bits(rounded<double>(FE_TONEAREST, [&] { volatile auto x = d; return double(1) / x; }));
        case 13: return bits(rounded<double>(FE_TONEAREST, [&] { volatile auto x = d; return std::sqrt(+x); }));
        case 14: return bits(rounded<float>(FE_TOWARDZERO, [&] { volatile auto x = f; return x + g; }));
        case 15: return bits(rounded<float>(FE_TOWARDZERO, [&] { volatile auto x = f; return x - g; }));
        case 16: return bits(rounded<float>(FE_TOWARDZERO, [&] { volatile auto x = f; return x * g; }));
        case 17: return bits(rounded<float>(FE_TOWARDZERO, [&] { volatile auto x = f; return x / g; }));
        case 18: return bits(rounded<float>(FE_TOWARDZERO, [&] { volatile auto x = f; return std::fma(+x, g, h); }));
        case 19: return bits(rounded<float>(FE_TOWARDZERO, [&] { volatile auto x = f; return float(1) / x; }));
        case 20: return bits(rounded<float>(FE_TOWARDZERO, [&] { volatile auto x = f; return std::sqrt(+x); }));
        case 21: return bits(rounded<double>(FE_TOWARDZERO, [&] { volatile auto x = d; return x + e; }));
        case 22: return bits(rounded<double>(FE_TOWARDZERO, [&] { volatile auto x = d; return x - e; }));
        case 23: return bits(rounded<double>(FE_TOWARDZERO, [&] { volatile auto x = d; return x * e; }));
        case 24: return bits(rounded<double>(FE_TOWARDZERO, [&] { volatile auto x = d; return x / e; }));
        case 25: return bits(rounded<double>(FE_TOWARDZERO, [&] { volatile auto x = d; return std::fma(+x, e, c); }));
        case 26: return bits(rounded<double>(FE_TOWARDZERO, [&] { volatile auto x = d; return double(1) / x; }));
        case 27: return bits(rounded<double>(FE_TOWARDZERO, [&] { volatile auto x = d; return std::sqrt(+x); }));
        case 28: return bits(rounded<float>(FE_DOWNWARD, [&] { volatile auto x = f; return x + g; }));
        case 29: return bits(rounded<float>(FE_DOWNWARD, [&] { volatile auto x = f; return x - g; }));
        case 30: return bits(rounded<float>(FE_DOWNWARD, [&] { volatile auto x = f; return x * g; }));
        case 31: return bits(rounded<float>(FE_DOWNWARD, [&] { volatile auto x = f; return x / g; }));
        case 32: return bits(rounded<float>(FE_DOWNWARD, [&] { volatile auto x = f; return std::fma(+x, g, h); }));
        case 33: return bits(rounded<float>(FE_DOWNWARD, [&] { volatile auto x = f; return float(1) / x; }));
        case 34: return bits(rounded<float>(FE_DOWNWARD, [&] { volatile auto x = f; return std::sqrt(+x); }));
        case 35: return bits(rounded<double>(FE_DOWNWARD, [&] { volatile auto x = d; return x + e; }));
        case 36: return bits(rounded<double>(FE_DOWNWARD, [&] { volatile auto x = d; return x - e; }));
        case 37: return bits(rounded<double>(FE_DOWNWARD, [&] { volatile auto x = d; return x * e; }));
        case 38: return bits(rounded<double>(FE_DOWNWARD, [&] { volatile auto x = d; return x / e; }));
        case 39: return bits(rounded<double>(FE_DOWNWARD, [&] { volatile auto x = d; return std::fma(+x, e, c); }));
        case 40: return bits(rounded<double>(FE_DOWNWARD, [&] { volatile auto x = d; return double(1) / x; }));
        case 41: return bits(rounded<double>(FE_DOWNWARD, [&] { volatile auto x = d; return std::sqrt(+x); }));
        case 42: return bits(rounded<float>(FE_UPWARD, [&] { volatile auto x = f; return x + g; }));
        case 43: return bits(rounded<float>(FE_UPWARD, [&] { volatile auto x = f; return x - g; }));
        case 44: return bits(rounded<float>(FE_UPWARD, [&] { volatile auto x = f; return x * g; }));
        case 45: return bits(rounded<float>(FE_UPWARD, [&] { volatile auto x = f; return x / g; }));
        case 46: return bits(rounded<float>(FE_UPWARD, [&] { volatile auto x = f; return std::fma(+x, g, h); }));
        case 47: return bits(rounded<float>(FE_UPWARD, [&] { volatile auto x = f; return float(1) / x; }));
        case 48: return bits(rounded<float>(FE_UPWARD, [&] { volatile auto x = f; return std::sqrt(+x); }));
        case 49: return bits(rounded<double>(FE_UPWARD, [&] { volatile auto x = d; return x + e; }));
        case 50: return bits(rounded<double>(FE_UPWARD, [&] { volatile auto x = d; return x - e; }));
        case 51: return bits(rounded<double>(FE_UPWARD, [&] { volatile auto x = d; return x * e; }));
        case 52: return bits(rounded<double>(FE_UPWARD, [&] { volatile auto x = d; return x / e; }));
        case 53: return bits(rounded<double>(FE_UPWARD, [&] { volatile auto x = d; return std::fma(+x, e, c); }));
        case 54: return bits(rounded<double>(FE_UPWARD, [&] { volatile auto x = d; return double(1) / x; }));
        case 55: return bits(rounded<double>(FE_UPWARD, [&] { volatile auto x = d; return std::sqrt(+x); }));
        case 56: return bits(std::isnan(f) ? 0.0f : std::fmin(std::fmax(f, 0.0f), 1.0f) + 0.0f);
        case 57: return bits(static_cast<float>(1 / std::sqrt(static_cast<long double>(f))));
        case 58: return bits(std::rint(f));
        case 59: return bits(std::rint(d));
        case 60: return bits(std::trunc(f));
        case 61: return bits(std::trunc(d));
        case 62: return bits(std::floor(f));
        case 63: return bits(std::floor(d));
        case 64: return bits(std::ceil(f));
        case 65: return bits(std::ceil(d));
        case 66: return bits(std::round(f));
        case 67: return bits(std::round(d));
        case 68: return bits(std::nearbyint(f));
        case 69: return bits(std::nearbyint(d));
        case 70: return (u64)to_integer<long long>(FE_TONEAREST, e);
        case 71: return (u64)to_integer<long long>(FE_TONEAREST, g);
        case 72: return (u64)to_integer<long long>(FE_TONEAREST, std::round(e));
        case 73: return (u64)to_integer<long long>(FE_TONEAREST, std::round(g));
        case 74: return bits(std::fdim(f, g));
        case 75: return bits(std::fdim(d, e));
        case 76: return bits(std::copysign(f, g));
        case 77: return bits(std::nextafter(f, g));
        case 78: return bits(std::nextafter(d, e));
        case 79: return (u64)(i ? std::ilogb(double(i)) : 0);
        case 80: return bits(std::scalbln(d, (long)(i >> 24)));
        case 81: return bits(std::ldexp(f, i >> 25));
        case 82: return bits(std::fmod(d, e));
        case 83: return bits(std::remainder(f, g));
        case 84: return bits(fraction(f));
        default: return 0;
    }
}

const char* const names[] = {
    "__fadd_rn", "__fsub_rn", "__fmul_rn", "__fdiv_rn", "__fmaf_rn", "__frcp_rn", "__fsqrt_rn",
    "__dadd_rn", "__dsub_rn", "__dmul_rn", "__ddiv_rn", "__fma_rn", "__drcp_rn", "__dsqrt_rn",
    "__fadd_rz", "__fsub_rz", "__fmul_rz", "__fdiv_rz", "__fmaf_rz", "__frcp_rz", "__fsqrt_rz",
    "__dadd_rz", "__dsub_rz", "__dmul_rz", "__ddiv_rz", "__fma_rz", "__drcp_rz", "__dsqrt_rz",
    "__fadd_rd", "__fsub_rd", "__fmul_rd", "__fdiv_rd", "__fmaf_rd", "__frcp_rd", "__fsqrt_rd",
    "__dadd_rd", "__dsub_rd", "__dmul_rd", "__ddiv_rd", "__fma_rd", "__drcp_rd", "__dsqrt_rd",
    "__fadd_ru", "__fsub_ru", "__fmul_ru", "__fdiv_ru", "__fmaf_ru", "__frcp_ru", "__fsqrt_ru",
    "__dadd_ru", "__dsub_ru", "__dmul_ru", "__ddiv_ru", "__fma_ru", "__drcp_ru", "__dsqrt_ru",
    "__saturatef", "__frsqrt_rn", "rintf", "rint", "truncf", "trunc", "floorf", "floor", "ceilf",
    "ceil", "roundf", "round", "nearbyintf", "nearbyint", "llrint", "llrintf", "llround",
    "llroundf", "fdimf", "fdim", "copysignf", "nextafterf", "nextafter", "ilogb", "scalbln",
    "ldexpf", "fmod", "remainderf", "modff",
};

}  // namespace

int main() {
    compare_rows<results>(compute, names, expected_result);
    return finish("intrinsics_arithmetic");
}
