// Uses the parts of the CUDA C++ language that ordinary programs use, each with its own check.
// expect: integers -1 42 4000000000 ff ABCD 10
// expect: wide -9000000000 18000000000000000000 123456789abcdef -7 7
// expect: floats 1.500000 1.234568e+04 0.0001 3.142     2.50 2.50    | 1.25
// expect: text x word    ab|cd   |%
// expect: width    42|42   |00042|+42| 42|0xff|010
// expect: small -5 -300 200 1
// expect: star     42|
// expect: features: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cassert>
#include <cmath>
#include <cstring>
#include <numeric>

// --- Templates, dynamic shared memory, constants, device variables, launch bounds ----------------

__constant__ float coefficients[16];
__constant__ int offset = 5;  // keeps its initial value
__device__ int visits;
__device__ const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
static __device__ unsigned history[4] = {1, 2, 3, 4};

template <class T, int Offset>
__global__ void __launch_bounds__(128, 2) rotate_block(T* out, const T* in, int n) {
    extern __shared__ __align__(16) unsigned char raw[];
    T* staged = reinterpret_cast<T*>(raw);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    staged[threadIdx.x] = i < n ? in[i] : T(0);
    __syncthreads();
    if (i < n) {
        const int neighbour = (threadIdx.x + Offset) % blockDim.x;
        out[i] = staged[neighbour] + T(coefficients[i % 16]) + T(primes[i % 8] + offset);
    }
    if (i == 0) {
        visits += Offset;
        history[1] = history[3] * 10;
    }
}

template <class T, int Offset>
void check_rotation(const char* name) {
    const int n = 300, threads = 128;
    std::vector<T> in(n + 100);  // the last block reads zeros beyond n
    std::iota(in.begin(), in.begin() + n, T(1));
    DeviceArray<T> device_in(in), device_out(n);
    rotate_block<T, Offset>
        <<<3, threads, threads * sizeof(T)>>>(device_out.data(), device_in.data(), n);
    CUDA_CHECK(cudaGetLastError());
    const int small_primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
    std::vector<T> expected(n);
    for (int i = 0; i < n; ++i) {
        const int source = i / threads * threads + (i % threads + Offset) % threads;
        expected[i] = (source < n ? in[source] : T(0)) + T(i % 16) * T(0.5) +
                      T(small_primes[i % 8] + 5);
    }
    expect_all(name, device_out.host(), expected);
}

void check_templates_and_symbols() {
    float values[16];
    for (int i = 0; i < 16; ++i) {
        values[i] = 0.5f * static_cast<float>(i);
    }
    CUDA_CHECK(cudaMemcpyToSymbol(coefficients, values, sizeof values));
    check_rotation<float, 3>("rotate float");
    check_rotation<double, 7>("rotate double");

    int count = 0;
    CUDA_CHECK(cudaMemcpyFromSymbol(&count, visits, sizeof count));
    expect("visits", count, 3 + 7);
    unsigned seen[4] = {};
    CUDA_CHECK(cudaMemcpyFromSymbol(seen, history, sizeof seen));
    expect("history[1]", seen[1], 40u);
    expect("history[2]", seen[2], 3u);
}

// Two element types share one dynamic allocation, the larger alignment first.
__global__ void two_arrays(double* doubles_out, short* shorts_out) {
    extern __shared__ __align__(16) unsigned char raw[];
    double* doubles = reinterpret_cast<double*>(raw);
    short* shorts = reinterpret_cast<short*>(doubles + blockDim.x);
    const unsigned i = threadIdx.x, last = blockDim.x - 1;
    doubles[i] = i * 0.25;
    shorts[i] = static_cast<short>(-static_cast<int>(i));
    __syncthreads();
    doubles_out[i] = doubles[last - i];
    shorts_out[i] = shorts[last - i];
}

void check_two_arrays() {
    const int threads = 96;
    DeviceArray<double> doubles(threads);
    DeviceArray<short> shorts(threads);
    two_arrays<<<1, threads, threads * (sizeof(double) + sizeof(short))>>>(doubles.data(),
                                                                          shorts.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<double> expected_doubles(threads);
    std::vector<short> expected_shorts(threads);
    for (int i = 0; i < threads; ++i) {
        expected_doubles[i] = (threads - 1 - i) * 0.25;
        expected_shorts[i] = static_cast<short>(i - threads + 1);
    }
    expect_all("dynamic doubles", doubles.host(), expected_doubles);
    expect_all("dynamic shorts", shorts.host(), expected_shorts);
}

// --- Lambdas as kernels --------------------------------------------------------------------------

template <class Function>
__global__ void for_each_index(int n, Function function) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        function(i);
    }
}

struct Scale {
    int factor, summand;
    __host__ __device__ int operator()(int i) const { return i * factor + summand; }
};

void check_lambdas() {
    const int n = 150;
    DeviceArray<int> array(n);
    int* p = array.data();
    const Scale scale = {3, -4};
    std::vector<int> expected(n);

    for_each_index<<<3, 64>>>(n, [=] __device__(int i) { p[i] = scale(i); });
    CUDA_CHECK(cudaGetLastError());
    for (int i = 0; i < n; ++i) {
        expected[i] = scale(i);
    }
    expect_all("device lambda", array.host(), expected);

    const auto square = [] __host__ __device__(int i) { return i * i; };
    for_each_index<<<3, 64>>>(n, [=] __device__(int i) { p[i] += square(i); });
    CUDA_CHECK(cudaGetLastError());
    for (int i = 0; i < n; ++i) {
        expected[i] += square(i);
    }
    expect_all("host device lambda", array.host(), expected);
}

// --- Structs by value, default arguments ---------------------------------------------------------

template <int Size>
struct Blob {
    unsigned char bytes[Size];
};

template <int Size>
__global__ void weigh(unsigned char before, Blob<Size> blob, double after, double* out) {
    unsigned sum = 0;
    for (int i = 0; i < Size; ++i) {
        sum += blob.bytes[i] * (i % 7 + 1u);
    }
    out[threadIdx.x] = sum + before + after;
    out[threadIdx.x + 32] = blob.bytes[threadIdx.x * 11 % Size];  // an index per lane
}

template <int Size>
void check_blob() {
    Blob<Size> blob;
    unsigned sum = 0;
    for (int i = 0; i < Size; ++i) {
        blob.bytes[i] = static_cast<unsigned char>(i * 37 + Size);
        sum += blob.bytes[i] * (i % 7 + 1u);
    }
    DeviceArray<double> out(64);
    weigh<Size><<<1, 32>>>(200, blob, 0.125, out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<double> expected(64);
    for (int lane = 0; lane < 32; ++lane) {
        expected[lane] = sum + 200 + 0.125;
        expected[lane + 32] = blob.bytes[lane * 11 % Size];
    }
    expect_all(("blob of " + std::to_string(Size)).c_str(), out.host(), expected);
}

struct Mixed {
    char letter;
    double number;
    short triple[3];
    long long wide;
    bool flag;
    float4 quad;
    const int* pointer;
};

__global__ void read_mixed(Mixed mixed, double* out, int scale = 2) {
    out[0] = mixed.letter;
    out[1] = mixed.number * scale;
    out[2] = mixed.triple[0] + mixed.triple[1] * 10 + mixed.triple[2] * 100;
    out[3] = static_cast<double>(mixed.wide);
    out[4] = mixed.flag ? 1 : 0;
    out[5] = mixed.quad.x + mixed.quad.y + mixed.quad.z + mixed.quad.w;
    out[6] = mixed.pointer[1];
}

void check_parameters() {
    check_blob<1>();
    check_blob<2>();
    check_blob<3>();
    check_blob<5>();
    check_blob<8>();
    check_blob<17>();
    check_blob<64>();
    check_blob<100>();
    check_blob<255>();
    check_blob<256>();
    check_blob<400>();

    DeviceArray<int> numbers(std::vector<int>{10, 11, 12});
    DeviceArray<double> out(7);
    const Mixed mixed = {'A',  2.5, {1, 2, 3}, -5'000'000'000LL, true, {1, 2, 3, 4},
                         numbers.data()};
    read_mixed<<<1, 1>>>(mixed, out.data());
    CUDA_CHECK(cudaGetLastError());
    expect_all("mixed struct", out.host(), {65, 5, 321, -5e9, 1, 10, 11});
    read_mixed<<<1, 1>>>(mixed, out.data(), 3);
    CUDA_CHECK(cudaGetLastError());
    expect("explicit argument", out.host()[1], 7.5);
}

// --- Calls: recursion and functions that stay functions ------------------------------------------

__host__ __device__ __noinline__ int ackermann(int m, int n) {
    if (m == 0) {
        return n + 1;
    }
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__host__ __device__ __noinline__ unsigned fibonacci(unsigned n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__host__ __device__ __noinline__ double mix_types(char a, short b, int c, long long d, float e,
                                                  double f, Blob<13> g) {
    return a + b + c + static_cast<double>(d) + e + f + g.bytes[12];
}

__device__ __noinline__ int add(int a, int b = 10) { return a + b; }

__global__ void call(int* ackermann_out, unsigned* fibonacci_out, double* mixed, int* sums) {
    const int lane = threadIdx.x;
    ackermann_out[lane] = ackermann(lane % 3, lane % 4);
    fibonacci_out[lane] = fibonacci(lane % 11);  // every lane has its own depth
    Blob<13> blob = {};
    blob.bytes[12] = static_cast<unsigned char>(lane);
    mixed[lane] = mix_types(static_cast<char>(lane), static_cast<short>(-lane * 100), lane * 1000,
                            lane * 1'000'000'000LL, 0.5f, 0.25, blob);
    sums[lane] = add(lane) + add(lane, lane);
}

void check_calls() {
    DeviceArray<int> ackermann_out(32), sums(32);
    DeviceArray<unsigned> fibonacci_out(32);
    DeviceArray<double> mixed(32);
    call<<<1, 32>>>(ackermann_out.data(), fibonacci_out.data(), mixed.data(), sums.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected_ackermann(32), expected_sums(32);
    std::vector<unsigned> expected_fibonacci(32);
    std::vector<double> expected_mixed(32);
    for (int lane = 0; lane < 32; ++lane) {
        expected_ackermann[lane] = ackermann(lane % 3, lane % 4);
        expected_fibonacci[lane] = fibonacci(lane % 11);
        expected_mixed[lane] = lane - lane * 100 + lane * 1000 + lane * 1e9 + 0.75 + lane;
        expected_sums[lane] = lane + 10 + lane + lane;
    }
    expect_all("recursion", ackermann_out.host(), expected_ackermann);
    expect_all("double recursion", fibonacci_out.host(), expected_fibonacci);
    expect_all("argument types", mixed.host(), expected_mixed);
    expect_all("default arguments", sums.host(), expected_sums);
}

// --- Control flow: the same code on both sides ---------------------------------------------------

__host__ __device__ inline int dense_switch(int i) {
    switch (i % 9) {
        case 0: return 17;
        case 1: return i * 3;
        case 2: return i - 40;
        case 3:
        case 4: return i ^ 85;
        case 5: return -i;
        case 6: return i << 3;
        case 7: return i / 3;
        default: return 1;
    }
}

__host__ __device__ inline int sparse_switch(int i) {
    int result = 0;
    switch (i * 1000) {
        case 1000: result += 1; [[fallthrough]];
        case 20000: result += 2; break;
        case 31000: result += 4; [[fallthrough]];
        default: result += 8;
    }
    return result;
}

__host__ __device__ inline int collatz_steps(int n) {
    int steps = 0;
    do {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        ++steps;
    } while (n != 1);
    return steps;
}

__host__ __device__ inline int nested_loops(int limit) {
    int sum = 0;
    for (int i = 0; i < limit; ++i) {
        if (i % 3 == 1) {
            continue;
        }
        int j = 0;
        while (true) {
            ++j;
            if (j % 2 == 0) {
                continue;
            }
            if (j > i) {
                break;
            }
            for (int k = j; k > 0; k /= 2) {
                if ((k & 4) != 0) {
                    goto next;  // out of two loops
                }
                sum += k;
            }
        }
    next:
        sum = sum * 5 % 10007;
    }
    return sum;
}

__global__ void control_flow(int* out) {
    const int i = threadIdx.x;
    out[i * 4] = dense_switch(i);
    out[i * 4 + 1] = sparse_switch(i);
    out[i * 4 + 2] = collatz_steps(i + 2);
    out[i * 4 + 3] = nested_loops(i);
}

// Threads beyond n leave first: a barrier waits for the threads that are still there.
__global__ void early_return(const int* in, int* out, int n) {
    __shared__ int staged[128];
    const int i = threadIdx.x;
    if (i >= n) {
        return;
    }
    staged[i] = in[i];
    __syncthreads();
    out[i] = staged[n - 1 - i];
}

void check_control_flow() {
    const int threads = 64;
    DeviceArray<int> out(threads * 4);
    control_flow<<<1, threads>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected;
    for (int i = 0; i < threads; ++i) {
        expected.insert(expected.end(), {dense_switch(i), sparse_switch(i), collatz_steps(i + 2),
                                         nested_loops(i)});
    }
    expect_all("control flow", out.host(), expected);

    const int n = 70;
    std::vector<int> in(n);
    std::iota(in.begin(), in.end(), 100);
    DeviceArray<int> device_in(in), reversed(n);
    early_return<<<1, 128>>>(device_in.data(), reversed.data(), n);
    CUDA_CHECK(cudaGetLastError());
    expect_all("early return", reversed.host(), std::vector<int>(in.rbegin(), in.rend()));
}

// --- Arithmetic: the same code on both sides -----------------------------------------------------

constexpr int integer_results = 24;

__host__ __device__ inline void integer_arithmetic(int seed, long long* out) {
    const unsigned long long wide = 0x9e3779b97f4a7c15ULL * (seed + 1ULL);
    const long long number = static_cast<long long>(wide >> 3) - (1LL << 59);
    const int shift = seed % 63;
    const unsigned char byte = static_cast<unsigned char>(wide);
    const signed char signed_byte = static_cast<signed char>(wide >> 8);
    const unsigned short half = static_cast<unsigned short>(wide >> 16);
    const short signed_half = static_cast<short>(wide >> 24);
    const unsigned word = static_cast<unsigned>(wide >> 32);

    out[0] = static_cast<long long>(wide * wide);
    out[1] = static_cast<long long>(wide / (byte + 1u));
    out[2] = static_cast<long long>(wide % (half + 1ULL));
    out[3] = number / (signed_half | 1);
    out[4] = number % (signed_byte | 1);
    out[5] = number >> shift;
    out[6] = static_cast<long long>(wide >> shift);
    out[7] = static_cast<long long>(wide << shift);
    out[8] = static_cast<unsigned char>(byte * byte + 200);
    out[9] = static_cast<signed char>(signed_byte - 100);
    out[10] = static_cast<unsigned short>(half + 65000);
    out[11] = static_cast<short>(signed_half * 3);
    out[12] = byte / 7 + signed_byte / 7 + half % 11 + signed_half % 11;
    out[13] = static_cast<long long>(word >> 1) * (word >> 1) % 1000003;
    out[14] = word / 10 + word % 10;
    out[15] = number < 0 ? -1 : number > 0;
    out[16] = static_cast<long long>((~wide ^ (wide & 0xff00ff00ff00ff00ULL)) | word);
    out[17] = wide > 0x8000000000000000ULL;
    out[18] = static_cast<long long>(static_cast<float>(seed) * 1.5f);
    out[19] = static_cast<long long>(static_cast<double>(number));
    out[20] = static_cast<int>(word) / 1000;
    out[21] = static_cast<int>(word) % 1000;
    out[22] = static_cast<long long>(wide << 7 | wide >> 57);
    out[23] = static_cast<unsigned char>(byte << 3 | byte >> 5);
}

constexpr int double_results = 16;

// Every result is one operation or an explicit fma, so there is nothing a compiler could fuse.
__host__ __device__ inline void double_arithmetic(int seed, double* out) {
    const double a = (seed + 1) / 3.0, b = 1e3 / (seed + 7), c = -0.7;
    out[0] = a + b;
    out[1] = a - b;
    out[2] = a * b;
    out[3] = a / b;
    out[4] = fma(a, b, c);
    out[5] = sqrt(b);
    out[6] = floor(-b);
    out[7] = ceil(b);
    out[8] = trunc(-a);
    out[9] = fabs(c);
    out[10] = fmin(a, b);
    out[11] = fmax(a, b);
    out[12] = static_cast<float>(a);
    out[13] = static_cast<double>(static_cast<long long>(b));
    out[14] = sqrtf(static_cast<float>(a));
    out[15] = a < b ? -a : static_cast<double>(static_cast<float>(b) / static_cast<float>(a));
}

__global__ void arithmetic(long long* integers, double* doubles) {
    const int i = threadIdx.x;
    integer_arithmetic(i, integers + i * integer_results);
    double_arithmetic(i, doubles + i * double_results);
}

void check_arithmetic() {
    const int threads = 128;
    DeviceArray<long long> integers(threads * integer_results);
    DeviceArray<double> doubles(threads * double_results);
    arithmetic<<<1, threads>>>(integers.data(), doubles.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<long long> expected_integers(threads * integer_results);
    std::vector<double> expected_doubles(threads * double_results);
    for (int i = 0; i < threads; ++i) {
        integer_arithmetic(i, expected_integers.data() + i * integer_results);
        double_arithmetic(i, expected_doubles.data() + i * double_results);
    }
    expect_all("integer arithmetic", integers.host(), expected_integers);
    expect_all("double arithmetic", doubles.host(), expected_doubles);
}

// --- printf and assert ---------------------------------------------------------------------------

__global__ void print(int* returned) {
    returned[0] = printf("integers %d %i %u %x %X %o\n", -1, 42, 4000000000u, 255, 0xabcd, 8);
    returned[1] = printf("wide %lld %llu %llx %ld %lu\n", -9000000000LL, 18000000000000000000ULL,
                         0x123456789abcdefULL, -7L, 7UL);
    returned[2] = printf("floats %f %e %g %.3f %8.2f %-8.2f| %g\n", 1.5, 12345.678, 0.0001, 3.14159,
                         2.5, 2.5, 1.25f);
    returned[3] = printf("text %c %s %5s|%-5s|%%\n", 'x', "word", "ab", "cd");
    returned[4] = printf("width %5d|%-5d|%05d|%+d|% d|%#x|%#o\n", 42, 42, 42, 42, 42, 255, 8);
    returned[5] = printf("small %d %hd %u %d\n", static_cast<signed char>(-5),
                         static_cast<short>(-300), static_cast<unsigned char>(200), true);
    printf("star %*d|\n", 6, 42);
    assert(returned[0] > 0);  // holds
}

void check_print() {
    DeviceArray<int> returned(6);
    print<<<1, 1>>>(returned.data());
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    // Unlike in C, the result is the number of arguments.
    expect_all("printf results", returned.host(), {6, 5, 7, 4, 7, 4});
}

int main() {
    check_print();
    check_templates_and_symbols();
    check_two_arrays();
    check_lambdas();
    check_parameters();
    check_calls();
    check_control_flow();
    check_arithmetic();
    return finish("features");
}
