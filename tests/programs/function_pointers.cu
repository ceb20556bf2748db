// Calls through pointers: tables of functions, pointers from the host, recursion, every lane its own target.
// expect: function_pointers: ok
// exit: 0
// cli-exit: 0

#include "check.h"

using Operation = int (*)(int, int);

__host__ __device__ int add(int a, int b) { return a + b; }
__host__ __device__ int subtract(int a, int b) { return a - b; }
__host__ __device__ int multiply(int a, int b) { return a * b; }
__host__ __device__ int larger(int a, int b) { return a > b ? a : b; }

__device__ Operation table[4] = {add, subtract, multiply, larger};
__constant__ Operation constant_table[2] = {multiply, add};
__device__ Operation chosen = subtract;

// Four targets in one warp, under a guard that leaves some lanes out.
__global__ void through_tables(int* out, int n) {
    const int i = threadIdx.x;
    int result = -1;
    if (i < n) {
        result = table[i % 4](i, 3);
    }
    out[i] = result + constant_table[i / 16 % 2](i, 10);
}

void check_tables() {
    DeviceArray<int> out(64);
    through_tables<<<1, 64>>>(out.data(), 50);
    CUDA_CHECK(cudaGetLastError());
    const Operation host_table[4] = {add, subtract, multiply, larger};
    std::vector<int> expected(64);
    for (int i = 0; i < 64; ++i) {
        expected[i] = i < 50 ? host_table[i % 4](i, 3) : -1;
        expected[i] += i / 16 % 2 == 0 ? i * 10 : i + 10;
    }
    expect_all("tables", out.host(), expected);
}

// A pointer that the host read from a variable and hands to the kernel; then one that it writes back.
__global__ void through_parameter(int* out, Operation operation) {
    out[threadIdx.x] = operation(threadIdx.x, 7) * 100 + chosen(threadIdx.x, 2);
}

void check_host_copies() {
    Operation from_table = nullptr, from_variable = nullptr;
    CUDA_CHECK(cudaMemcpyFromSymbol(&from_table, table, sizeof from_table,
                                    2 * sizeof from_table));
    CUDA_CHECK(cudaMemcpyFromSymbol(&from_variable, chosen, sizeof from_variable));
    DeviceArray<int> out(32);
    through_parameter<<<1, 32>>>(out.data(), from_table);
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i) {
        expected[i] = i * 7 * 100 + i - 2;
    }
    expect_all("pointer from a table", out.host(), expected);

    CUDA_CHECK(cudaMemcpyToSymbol(chosen, &from_table, sizeof from_table));
    through_parameter<<<1, 32>>>(out.data(), from_variable);
    CUDA_CHECK(cudaGetLastError());
    for (int i = 0; i < 32; ++i) {
        expected[i] = (i - 7) * 100 + i * 2;
    }
    expect_all("pointer in a variable", out.host(), expected);
}

// Two functions that call each other through what they are given.
using Step = int (*)(int, const void*);
__device__ int down_by_one(int n, const void* other) {
    if (n <= 0) {
        return 0;
    }
    const Step* steps = static_cast<const Step*>(other);
    return 1 + steps[n % 2](n - 1, other);
}
__device__ int down_by_two(int n, const void* other) {
    if (n <= 0) {
        return 0;
    }
    const Step* steps = static_cast<const Step*>(other);
    return 100 + steps[(n + 1) % 2](n - 2, other);
}
__device__ Step steps[2] = {down_by_one, down_by_two};

__global__ void recursion(int* out) {
    const int i = threadIdx.x;
    out[i] = steps[i % 2](i, steps);
}

int recursion_on_host(int which, int n) {
    if (n <= 0) {
        return 0;
    }
    return which == 0 ? 1 + recursion_on_host(n % 2, n - 1)
                      : 100 + recursion_on_host((n + 1) % 2, n - 2);
}

void check_recursion() {
    DeviceArray<int> out(32);
    recursion<<<1, 32>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i) {
        expected[i] = recursion_on_host(i % 2, i);
    }
    expect_all("recursion", out.host(), expected);
}

// The dispatch of a variant: one visitor instantiated for each alternative, in a table by index.
struct Circle { float radius; };
struct Box { float width, height; };
struct Line { double length; };
struct Figure {
    int index;
    union { Circle circle; Box box; Line line; };
};
template <class Alternative> __device__ double area_of(const Figure& figure);
template <> __device__ double area_of<Circle>(const Figure& f) { return 3.0 * f.circle.radius * f.circle.radius; }
template <> __device__ double area_of<Box>(const Figure& f) { return f.box.width * f.box.height; }
template <> __device__ double area_of<Line>(const Figure& f) { return f.line.length * 0.0 + 0.5; }

template <class... Alternatives> __device__ double visit(const Figure& figure) {
    using Visitor = double (*)(const Figure&);
    constexpr Visitor visitors[] = {area_of<Alternatives>...};
    return visitors[figure.index](figure);
}

__global__ void variants(double* out) {
    const int i = threadIdx.x;
    Figure figure;
    figure.index = i % 3;
    if (figure.index == 0) {
        figure.circle = {static_cast<float>(i)};
    } else if (figure.index == 1) {
        figure.box = {static_cast<float>(i), 2.0f};
    } else {
        figure.line = {static_cast<double>(i)};
    }
    out[i] = visit<Circle, Box, Line>(figure);
}

void check_variants() {
    DeviceArray<double> out(40);
    variants<<<1, 40>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<double> expected(40);
    for (int i = 0; i < 40; ++i) {
        expected[i] = i % 3 == 0 ? 3.0 * i * i : i % 3 == 1 ? i * 2.0 : 0.5;
    }
    expect_all("variants", out.host(), expected);
}

int main() {
    check_tables();
    check_host_copies();
    check_recursion();
    check_variants();
    return finish("function_pointers");
}
