// Virtual functions: objects that a kernel constructs, tables of virtual functions, several bases, a virtual base.
// expect: virtual_functions: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <new>

struct Shape {
    __device__ virtual int corners() const = 0;
    __device__ virtual double area(double scale) const { return scale; }
    __device__ int weigh(double scale) const { return corners() * 1000 + static_cast<int>(area(scale)); }
};
struct Square : Shape {
    double side;
    __device__ explicit Square(double s) : side(s) {}
    __device__ int corners() const override { return 4; }
    __device__ double area(double scale) const override { return side * side * scale; }
};
struct Triangle : Shape {
    double base, height;
    __device__ Triangle(double b, double h) : base(b), height(h) {}
    __device__ int corners() const override { return 3; }
    __device__ double area(double scale) const override { return base * height / 2 * scale; }
};
struct Point : Shape {
    __device__ int corners() const override { return 1; }
};

union Storage {
    Square square;
    Triangle triangle;
    Point point;
    __device__ Storage() {}
};

// Every lane has an object of another class, in local memory.
__global__ void in_local_memory(int* out) {
    const int i = threadIdx.x;
    Storage storage;
    Shape* shape = nullptr;
    switch (i % 3) {
    case 0: shape = new (&storage.square) Square(i); break;
    case 1: shape = new (&storage.triangle) Triangle(i, 4); break;
    default: shape = new (&storage.point) Point; break;
    }
    out[i] = shape->weigh(2);
}

// Objects that one warp constructs and another one uses.
__global__ void in_shared_memory(int* out) {
    __shared__ __align__(16) unsigned char raw[32][sizeof(Storage)];
    __shared__ Shape* shapes[32];
    const int i = threadIdx.x;
    if (i < 32) {
        if (i % 2 == 0) {
            shapes[i] = new (raw[i]) Square(i);
        } else {
            shapes[i] = new (raw[i]) Triangle(i, 6);
        }
    }
    __syncthreads();
    if (i >= 32) {
        out[i - 32] = shapes[63 - i]->weigh(1);
    }
}

int weigh(int kind, int i, int height, int scale) {
    if (kind == 0) {
        return 4000 + i * i * scale;
    }
    return kind == 1 ? 3000 + i * height * scale / 2 : 1000 + scale;
}

void check_shapes() {
    DeviceArray<int> out(96);
    in_local_memory<<<1, 96>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(96);
    for (int i = 0; i < 96; ++i) {
        expected[i] = weigh(i % 3, i, 4, 2);
    }
    expect_all("objects in local memory", out.host(), expected);

    DeviceArray<int> reversed(32);
    in_shared_memory<<<1, 64>>>(reversed.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected_reversed(32);
    for (int i = 0; i < 32; ++i) {
        expected_reversed[i] = weigh((31 - i) % 2, 31 - i, 6, 1);
    }
    expect_all("objects in shared memory", reversed.host(), expected_reversed);
}

// Several bases: the second one's functions are reached through a pointer that is adjusted.
struct Named {
    int name = 7;
    __device__ virtual int tag() const { return name; }
};
struct Counted {
    int count = 3;
    __device__ virtual int next() { return ++count; }
};
struct Both : Named, Counted {
    int steps = 5;
    __device__ int tag() const override { return name * 10 + steps; }
    __device__ int next() override { return count += steps; }
};

__device__ __noinline__ int use(Named& named, Counted& counted) {
    return named.tag() * 1000 + counted.next() * 10 + counted.next();
}

__global__ void several_bases(int* out) {
    Both both;
    Named named;
    Counted counted;
    const bool first = threadIdx.x % 2 == 0;
    out[threadIdx.x] = use(first ? both : named, first ? static_cast<Counted&>(both) : counted);
}

void check_several_bases() {
    DeviceArray<int> out(32);
    several_bases<<<1, 32>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i) {
        expected[i] = i % 2 == 0 ? 75 * 1000 + 8 * 10 + 13 : 7 * 1000 + 4 * 10 + 5;
    }
    expect_all("several bases", out.host(), expected);
}

int main() {
    check_shapes();
    check_several_bases();
    return finish("virtual_functions");
}
