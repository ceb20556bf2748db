// Conversions in every rounding mode and bit casts agree with the host.
// exit: 0
// expect: intrinsics_conversions: ok
#include "rounding.h"

namespace {

constexpr int results = 68;

__global__ void compute(const Row* rows, u64* out, int count) {
    const int index = threadIdx.x;
    if (index >= count) return;
    const auto [f, g, h, d, e, c, i, u, l, w] = rows[index];
    u64* row = out + results * index;
    row[0] = (u64)__float2int_rn(f);
    row[1] = bits(__int2float_rn(i));
    row[2] = (u64)__float2uint_rn(f);
    row[3] = bits(__uint2float_rn(u));
    row[4] = (u64)__float2ll_rn(f);
    row[5] = bits(__ll2float_rn(l));
    row[6] = (u64)__float2ull_rn(f);
    row[7] = bits(__ull2float_rn(w));
    row[8] = (u64)__double2int_rn(d);
    row[9] = (u64)__double2uint_rn(d);
    row[10] = (u64)__double2ll_rn(d);
    row[11] = bits(__ll2double_rn(l));
    row[12] = (u64)__double2ull_rn(d);
    row[13] = bits(__ull2double_rn(w));
    row[14] = bits(__double2float_rn(d));
    row[15] = (u64)__float2int_rz(f);
    row[16] = bits(__int2float_rz(i));
    row[17] = (u64)__float2uint_rz(f);
    row[18] = bits(__uint2float_rz(u));
    row[19] = (u64)__float2ll_rz(f);
    row[20] = bits(__ll2float_rz(l));
    row[21] = (u64)__float2ull_rz(f);
    row[22] = bits(__ull2float_rz(w));
    row[23] = (u64)__double2int_rz(d);
    row[24] = (u64)__double2uint_rz(d);
    row[25] = (u64)__double2ll_rz(d);
    row[26] = bits(__ll2double_rz(l));
    row[27] = (u64)__double2ull_rz(d);
    row[28] = bits(__ull2double_rz(w));
    row[29] = bits(__double2float_rz(d));
    row[30] = (u64)__float2int_rd(f);
    row[31] = bits(__int2float_rd(i));
    row[32] = (u64)__float2uint_rd(f);
    row[33] = bits(__uint2float_rd(u));
    row[34] = (u64)__float2ll_rd(f);
    row[35] = bits(__ll2float_rd(l));
    row[36] = (u64)__float2ull_rd(f);
    row[37] = bits(__ull2float_rd(w));
    row[38] = (u64)__double2int_rd(d);
    row[39] = (u64)__double2uint_rd(d);
    row[40] = (u64)__double2ll_rd(d);
    row[41] = bits(__ll2double_rd(l));
    row[42] = (u64)__double2ull_rd(d);
    row[43] = bits(__ull2double_rd(w));
    row[44] = bits(__double2float_rd(d));
    row[45] = (u64)__float2int_ru(f);
    row[46] = bits(__int2float_ru(i));
    row[47] = (u64)__float2uint_ru(f);
    row[48] = bits(__uint2float_ru(u));
    row[49] = (u64)__float2ll_ru(f);
    row[50] = bits(__ll2float_ru(l));
    row[51] = (u64)__float2ull_ru(f);
    row[52] = bits(__ull2float_ru(w));
    row[53] = (u64)__double2int_ru(d);
    row[54] = (u64)__double2uint_ru(d);
    row[55] = (u64)__double2ll_ru(d);
    row[56] = bits(__ll2double_ru(l));
    row[57] = (u64)__double2ull_ru(d);
    row[58] = bits(__ull2double_ru(w));
    row[59] = bits(__double2float_ru(d));
    row[60] = bits(__int2double_rn(i));
    row[61] = bits(__uint2double_rn(u));
    row[62] = (u64)(unsigned)__double2hiint(d);
    row[63] = (u64)(unsigned)__double2loint(d);
    row[64] = bits(__hiloint2double((int)u, i));
    row[65] = (u64)(unsigned)__float_as_int(f);
    row[66] = bits(__uint_as_float(u));
    row[67] = (u64)__double_as_longlong(__longlong_as_double(l));
}

u64 expected_result(int k, const Row& row) {
    [[maybe_unused]] const float f = row.f, g = row.g, h = row.h;
    [[maybe_unused]] const double d = row.d, e = row.e, c = row.c;
    [[maybe_unused]] const int i = row.i;
    [[maybe_unused]] const unsigned int u = row.u;
    [[maybe_unused]] const long long l = row.l;
    [[maybe_unused]] const u64 w = row.w;
    switch (k) {
        case 0: return (u64)to_integer<int>(FE_TONEAREST, f);
        case 1: return bits(converted<float>(FE_TONEAREST, i));
        case 2: return (u64)to_integer<unsigned int>(FE_TONEAREST, f);
        case 3: return bits(converted<float>(FE_TONEAREST, u));
        case 4: return (u64)to_integer<long long>(FE_TONEAREST, f);
        case 5: return bits(converted<float>(FE_TONEAREST, l));
        case 6: return (u64)to_integer<unsigned long long>(FE_TONEAREST, f);
        case 7: return bits(converted<float>(FE_TONEAREST, w));
        case 8: return (u64)to_integer<int>(FE_TONEAREST, d);
        case 9: return (u64)to_integer<unsigned int>(FE_TONEAREST, d);
        case 10: return (u64)to_integer<long long>(FE_TONEAREST, d);
        case 11: return bits(converted<double>(FE_TONEAREST, l));
        case 12: return (u64)to_integer<unsigned long long>(FE_TONEAREST, d);
        case 13: return bits(converted<double>(FE_TONEAREST, w));
        case 14: return bits(rounded<float>(FE_TONEAREST, [&] { volatile double x = d; return float(x); }));
        case 15: return (u64)to_integer<int>(FE_TOWARDZERO, f);
        case 16: return bits(converted<float>(FE_TOWARDZERO, i));
        case 17: return (u64)to_integer<unsigned int>(FE_TOWARDZERO, f);
        case 18: return bits(converted<float>(FE_TOWARDZERO, u));
        case 19: return (u64)to_integer<long long>(FE_TOWARDZERO, f);
        case 20: return bits(converted<float>(FE_TOWARDZERO, l));
        case 21: return (u64)to_integer<unsigned long long>(FE_TOWARDZERO, f);
        case 22: return bits(converted<float>(FE_TOWARDZERO, w));
        case 23: return (u64)to_integer<int>(FE_TOWARDZERO, d);
        case 24: return (u64)to_integer<unsigned int>(FE_TOWARDZERO, d);
        case 25: return (u64)to_integer<long long>(FE_TOWARDZERO, d);
        case 26: return bits(converted<double>(FE_TOWARDZERO, l));
        case 27: return (u64)to_integer<unsigned long long>(FE_TOWARDZERO, d);
        case 28: return bits(converted<double>(FE_TOWARDZERO, w));
        case 29: return bits(rounded<float>(FE_TOWARDZERO, [&] { volatile double x = d; return float(x); }));
        case 30: return (u64)to_integer<int>(FE_DOWNWARD, f);
        case 31: return bits(converted<float>(FE_DOWNWARD, i));
        case 32: return (u64)to_integer<unsigned int>(FE_DOWNWARD, f);
        case 33: return bits(converted<float>(FE_DOWNWARD, u));
        case 34: return (u64)to_integer<long long>(FE_DOWNWARD, f);
        case 35: return bits(converted<float>(FE_DOWNWARD, l));
        case 36: return (u64)to_integer<unsigned long long>(FE_DOWNWARD, f);
        case 37: return bits(converted<float>(FE_DOWNWARD, w));
        case 38: return (u64)to_integer<int>(FE_DOWNWARD, d);
        case 39: return (u64)to_integer<unsigned int>(FE_DOWNWARD, d);
        case 40: return (u64)to_integer<long long>(FE_DOWNWARD, d);
        case 41: return bits(converted<double>(FE_DOWNWARD, l));
        case 42: return (u64)to_integer<unsigned long long>(FE_DOWNWARD, d);
        case 43: return bits(converted<double>(FE_DOWNWARD, w));
        case 44: return bits(rounded<float>(FE_DOWNWARD, [&] { volatile double x = d; return float(x); }));
        case 45: return (u64)to_integer<int>(FE_UPWARD, f);
        case 46: return bits(converted<float>(FE_UPWARD, i));
        case 47: return (u64)to_integer<unsigned int>(FE_UPWARD, f);
        case 48: return bits(converted<float>(FE_UPWARD, u));
        case 49: return (u64)to_integer<long long>(FE_UPWARD, f);
        case 50: return bits(converted<float>(FE_UPWARD, l));
        case 51: return (u64)to_integer<unsigned long long>(FE_UPWARD, f);
        case 52: return bits(converted<float>(FE_UPWARD, w));
        case 53: return (u64)to_integer<int>(FE_UPWARD, d);
        case 54: return (u64)to_integer<unsigned int>(FE_UPWARD, d);
        case 55: return (u64)to_integer<long long>(FE_UPWARD, d);
        case 56: return bits(converted<double>(FE_UPWARD, l));
        case 57: return (u64)to_integer<unsigned long long>(FE_UPWARD, d);
        case 58: return bits(converted<double>(FE_UPWARD, w));
        case 59: return bits(rounded<float>(FE_UPWARD, [&] { volatile double x = d; return float(x); }));
        case 60: return bits(double(i));
        case 61: return bits(double(u));
        case 62: return std::bit_cast<u64>(d) >> 32;
        case 63: return std::bit_cast<u64>(d) & 0xffffffffu;
        case 64: return bits(std::bit_cast<double>(u64(u) << 32 | unsigned(i)));
        case 65: return u64(std::bit_cast<unsigned int>(f));
        case 66: return std::isnan(std::bit_cast<float>(u)) ? not_a_number : u64(u);
        case 67: return u64(l);
        default: return 0;
    }
}

const char* const names[] = {
    "__float2int_rn", "__int2float_rn", "__float2uint_rn", "__uint2float_rn", "__float2ll_rn",
    "__ll2float_rn", "__float2ull_rn", "__ull2float_rn", "__double2int_rn", "__double2uint_rn",
    "__double2ll_rn", "__ll2double_rn", "__double2ull_rn", "__ull2double_rn", "__double2float_rn",
    "__float2int_rz", "__int2float_rz", "__float2uint_rz", "__uint2float_rz", "__float2ll_rz",
    "__ll2float_rz", "__float2ull_rz", "__ull2float_rz", "__double2int_rz", "__double2uint_rz",
    "__double2ll_rz", "__ll2double_rz", "__double2ull_rz", "__ull2double_rz", "__double2float_rz",
    "__float2int_rd", "__int2float_rd", "__float2uint_rd", "__uint2float_rd", "__float2ll_rd",
    "__ll2float_rd", "__float2ull_rd", "__ull2float_rd", "__double2int_rd", "__double2uint_rd",
    "__double2ll_rd", "__ll2double_rd", "__double2ull_rd", "__ull2double_rd", "__double2float_rd",
    "__float2int_ru", "__int2float_ru", "__float2uint_ru", "__uint2float_ru", "__float2ll_ru",
    "__ll2float_ru", "__float2ull_ru", "__ull2float_ru", "__double2int_ru", "__double2uint_ru",
    "__double2ll_ru", "__ll2double_ru", "__double2ull_ru", "__ull2double_ru", "__double2float_ru",
    "__int2double_rn", "__uint2double_rn", "__double2hiint", "__double2loint", "__hiloint2double",
    "__float_as_int", "__uint_as_float", "__longlong_as_double",
};

}  // namespace

int main() {
    compare_rows<results>(compute, names, expected_result);
    return finish("intrinsics_conversions");
}
