// Every mathematical function of __half and __nv_bfloat16 is within a unit of the exact value, in pairs as alone.
// expect: half: 17 functions of all values
// expect: bfloat16: 17 functions of all values
// expect: small_floats_functions: ok
// exit: 0
// cli-exit: 0

#include "small_floats.h"

// The function, the exact value of x, and how many units of the last place it may be off.
#define FUNCTIONS(X)                                 \
    X(exp, std::exp(x), 1)                           \
    X(exp2, std::exp2(x), 1)                         \
    X(exp10, std::pow(10.0, x), 1)                   \
    X(log, std::log(x), 1)                           \
    X(log2, std::log2(x), 1)                         \
    X(log10, std::log10(x), 1)                       \
    X(sin, std::sin(x), 1)                           \
    X(cos, std::cos(x), 1)                           \
    X(tanh, std::tanh(x), 1)                         \
    X(tanh_approx, std::tanh(x), 2)                  \
    X(sqrt, std::sqrt(x), 0)                         \
    X(rsqrt, 1 / std::sqrt(x), 1)                    \
    X(rcp, 1 / x, 0)                                 \
    X(ceil, std::ceil(x), 0)                         \
    X(floor, std::floor(x), 0)                       \
    X(trunc, std::trunc(x), 0)                       \
    X(rint, std::nearbyint(x), 0)
constexpr int functions = 17;

// The pair holds the number and its neighbour among the patterns.
template <class T, class T2>
__global__ void compute(unsigned short* results) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const T a = of_bits<T>(i), b = of_bits<T>(i ^ 1);
    unsigned short* here = results + i * functions * 3;
#define COMPUTE(name, exact, bound)                   \
    {                                                 \
        const T single = h##name(a);                  \
        const T2 pair = h2##name(T2(a, b));           \
        *here++ = bits_of(single);                    \
        *here++ = bits_of(pair.x);                    \
        *here++ = bits_of(pair.y);                    \
    }
    FUNCTIONS(COMPUTE)
}

// Patterns apart; a zero of the other sign, NaN and infinity count as far away.
template <class T>
int units_between(T got, T expected) {
    const unsigned a = known_bits(got), b = known_bits(expected);
    if (a == b) return 0;
    if (a == 0x7fff || b == 0x7fff || (a ^ b) & 0x8000u) return 65536;
    return std::abs(static_cast<int>(a) - static_cast<int>(b));
}

template <class T, class T2>
void check(const char* name) {
    DeviceArray<unsigned short> device_results(65536 * functions * 3);
    compute<T, T2><<<256, 256>>>(device_results.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<unsigned short> results = device_results.host();
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const double x = float(of_bits<T>(bits));
        const unsigned short* here = results.data() + bits * functions * 3;
        const unsigned short* partner = results.data() + (bits ^ 1) * functions * 3;
        const auto compare = [&](const char* function, double exact, int bound) {
            const T got = of_bits<T>(here[0]);
            const std::string what = std::string(name) + ' ' + function + " of " + std::to_string(bits);
            if (units_between(got, T(exact)) > bound) expect(what.c_str(), float(got), float(T(exact)));
            expect((what + " in a pair").c_str(), known_bits(of_bits<T>(here[1])), known_bits(got));
            expect((what + " as the upper").c_str(), known_bits(of_bits<T>(partner[2])), known_bits(got));
            here += 3;
            partner += 3;
        };
#define COMPARE(function, exact, bound) compare(#function, exact, bound);
        FUNCTIONS(COMPARE)
    }
    std::printf("%s: %d functions of all values\n", name, functions);
}

int main() {
    check<__half, __half2>("half");
    check<__nv_bfloat16, __nv_bfloat162>("bfloat16");
    return finish("small_floats_functions");
}
