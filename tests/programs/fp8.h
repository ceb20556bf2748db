// What the programs on 8-bit floats check, with and without conversion instructions: every value, and every
// conversion to the format from numbers around each value, around the middles between, and beyond the range.
#pragma once

#include <cuda_fp8.h>

#include <algorithm>
#include <cmath>

#include "check.h"

// The format's exact values by its definition: sign, exponent, fraction.
inline float value_of(__nv_fp8_interpretation_t kind, int bits) {
    const int fraction_bits = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
    const int magnitude = bits & 0x7f, exponent = magnitude >> fraction_bits;
    const int fraction = magnitude & ((1 << fraction_bits) - 1);
    const float sign = bits & 0x80 ? -1.0f : 1.0f;
    if (kind == __NV_E4M3 && magnitude == 0x7f) return NAN;
    if (kind == __NV_E5M2 && exponent == 31) return fraction ? NAN : sign * INFINITY;
    const float significand = std::ldexp(static_cast<float>(fraction), -fraction_bits);
    return sign * (exponent ? std::ldexp(1 + significand, exponent - bias) : std::ldexp(significand, 1 - bias));
}

inline int largest_of(__nv_fp8_interpretation_t kind) {
    return kind == __NV_E4M3 ? 0x7e : 0x7b;
}

// Rounded to nearest even by comparison with the middle of two neighbours.
inline int expected_of(double x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
    const int sign = std::signbit(x) ? 0x80 : 0, largest = largest_of(kind);
    if (std::isnan(x)) return 0x7f;
    const double magnitude = std::fabs(x);
    for (int bits = 0; bits <= largest; ++bits) {
        const double value = value_of(kind, bits);
        const double step = bits < largest ? value_of(kind, bits + 1) - value : value - value_of(kind, bits - 1);
        const double middle = value + step / 2;
        if (magnitude < middle || (magnitude == middle && bits % 2 == 0)) return sign | bits;
    }
    return sign | (saturation == __NV_SATFINITE ? largest : kind == __NV_E4M3 ? 0x7f : 0x7c);
}

struct Conversions {
    unsigned char from_float, from_double, from_half, from_bfloat16;
    unsigned short from_float2, from_double2, from_half2, from_bfloat162;
};

__host__ __device__ inline Conversions convert(double x, double y, __nv_saturation_t saturation,
                                               __nv_fp8_interpretation_t kind) {
    const float f = static_cast<float>(x), g = static_cast<float>(y);
    const __half h(f), i(g);
    const __nv_bfloat16 b(f), c(g);
    return {__nv_cvt_float_to_fp8(f, saturation, kind),
            __nv_cvt_double_to_fp8(x, saturation, kind),
            __nv_cvt_halfraw_to_fp8(h, saturation, kind),
            __nv_cvt_bfloat16raw_to_fp8(b, saturation, kind),
            __nv_cvt_float2_to_fp8x2(float2{f, g}, saturation, kind),
            __nv_cvt_double2_to_fp8x2(double2{x, y}, saturation, kind),
            __nv_cvt_halfraw2_to_fp8x2(__half2(h, i), saturation, kind),
            __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162(b, c), saturation, kind)};
}

// The saturating conversions of the types, and what they are as other types again.
struct Converted {
    unsigned char of_half, of_bfloat16, of_float, of_double, of_int, of_short, of_unsigned_long_long;
    unsigned short pair_of_halves, pair_of_bfloat16s, pair_of_floats, pair_of_doubles;
    unsigned four_of_halves, four_of_bfloat16s, four_of_floats, four_of_doubles;
    float as_float, as_double, as_bfloat16, as_half, in_pair, in_half_pair, in_four;
    long long as_long_long, as_int, as_short, as_signed_char;
    unsigned long long as_unsigned_long_long, as_unsigned, as_unsigned_short, as_unsigned_char;
    bool as_bool;
};

template <class One, class Two, class Four>
__host__ __device__ Converted convert_types(double x, double y) {
    const float f = static_cast<float>(x), g = static_cast<float>(y);
    const __half h(f), i(g);
    const __nv_bfloat16 b(f), c(g);
    const bool in_range = f > -1e6f && f < 1e6f;  // else the cast to an integer is not defined
    Converted r;
    r.of_half = One(h).__x;
    r.of_bfloat16 = One(b).__x;
    const One one(f);
    r.of_float = one.__x;
    r.of_double = One(x).__x;
    r.of_int = One(in_range ? static_cast<int>(f) : 0).__x;
    r.of_short = One(static_cast<short>(in_range ? static_cast<int>(f) % 1000 : 0)).__x;
    r.of_unsigned_long_long = One(in_range && f >= 0 ? static_cast<unsigned long long>(f) : 1ull << 60).__x;
    r.pair_of_halves = Two(__half2(h, i)).__x;
    r.pair_of_bfloat16s = Two(__nv_bfloat162(b, c)).__x;
    const Two two(float2{f, g});
    r.pair_of_floats = two.__x;
    r.pair_of_doubles = Two(double2{x, y}).__x;
    r.four_of_halves = Four(__half2(h, i), __half2(i, h)).__x;
    r.four_of_bfloat16s = Four(__nv_bfloat162(b, c), __nv_bfloat162(c, b)).__x;
    const Four four(float4{f, g, g, f});
    r.four_of_floats = four.__x;
    r.four_of_doubles = Four(double4{x, y, y, x}).__x;
    r.as_float = static_cast<float>(one);
    r.as_double = static_cast<float>(static_cast<double>(one));
    r.as_bfloat16 = static_cast<float>(static_cast<__nv_bfloat16>(one));
    r.as_half = static_cast<float>(static_cast<__half>(one));
    r.in_pair = static_cast<float2>(two).y;
    r.in_half_pair = __high2float(static_cast<__half2>(two));
    r.in_four = static_cast<float4>(four).z;
    r.as_long_long = static_cast<long long>(one);
    r.as_int = static_cast<int>(one);
    r.as_short = static_cast<short>(one);
    r.as_signed_char = static_cast<signed char>(one);
    r.as_unsigned_long_long = static_cast<unsigned long long>(one);
    r.as_unsigned = static_cast<unsigned>(one);
    r.as_unsigned_short = static_cast<unsigned short>(one);
    r.as_unsigned_char = static_cast<unsigned char>(one);
    r.as_bool = static_cast<bool>(one);
    return r;
}

// The format's kind and its types.
struct E4m3 {
    static constexpr auto kind = __NV_E4M3;
    static constexpr const char* name = "e4m3";
    __host__ __device__ static Converted types(double x, double y) {
        return convert_types<__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3>(x, y);
    }
};
struct E5m2 {
    static constexpr auto kind = __NV_E5M2;
    static constexpr const char* name = "e5m2";
    __host__ __device__ static Converted types(double x, double y) {
        return convert_types<__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2>(x, y);
    }
};

struct Results {
    Conversions plain, saturated;
    Converted types;
};

template <class Format>
__host__ __device__ Results all_results(double x, double y) {
    return {convert(x, y, __NV_NOSAT, Format::kind), convert(x, y, __NV_SATFINITE, Format::kind), Format::types(x, y)};
}

template <class Format>
__global__ void convert_all(const double* x, Results* results, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) results[i] = all_results<Format>(x[i], x[(i + 1) % n]);
}

template <class Format>
__global__ void widen_all(unsigned short* halves) {
    const int i = threadIdx.x;
    halves[i] = __nv_cvt_fp8_to_halfraw(static_cast<unsigned char>(i), Format::kind).x;
    const __half2_raw pair = __nv_cvt_fp8x2_to_halfraw2(static_cast<unsigned short>(i << 8 | (255 - i)), Format::kind);
    halves[256 + i] = pair.x;
    halves[512 + i] = pair.y;
}

// Both sides agree, and are right.
inline void expect_conversions(const std::string& what, const Conversions& got, double x, double y,
                               __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
    const float f = static_cast<float>(x), g = static_cast<float>(y);
    const auto one = [&](const char* type, int bits, double value, bool of_double = false) {
        // The NaN of a double keeps its sign; E5M2 gives it a pattern of its own.
        int expected = expected_of(value, saturation, kind);
        if (of_double && std::isnan(value))
            expected = (std::signbit(value) ? 0x80 : 0) | (kind == __NV_E4M3 ? 0x7f : 0x7e);
        expect((what + type).c_str(), bits, expected);
    };
    one("float", got.from_float, f);
    one("double", got.from_double, x, true);
    one("half", got.from_half, float(__half(f)));
    one("bfloat16", got.from_bfloat16, float(__nv_bfloat16(f)));
    one("float2.x", got.from_float2 & 255, f);
    one("float2.y", got.from_float2 >> 8, g);
    one("double2.x", got.from_double2 & 255, x, true);
    one("double2.y", got.from_double2 >> 8, y, true);
    one("half2.x", got.from_half2 & 255, float(__half(f)));
    one("half2.y", got.from_half2 >> 8, float(__half(g)));
    one("bfloat162.x", got.from_bfloat162 & 255, float(__nv_bfloat16(f)));
    one("bfloat162.y", got.from_bfloat162 >> 8, float(__nv_bfloat16(g)));
}

template <class Integer>
long long nearest_integer(float x) {
    using Limits = std::numeric_limits<Integer>;
    if (std::isnan(x)) return sizeof(Integer) == 8 ? std::numeric_limits<long long>::min() : 0;
    const double whole = std::trunc(double(x));
    if (whole >= std::ldexp(1.0, Limits::digits)) return static_cast<long long>(Limits::max());
    if (whole < double(Limits::min())) return static_cast<long long>(Limits::min());
    return static_cast<long long>(static_cast<Integer>(whole));
}

inline void expect_types(const std::string& what, const Converted& got, const Conversions& saturated, double x,
                         __nv_fp8_interpretation_t kind) {
    const float f = static_cast<float>(x);
    const auto same = [&](const char* type, long long value, long long expected) {
        expect((what + type).c_str(), value, expected);
    };
    const auto both = [](unsigned short pair) { return pair | (pair >> 8 | (pair & 255u) << 8) << 16; };
    same("half", got.of_half, saturated.from_half);
    same("bfloat16", got.of_bfloat16, saturated.from_bfloat16);
    same("float", got.of_float, saturated.from_float);
    same("double", got.of_double, saturated.from_double);
    const bool in_range = f > -1e6f && f < 1e6f;
    const auto of = [&](double value) { return expected_of(value, __NV_SATFINITE, kind); };
    same("int", got.of_int, of(in_range ? static_cast<int>(f) : 0));
    same("short", got.of_short, of(in_range ? static_cast<int>(f) % 1000 : 0));
    same("unsigned long long", got.of_unsigned_long_long,
         of(in_range && f >= 0 ? double(static_cast<unsigned long long>(f)) : 0x1p60));
    same("half2", got.pair_of_halves, saturated.from_half2);
    same("bfloat162", got.pair_of_bfloat16s, saturated.from_bfloat162);
    same("float2", got.pair_of_floats, saturated.from_float2);
    same("double2", got.pair_of_doubles, saturated.from_double2);
    same("four halves", got.four_of_halves, both(saturated.from_half2));
    same("four bfloat16s", got.four_of_bfloat16s, both(saturated.from_bfloat162));
    same("float4", got.four_of_floats, both(saturated.from_float2));
    same("double4", got.four_of_doubles, both(saturated.from_double2));
    const float value = value_of(kind, got.of_float), other = value_of(kind, saturated.from_float2 >> 8);
    const auto equal = [&](const char* type, float value_got, float expected) {
        if (!std::isnan(value_got) || !std::isnan(expected)) expect((what + type).c_str(), value_got, expected);
    };
    equal("as float", got.as_float, value);
    equal("as double", got.as_double, value);
    equal("as bfloat16", got.as_bfloat16, value);
    equal("as half", got.as_half, value);
    equal("as float2", got.in_pair, other);
    equal("as half2", got.in_half_pair, other);
    equal("as float4", got.in_four, other);
    same("as long long", got.as_long_long, nearest_integer<long long>(value));
    same("as int", got.as_int, nearest_integer<int>(value));
    same("as short", got.as_short, nearest_integer<short>(value));
    same("as signed char", got.as_signed_char, nearest_integer<signed char>(value));
    same("as unsigned long long", got.as_unsigned_long_long, nearest_integer<unsigned long long>(value));
    same("as unsigned", got.as_unsigned, nearest_integer<unsigned>(value));
    same("as unsigned short", got.as_unsigned_short, nearest_integer<unsigned short>(value));
    same("as unsigned char", got.as_unsigned_char, nearest_integer<unsigned char>(value));
    same("as bool", got.as_bool, std::isnan(value) || value != 0);
}

// Each value, the middle to the next, both as doubles and as their float neighbours; specials.
inline std::vector<double> numbers_around(__nv_fp8_interpretation_t kind) {
    std::vector<double> numbers = {NAN, -NAN, INFINITY, -INFINITY, 1e30, -1e30, 1e300, 1e-300, -1e-300, 65504, 3e38};
    for (int bits = 0; bits <= largest_of(kind); ++bits) {
        const double value = value_of(kind, bits);
        const double next = bits < largest_of(kind) ? value_of(kind, bits + 1) : 2 * value - value_of(kind, bits - 1);
        for (const double centre : {value, (value + next) / 2, value + (next - value) / 4}) {
            const float near = static_cast<float>(centre);
            for (const double x : {centre, centre * (1 + 0x1p-50), centre * (1 - 0x1p-51),
                                   double(std::nextafter(near, 0.0f)), double(std::nextafter(near, 1e9f))}) {
                numbers.push_back(x);
                numbers.push_back(-x);
            }
        }
    }
    return numbers;
}

template <class Format>
void check_format() {
    const std::vector<double> x = numbers_around(Format::kind);
    const int n = static_cast<int>(x.size());
    DeviceArray<double> device_x(x);
    DeviceArray<Results> device_results(x.size());
    convert_all<Format><<<(n + 127) / 128, 128>>>(device_x.data(), device_results.data(), n);
    CUDA_CHECK(cudaGetLastError());
    const std::vector<Results> on_device = device_results.host();
    for (int i = 0; i < n; ++i) {
        const double y = x[(i + 1) % n];
        const Results on_host = all_results<Format>(x[i], y);
        for (const bool device : {false, true}) {
            const Results& results = device ? on_device[i] : on_host;
            char what[80];
            std::snprintf(what, sizeof what, "%s %s of %a, ", device ? "device's" : "host's", Format::name, x[i]);
            expect_conversions(what, results.plain, x[i], y, __NV_NOSAT, Format::kind);
            expect_conversions(what, results.saturated, x[i], y, __NV_SATFINITE, Format::kind);
            expect_types(what, results.types, results.saturated, x[i], Format::kind);
        }
    }
    DeviceArray<unsigned short> device_halves(3 * 256);
    widen_all<Format><<<1, 256>>>(device_halves.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<unsigned short> halves = device_halves.host();
    for (int i = 0; i < 256; ++i) {
        const auto half_bits = [](int bits) {
            const float value = value_of(Format::kind, bits);
            return std::isnan(value) ? 0x7fff : int(__half_as_ushort(__half(value)));
        };
        expect("a widened value", int(halves[i]), half_bits(i));
        expect("the first of a widened pair", int(halves[256 + i]), half_bits(255 - i));
        expect("the second of a widened pair", int(halves[512 + i]), half_bits(i));
        expect("one widened on the host", int(__nv_cvt_fp8_to_halfraw(static_cast<unsigned char>(i), Format::kind).x),
               half_bits(i));
    }
    std::printf("%s: 256 values, %d numbers\n", Format::name, n);
}
