// Conversions of __half and __nv_bfloat16 from and to every type in every direction, on the device and on the host.
// expect: half: 26 conversions from 4096 numbers, 27 from all halves
// expect: bfloat16: 26 conversions from 4096 numbers, 27 from all bfloat16s
// expect: small_floats_conversions: ok
// exit: 0
// cli-exit: 0

#include <algorithm>
#include <limits>

#include "small_floats.h"

constexpr int count = 4096;

struct Numbers {
    float f;
    double d;
    int i;
    unsigned u;
    long long l;
    unsigned long long w;
    short s;
    unsigned short t;
};

// Both formats spell the same conversions with their own names.
#define FROM_ALL(X, name, member)                    \
    X(__##name##_rn, member, 0)                      \
    X(__##name##_rz, member, 1)                      \
    X(__##name##_rd, member, 2)                      \
    X(__##name##_ru, member, 3)
#define TO_ALL(X, name, type)                        \
    X(__##name##_rn, type, 0)                        \
    X(__##name##_rz, type, 1)                        \
    X(__##name##_rd, type, 2)                        \
    X(__##name##_ru, type, 3)
#define FROM_INTEGERS(X, format)                                                                              \
    FROM_ALL(X, int2##format, i)                                                                              \
    FROM_ALL(X, uint2##format, u)                                                                             \
    FROM_ALL(X, ll2##format, l)                                                                               \
    FROM_ALL(X, ull2##format, w)
#define FROM(X, format)                                                                                       \
    X(__float2##format, f, 0)                                                                                 \
    FROM_ALL(X, float2##format, f)                                                                            \
    X(__double2##format, d, 0) FROM_INTEGERS(X, format) X(__short2##format##_rn, s, 0)                        \
        X(__short2##format##_rz, s, 1) X(__ushort2##format##_rd, t, 2) X(__ushort2##format##_ru, t, 3)
#define TO(X, format)                                                                                         \
    TO_ALL(X, format##2int, int)                                                                              \
    TO_ALL(X, format##2uint, unsigned)                                                                        \
    TO_ALL(X, format##2ll, long long)                                                                         \
    TO_ALL(X, format##2ull, unsigned long long)                                                               \
    TO_ALL(X, format##2short, short)                                                                          \
    TO_ALL(X, format##2ushort, unsigned short)                                                                \
    X(__##format##2char_rz, signed char, 1) X(__##format##2uchar_rz, unsigned char, 1)
constexpr int conversions_from = 26, forms_to = 27;  // 26 to integers, then float

template <class T>
__host__ __device__ void convert_from(const Numbers& n, unsigned short* results);
template <class T>
__host__ __device__ void convert_to(T value, unsigned long long* results);

#define STORE_FROM(function, member, direction) *results++ = bits_of(function(n.member));
#define STORE_TO(function, type, direction) *results++ = static_cast<unsigned long long>(function(value));
template <>
__host__ __device__ void convert_from<__half>(const Numbers& n, unsigned short* results) {
    FROM(STORE_FROM, half)
}
template <>
__host__ __device__ void convert_from<__nv_bfloat16>(const Numbers& n, unsigned short* results) {
    FROM(STORE_FROM, bfloat16)
}
template <>
__host__ __device__ void convert_to<__half>(__half value, unsigned long long* results) {
    TO(STORE_TO, half)
    *results = __builtin_bit_cast(unsigned, __half2float(value));
}
template <>
__host__ __device__ void convert_to<__nv_bfloat16>(__nv_bfloat16 value, unsigned long long* results) {
    TO(STORE_TO, bfloat16)
    *results = __builtin_bit_cast(unsigned, __bfloat162float(value));
}

template <class T>
__global__ void from_kernel(const Numbers* numbers, unsigned short* results) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    convert_from<T>(numbers[i], results + i * conversions_from);
}
template <class T>
__global__ void to_kernel(unsigned long long* results) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    convert_to(of_bits<T>(i), results + i * forms_to);
}

// The exact values of all finite numbers of a format, in order; a long double holds each of them,
// every double and every integer.
template <class T>
std::vector<long double> values_of_format() {
    std::vector<long double> values;
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const float value = float(of_bits<T>(bits));
        if (std::isfinite(value) && bits != 0x8000) values.push_back(value);
    }
    std::sort(values.begin(), values.end());
    return values;
}

// Direction 0 is to nearest even, 1 toward zero, 2 down, 3 up. Every number of the format is float's.
template <class T>
float rounded(const std::vector<long double>& values, long double x, int direction) {
    if (std::isnan(x) || std::isinf(x)) return static_cast<float>(x);
    const long double step = values.back() - values[values.size() - 2];
    const auto above = std::lower_bound(values.begin(), values.end(), x);
    if (above != values.end() && *above == x) return static_cast<float>(x);
    const long double upper = above == values.end() ? values.back() + step : *above;
    const long double lower = above == values.begin() ? values.front() - step : above[-1];
    bool up = direction == 3 || (direction == 1 && x < 0);
    if (direction == 0) {
        const long double middle = (upper + lower) / 2;
        // Numbers of the format alternate between even and odd; one beyond the largest is even.
        const bool upper_is_even =
            above == values.end() || (bits_of(T(static_cast<float>(upper))) & 1) == 0;
        up = x > middle || (x == middle && (above == values.begin() ? false : upper_is_even));
    }
    const long double result = up ? upper : lower;
    if (result > values.back()) return INFINITY;
    if (result < values.front()) return -INFINITY;
    return result == 0 ? std::copysign(0.0f, x < 0 ? -1.0f : 1.0f) : static_cast<float>(result);
}

template <class Integer>
unsigned long long to_integer(float x, int direction) {
    using Limits = std::numeric_limits<Integer>;
    if (std::isnan(x)) return sizeof(Integer) == 8 ? 1ull << 63 : 0;
    const double whole = direction == 0   ? std::nearbyint(double(x))
                         : direction == 1 ? std::trunc(double(x))
                         : direction == 2 ? std::floor(double(x))
                                          : std::ceil(double(x));
    Integer result = 0;
    if (whole >= std::ldexp(1.0, Limits::digits)) result = Limits::max();
    else if (whole < double(Limits::min())) result = Limits::min();
    else result = static_cast<Integer>(whole);
    return static_cast<unsigned long long>(result);
}

std::vector<Numbers> numbers() {
    const float ends[] = {0.0f,     -0.0f,     INFINITY, -INFINITY, NAN,     65504.0f, 65519.0f, 65520.0f,  65536.0f,
                          -65520.0f, 0x1p-24f, 0x1p-25f, 0x1.8p-24f, 0x1.002p0f, 0x1.006p0f, 0x1.01p0f, 0x1.03p0f,
                          3.4e38f,  -3.4e38f,  0x1p-133f, 0x1p-134f, 0x1.8p-133f};
    constexpr int end_count = sizeof(ends) / sizeof(*ends);
    std::vector<Numbers> all(count);
    unsigned long long state = 17;
    const auto next = [&] {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        return state ^ state >> 29;
    };
    for (int i = 0; i < count; ++i) {
        Numbers& n = all[i];
        const unsigned long long bits = next();
        n.w = bits >> (next() >> 58);
        n.l = static_cast<long long>(next()) >> (next() >> 58);
        n.u = static_cast<unsigned>(next() >> 32) >> (next() >> 59);
        n.i = static_cast<int>(next() >> 32) >> (next() >> 59);
        n.s = static_cast<short>(next());
        n.t = static_cast<unsigned short>(next());
        n.f = i < end_count ? ends[i] : __builtin_bit_cast(float, static_cast<unsigned>(next() >> 32));
        n.d = i < end_count ? ends[i] * (1 + 0x1p-40) : std::ldexp(double(n.f), i % 7) * (1 + 0x1p-30 * (i % 3));
        if (i % 2) {  // within half's range
            n.f = std::ldexp(1.0f + float(n.t) / 65536, n.s % 24 - 8) * (i % 4 == 1 ? 1 : -1);
            n.d = n.f * (1 + 0x1p-50 * (n.i % 2));
        }
    }
    return all;
}

template <class T>
void check_from(const char* name, const std::vector<Numbers>& all, const std::vector<unsigned short>& on_device) {
    const std::vector<long double> values = values_of_format<T>();
    for (int i = 0; i < count; ++i) {
        const Numbers& n = all[i];
        unsigned short on_host[conversions_from];
        convert_from<T>(n, on_host);
        int k = 0;
        const auto compare = [&](long double x, int direction) {
            const unsigned expected = known_bits(of_bits<T>(bits_of(T(rounded<T>(values, x, direction)))));
            const std::string what = std::string("conversion ") + std::to_string(k) + " to " + name + " of numbers " +
                                     std::to_string(i);
            expect(what.c_str(), known_bits(of_bits<T>(on_device[i * conversions_from + k])), expected);
            expect((what + " on the host").c_str(), known_bits(of_bits<T>(on_host[k])), expected);
            ++k;
        };
#define COMPARE_FROM(function, member, direction) compare(n.member, direction);
        FROM(COMPARE_FROM, half)
    }
}

template <class T>
void check_to(const char* name, const std::vector<unsigned long long>& on_device) {
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const T value = of_bits<T>(bits);
        const float x = float(value);
        unsigned long long on_host[forms_to];
        convert_to(value, on_host);
        int k = 0;
        const auto compare = [&](unsigned long long expected) {
            const std::string what = std::string("conversion ") + std::to_string(k) + " of " + name + ' ' +
                                     std::to_string(bits);
            expect(what.c_str(), on_device[bits * forms_to + k], expected);
            expect((what + " on the host").c_str(), on_host[k], expected);
            ++k;
        };
#define COMPARE_TO(function, type, direction) compare(to_integer<type>(x, direction));
        TO(COMPARE_TO, half)
        if (!std::isnan(x)) compare(__builtin_bit_cast(unsigned, x));
    }
}

template <class T>
void check(const char* name, const char* names) {
    const std::vector<Numbers> all = numbers();
    DeviceArray<Numbers> device_numbers(all);
    DeviceArray<unsigned short> from(count * conversions_from);
    DeviceArray<unsigned long long> to(65536 * forms_to);
    from_kernel<T><<<count / 256, 256>>>(device_numbers.data(), from.data());
    CUDA_CHECK(cudaGetLastError());
    to_kernel<T><<<256, 256>>>(to.data());
    CUDA_CHECK(cudaGetLastError());
    check_from<T>(name, all, from.host());
    check_to<T>(name, to.host());
    std::printf("%s: %d conversions from %d numbers, %d from all %s\n", name, conversions_from, count, forms_to, names);
}

// Casts, which go toward zero, and conversions between the formats.
void check_casts() {
    const __half h(-129.75f), large(1e5f);
    expect("half as int", static_cast<int>(h), -129);
    expect("half as unsigned", static_cast<unsigned>(h), 0u);
    expect("half as long", static_cast<long>(h), -129l);
    expect("half as unsigned long", static_cast<unsigned long>(__half(77.5f)), 77ul);
    expect("half as long long", static_cast<long long>(h), -129ll);
    expect("half as short", static_cast<short>(h), static_cast<short>(-129));
    expect("half as unsigned short", static_cast<unsigned short>(large), static_cast<unsigned short>(65535));
    expect("half as signed char", static_cast<signed char>(h), static_cast<signed char>(-128));
    expect("half as char", static_cast<char>(h), static_cast<char>(-128));
    expect("half as unsigned char", static_cast<unsigned char>(__half(300.0f)), static_cast<unsigned char>(255));
    expect("half as bool", static_cast<bool>(__half(0x1p-24f)), true);
    expect("minus zero as bool", static_cast<bool>(__half(-0.0f)), false);
    expect("bfloat16 as signed char", static_cast<signed char>(__nv_bfloat16(1e30f)), static_cast<signed char>(127));
    expect("bfloat16 as half", bits_of(__half(__nv_bfloat16(1e30f))), 0x7c00);
    expect("half as bfloat16", bits_of(__nv_bfloat16(__half(1.01171875f))), 0x3f82);
    expect("float of -0", bits_of(__half(-0.0f)), 0x8000);
    volatile __half kept;
    kept = static_cast<__half_raw>(h);
    expect("a volatile half", bits_of(__half(static_cast<__half_raw>(kept))), bits_of(h));
}

void check_constants_and_pairs() {
    expect("infinity", float(CUDART_INF_FP16), INFINITY);
    expect("the largest half", float(CUDART_MAX_NORMAL_FP16), 65504.0f);
    expect("the smallest half", float(CUDART_MIN_DENORM_FP16), 0x1p-24f);
    expect("one", float(CUDART_ONE_FP16) + float(CUDART_ONE_BF16), 2.0f);
    expect("zeros", bits_of(CUDART_ZERO_FP16) + bits_of(CUDART_NEG_ZERO_FP16) + bits_of(CUDART_NEG_ZERO_BF16), 0x10000);
    expect("NaN", __hisnan(CUDART_NAN_FP16) && __hisnan(CUDART_NAN_BF16), true);
    expect("the largest bfloat16", float(CUDART_MAX_NORMAL_BF16), 0x1.fep127f);
    expect("bfloat16's infinity", float(CUDART_INF_BF16), INFINITY);
    expect("the smallest bfloat16", float(CUDART_MIN_DENORM_BF16), 0x1p-133f);

    const __half2 p = __floats2half2_rn(1.0f, 2.0f), q = __float22half2_rn(float2{3.0f, 4.0f});
    const auto is = [](const char* what, __half2 pair, float low, float high) {
        expect(what, __low2float(pair), low);
        expect(what, __high2float(pair), high);
    };
    is("floats", p, 1, 2);
    is("one float", __float2half2_rn(5.0f), 5, 5);
    is("one half", __half2half2(__half(6.0f)), 6, 6);
    is("halves", __halves2half2(__half(7.0f), __half(8.0f)), 7, 8);
    is("make", make_half2(__half(7.0f), __half(8.0f)), 7, 8);
    is("lows", __lows2half2(p, q), 1, 3);
    is("highs", __highs2half2(p, q), 2, 4);
    is("low twice", __low2half2(p), 1, 1);
    is("high twice", __high2half2(p), 2, 2);
    is("swapped", __lowhigh2highlow(q), 4, 3);
    expect("low", float(__low2half(q)), 3.0f);
    expect("high", float(__high2half(q)), 4.0f);
    expect("float2", __half22float2(q).x + __half22float2(q).y, 7.0f);
    expect("bits", __half_as_short(__short_as_half(-5)), static_cast<short>(-5));
    expect("unsigned bits", __half_as_ushort(__ushort_as_half(0xfffb)), static_cast<unsigned short>(0xfffb));
    const __nv_bfloat162 b = __float22bfloat162_rn(float2{3.0f, 4.0f});
    expect("bfloat16s", __bfloat1622float2(__lowhigh2highlow(b)).x, 4.0f);
    expect("bfloat16's bits", __bfloat16_as_short(__short_as_bfloat16(-5)), static_cast<short>(-5));
}

int main() {
    check_casts();
    check_constants_and_pairs();
    check<__half>("half", "halves");
    check<__nv_bfloat16>("bfloat16", "bfloat16s");
    return finish("small_floats_conversions");
}
