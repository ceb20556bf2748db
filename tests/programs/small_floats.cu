// __half and __nv_bfloat16: every value converts and back, and device arithmetic gives the host's rounded results.
// expect: half: 65536 values, 98304 pairs
// expect: bfloat16: 65536 values, 98304 pairs
// expect: small_floats: ok
// exit: 0
// cli-exit: 0

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstring>

#include "check.h"

constexpr int pairs = 98304;

template<class T>
unsigned short bits_of(T value) {
    unsigned short bits;
    std::memcpy(&bits, &value, 2);
    return bits;
}
template<class T>
T of_bits(unsigned bits) {
    const unsigned short narrow = static_cast<unsigned short>(bits);
    T value;
    std::memcpy(&value, &narrow, 2);
    return value;
}

template<class T>
__global__ void operate(const T* a, const T* b, T* sum, T* product, T* quotient, T* negated, int* less, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        sum[i] = a[i] + b[i];
        product[i] = a[i] * b[i];
        quotient[i] = a[i] / b[i];
        negated[i] = -a[i];
        less[i] = a[i] < b[i];
    }
}

// Pairs in one word, fused and not, against the same on single numbers.
template<class T, class T2>
__global__ void operate_pairs(const T* a, const T* b, int* wrong, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1) return;
    const auto same = [](T x, T y) { return __hisnan(x) ? __hisnan(y) : !__hisnan(y) && float(x) == float(y); };
    const T2 x(a[i], a[i + 1]), y(b[i], b[i + 1]);
    const T2 sum = __hadd2(x, y), fused = __hfma2(x, y, x), larger = __hmax2(x, y);
    const bool good = same(sum.x, __hadd(a[i], b[i])) && same(sum.y, __hadd(a[i + 1], b[i + 1])) &&
                      same(fused.x, __hfma(a[i], b[i], a[i])) && same(larger.y, __hmax(a[i + 1], b[i + 1])) &&
                      same(__shfl_xor_sync(__activemask(), x, 0).x, a[i]);
    if (!good) atomicAdd(wrong, 1);
}

template<class T>
bool equal(T got, float expected) {
    return std::isnan(expected) ? std::isnan(float(got)) : bits_of(got) == bits_of(T(expected));
}

template<class T, class T2>
void check(const char* name) {
    // Exact both ways: what is not NaN comes back as it was.
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const T value = of_bits<T>(bits);
        const float wide = float(value);
        if (!std::isnan(wide)) expect("a value that went to float and back", bits_of(T(wide)), bits);
    }
    std::vector<T> a(pairs), b(pairs);
    unsigned state = 1;
    for (int i = 0; i < pairs; ++i) {
        state = state * 1664525u + 1013904223u;
        a[i] = of_bits<T>(i < 65536 ? static_cast<unsigned>(i) : state >> 16);
        b[i] = of_bits<T>(i < 65536 ? state >> 16 : (state >> 16) ^ (state >> 4 & 0x3f));
    }
    DeviceArray<T> device_a(a), device_b(b), sum(a), product(a), quotient(a), negated(a);
    DeviceArray<int> less(pairs), wrong(1);
    operate<<<pairs / 256, 256>>>(device_a.data(), device_b.data(), sum.data(), product.data(), quotient.data(),
                                  negated.data(), less.data(), pairs);
    CUDA_CHECK(cudaGetLastError());
    operate_pairs<T, T2><<<pairs / 256, 256>>>(device_a.data(), device_b.data(), wrong.data(), pairs);
    CUDA_CHECK(cudaGetLastError());
    const auto s = sum.host(), p = product.host(), q = quotient.host(), n = negated.host();
    const auto l = less.host();
    for (int i = 0; i < pairs; ++i) {
        const float x = float(a[i]), y = float(b[i]);
        expect("a sum", equal(s[i], x + y), true);
        expect("a product", equal(p[i], x * y), true);
        expect("a quotient", equal(q[i], x / y), true);
        expect("a negated value", equal(n[i], -x), true);
        expect("a comparison", l[i], static_cast<int>(x < y));
    }
    expect("pairs that differ from single numbers", wrong.host()[0], 0);
    std::printf("%s: 65536 values, %d pairs\n", name, pairs);
}

// Too large values give the nearest integer there is, NaN gives zero.
void check_integers() {
    const __half infinity = of_bits<__half>(0x7c00), minus = of_bits<__half>(0xfc00), nan = of_bits<__half>(0x7fff);
    expect("infinity as int", __half2int_rz(infinity), 2147483647);
    expect("minus infinity as int", __half2int_rn(minus), -2147483647 - 1);
    expect("infinity as unsigned", __half2uint_rd(infinity), 4294967295u);
    expect("minus infinity as unsigned", __half2uint_ru(minus), 0u);
    expect("infinity as long long", __half2ll_rz(infinity), 9223372036854775807ll);
    expect("minus infinity as long long", __half2ll_rz(minus), -9223372036854775807ll - 1);
    expect("infinity as unsigned long long", __half2ull_rz(infinity), 18446744073709551615ull);
    expect("infinity as short", __half2short_rz(infinity), static_cast<short>(32767));
    expect("minus infinity as short", __half2short_rz(minus), static_cast<short>(-32768));
    expect("infinity as unsigned short", __half2ushort_rz(infinity), static_cast<unsigned short>(65535));
    expect("NaN as int", __half2int_rz(nan), 0);
    expect("-2.5 up", __half2int_ru(__float2half(-2.5f)), -2);
    expect("-2.5 down", __half2int_rd(__float2half(-2.5f)), -3);
    expect("2.5 to even", __half2int_rn(__float2half(2.5f)), 2);
}

int main() {
    check_integers();
    check<__half, __half2>("half");
    check<__nv_bfloat16, __nv_bfloat162>("bfloat16");
    return finish("small_floats");
}
