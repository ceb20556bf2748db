// Every arithmetic function of __half and __nv_bfloat16 gives the exact result rounded once, in pairs as alone.
// expect: half: 24 functions of 16384 pairs of values
// expect: bfloat16: 24 functions of 16384 pairs of values
// expect: small_floats_arithmetic: ok
// exit: 0
// cli-exit: 0

#include "small_floats.h"

constexpr int count = 16384;

// Number, name, device code for numbers a, b, c and for pairs p, q, r, and the exact result rounded
// to odd in double, from which the last rounding is the right one.
#define FUNCTIONS(X)                                                                                       \
    X(0, "__hadd", __hadd(a, b), __hadd2(p, q), sum(x, y))                                                 \
    X(1, "__hsub", __hsub(a, b), __hsub2(p, q), sum(x, -y))                                                \
    X(2, "__hmul", __hmul(a, b), __hmul2(p, q), x* y)                                                      \
    X(3, "__hadd_rn", __hadd_rn(a, b), __hadd2_rn(p, q), sum(x, y))                                        \
    X(4, "__hsub_rn", __hsub_rn(a, b), __hsub2_rn(p, q), sum(x, -y))                                       \
    X(5, "__hmul_rn", __hmul_rn(a, b), __hmul2_rn(p, q), x* y)                                             \
    X(6, "__hadd_sat", __hadd_sat(a, b), __hadd2_sat(p, q), saturated(sum(x, y)))                          \
    X(7, "__hsub_sat", __hsub_sat(a, b), __hsub2_sat(p, q), saturated(sum(x, -y)))                         \
    X(8, "__hmul_sat", __hmul_sat(a, b), __hmul2_sat(p, q), saturated(x* y))                               \
    X(9, "__hdiv", __hdiv(a, b), __h2div(p, q), x / y)                                                     \
    X(10, "__hfma", __hfma(a, b, c), __hfma2(p, q, r), sum(x* y, z))                                       \
    X(11, "__hfma_sat", __hfma_sat(a, b, c), __hfma2_sat(p, q, r), saturated(sum(x* y, z)))                \
    X(12, "__hfma_relu", __hfma_relu(a, b, c), __hfma2_relu(p, q, r), not_negative(sum(x* y, z)))          \
    X(13, "__habs", __habs(a), __habs2(p), std::fabs(x))                                                   \
    X(14, "__hneg", __hneg(a), __hneg2(p), -x)                                                             \
    X(15, "+", a + b, p + q, sum(x, y))                                                                    \
    X(16, "-", a - b, p - q, sum(x, -y))                                                                   \
    X(17, "*", a* b, p* q, x* y)                                                                           \
    X(18, "/", a / b, p / q, x / y)                                                                        \
    X(19, "negation", -a, -p, -x)                                                                          \
    X(20, "++", ++(d = a), ++(e = p), sum(x, 1))                                                           \
    X(21, "--", (d = a, d--, d), (e = p, e--, e), sum(x, -1))                                              \
    X(22, "+=", (d = a) += b, (e = p) += q, sum(x, y))                                                     \
    X(23, "/=", (d = a) /= b, (e = p) /= q, x / y)
constexpr int functions = 24;

// Rounded to odd: if the sum is inexact, the one of its two neighbours whose last bit is one.
double sum(double x, double y) {
    const double s = x + y;
    if (!std::isfinite(s)) return s;
    const double back = s - x, lost = (x - (s - back)) + (y - back);
    auto bits = __builtin_bit_cast(unsigned long long, s);
    if (lost == 0 || (bits & 1)) return s;
    bits += (lost > 0) == (s > 0) ? 1 : -1;
    return __builtin_bit_cast(double, bits);
}
double saturated(double x) {
    return x > 0 ? x < 1 ? x : 1 : 0;  // NaN becomes 0
}
double not_negative(double x) {
    return std::isnan(x) || x > 0 ? x : 0;
}

// One result of single numbers, and the two of a pair with the neighbours, for every function.
template <class T, class T2>
__global__ void compute(const T* as, const T* bs, const T* cs, unsigned short* results) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, next = (i + 1) % count;
    const T a = as[i], b = bs[i], c = cs[i];
    const T2 p(a, as[next]), q(b, bs[next]), r(c, cs[next]);
    T d;
    T2 e;
#define COMPUTE(number, name, one, two, exact)                              \
    {                                                                       \
        const T single = one;                                               \
        const T2 pair = two;                                                \
        results[(number * 3 + 0) * count + i] = bits_of(single);            \
        results[(number * 3 + 1) * count + i] = bits_of(pair.x);            \
        results[(number * 3 + 2) * count + next] = bits_of(pair.y);         \
    }
    FUNCTIONS(COMPUTE)
}

template <class T>
unsigned rounded(double exact) {
    return known_bits(T(exact));
}

// Products of complex numbers: the real part is fused twice, as is the imaginary one.
template <class T, class T2>
__global__ void multiply_complex(const T* as, const T* bs, const T* cs, unsigned short* results) {
    const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    const T2 product = __hcmadd(T2(as[i], as[i + 1]), T2(bs[i], bs[i + 1]), T2(cs[i], cs[i + 1]));
    results[i] = bits_of(product.x);
    results[i + 1] = bits_of(product.y);
}

template <class T, class T2>
void check(const char* name) {
    const std::vector<T> a = every_kind<T>(count, 1), b = every_kind<T>(count, 5), c = every_kind<T>(count, 9);
    DeviceArray<T> device_a(a), device_b(b), device_c(c);
    DeviceArray<unsigned short> device_results(functions * 3 * count), device_products(count);
    compute<T, T2><<<count / 256, 256>>>(device_a.data(), device_b.data(), device_c.data(), device_results.data());
    CUDA_CHECK(cudaGetLastError());
    multiply_complex<T, T2>
        <<<count / 512, 256>>>(device_a.data(), device_b.data(), device_c.data(), device_products.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<unsigned short> results = device_results.host(), products = device_products.host();
    for (int i = 0; i < count; ++i) {
        const double x = float(a[i]), y = float(b[i]), z = float(c[i]);
        const auto compare = [&](int number, const char* function, unsigned expected) {
            for (int form = 0; form < 3; ++form) {
                const T got = of_bits<T>(results[(number * 3 + form) * count + i]);
                const std::string what = std::string(name) + ' ' + function + (form ? " of a pair" : "") +
                                         ", arguments " + std::to_string(i);
                expect(what.c_str(), known_bits(got), expected);
            }
        };
#define COMPARE(number, function, one, two, exact) compare(number, function, rounded<T>(exact));
        FUNCTIONS(COMPARE)
    }
    for (int i = 0; i < count; i += 2) {
        const double ax = float(a[i]), ay = float(a[i + 1]), bx = float(b[i]), by = float(b[i + 1]);
        const double real = float(of_bits<T>(rounded<T>(sum(ax * bx, float(c[i])))));
        const double imaginary = float(of_bits<T>(rounded<T>(sum(ax * by, float(c[i + 1])))));
        expect("a complex product's real part", known_bits(of_bits<T>(products[i])), rounded<T>(sum(-ay * by, real)));
        expect("a complex product's imaginary part", known_bits(of_bits<T>(products[i + 1])),
               rounded<T>(sum(ay * bx, imaginary)));
    }
    std::printf("%s: %d functions of %d pairs of values\n", name, functions, count);
}

int main() {
    check<__half, __half2>("half");
    check<__nv_bfloat16, __nv_bfloat162>("bfloat16");
    return finish("small_floats_arithmetic");
}
