// Device code allocates: malloc and free, new and delete, blocks that live on, an exhausted heap.
// expect: device_heap: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <algorithm>
#include <cstdint>

// Every thread has a block of its own size, fills it and sums it up.
__global__ void own_blocks(unsigned* sums, unsigned long long* addresses) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned* block = static_cast<unsigned*>(malloc((i % 7 + 1) * sizeof(unsigned)));
    addresses[i] = reinterpret_cast<unsigned long long>(block);
    for (unsigned k = 0; k <= i % 7; ++k) {
        block[k] = i + k;
    }
    __syncthreads();
    unsigned sum = 0;
    for (unsigned k = 0; k <= i % 7; ++k) {
        sum += block[k];
    }
    sums[i] = sum;
    free(block);
    free(nullptr);
}

void check_own_blocks() {
    const unsigned threads = 192;
    DeviceArray<unsigned> sums(threads);
    DeviceArray<unsigned long long> addresses(threads);
    own_blocks<<<3, 64>>>(sums.data(), addresses.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<unsigned> expected(threads);
    for (unsigned i = 0; i < threads; ++i) {
        for (unsigned k = 0; k <= i % 7; ++k) {
            expected[i] += i + k;
        }
    }
    expect_all("own blocks", sums.host(), expected);
    std::vector<unsigned long long> all = addresses.host();
    for (unsigned long long address : all) {
        expect("alignment", address % 16, 0);
    }
    std::sort(all.begin(), all.begin() + 64); // those of one block of threads live together
    expect("equal addresses", std::adjacent_find(all.begin(), all.begin() + 64) == all.begin() + 64,
           true);
}

// A list that one launch makes, the next one reads, and the last one takes apart.
struct Node {
    int value;
    Node* next;
};
__device__ Node* lists[8];
__device__ int lock;

__global__ void make_lists(int nodes) {
    for (int n = 0; n < nodes; ++n) {
        lists[threadIdx.x] = new Node{static_cast<int>(threadIdx.x) * 100 + n, lists[threadIdx.x]};
    }
}
__global__ void sum_lists(int* sums) {
    int sum = 0;
    for (const Node* node = lists[threadIdx.x]; node != nullptr; node = node->next) {
        sum += node->value;
    }
    sums[threadIdx.x] = sum;
}
__global__ void delete_lists() {
    while (Node* node = lists[threadIdx.x]) {
        lists[threadIdx.x] = node->next;
        delete node;
    }
}

void check_lists() {
    DeviceArray<int> sums(8);
    make_lists<<<1, 8>>>(5);
    sum_lists<<<1, 8>>>(sums.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(8);
    for (int i = 0; i < 8; ++i) {
        expected[i] = 5 * i * 100 + 10;
    }
    expect_all("lists", sums.host(), expected);

    // The host cannot reach the heap.
    Node* first = nullptr;
    Node copied = {};
    CUDA_CHECK(cudaMemcpyFromSymbol(&first, lists, sizeof first));
    expect("cudaMemcpy from the heap",
           static_cast<int>(cudaMemcpy(&copied, first, sizeof copied, cudaMemcpyDeviceToHost)),
           static_cast<int>(cudaErrorInvalidValue));
    expect("cudaMemcpy to the heap",
           static_cast<int>(cudaMemcpy(first, &copied, sizeof copied, cudaMemcpyHostToDevice)),
           static_cast<int>(cudaErrorInvalidValue));
    expect("cudaFree of a block", static_cast<int>(cudaFree(first)),
           static_cast<int>(cudaErrorInvalidValue));
    cudaGetLastError();

    delete_lists<<<1, 8>>>();
    sum_lists<<<1, 8>>>(sums.data());
    CUDA_CHECK(cudaGetLastError());
    expect_all("deleted lists", sums.host(), std::vector<int>(8));
}

// Objects with virtual functions, of a class that each thread chooses.
struct Animal {
    __device__ virtual int legs() const = 0;
    __device__ virtual ~Animal() { atomicAdd(&lock, 1); }
};
struct Bird : Animal {
    __device__ int legs() const override { return 2; }
};
struct Insect : Animal {
    int pairs;
    __device__ explicit Insect(int p) : pairs(p) {}
    __device__ int legs() const override { return 2 * pairs; }
    __device__ ~Insect() override { atomicAdd(&lock, 100); }
};

__global__ void objects(int* legs) {
    const int i = threadIdx.x;
    Animal* animal = nullptr;
    if (i % 3 == 0) {
        animal = new Bird;
    } else {
        animal = new Insect(3);
    }
    legs[i] = animal->legs();
    delete animal;
}

void check_objects() {
    DeviceArray<int> legs(30);
    objects<<<1, 30>>>(legs.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(30);
    for (int i = 0; i < 30; ++i) {
        expected[i] = i % 3 == 0 ? 2 : 6;
    }
    expect_all("objects", legs.host(), expected);
    int destroyed = 0;
    CUDA_CHECK(cudaMemcpyFromSymbol(&destroyed, lock, sizeof destroyed));
    expect("destructors", destroyed, 30 + 20 * 100);
}

// Takes megabytes until there are no more.
__global__ void exhaust(int* taken) {
    void* blocks[64];
    int n = 0;
    while (n < 64 && (blocks[n] = malloc(1 << 20)) != nullptr) {
        ++n;
    }
    *taken = n;
    for (int k = 0; k < n; ++k) {
        free(blocks[k]);
    }
}

void check_limit() {
    std::size_t limit = 0;
    CUDA_CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    expect("heap", limit, std::size_t{32} << 20);
    // Its size is fixed once a kernel that allocates has run.
    expect("cudaDeviceSetLimit after use",
           static_cast<int>(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20)),
           static_cast<int>(cudaErrorInvalidValue));
    cudaGetLastError();
    DeviceArray<int> taken(1);
    for (int round = 0; round < 2; ++round) {
        exhaust<<<1, 1>>>(taken.data());
        CUDA_CHECK(cudaGetLastError());
        const int blocks = taken.host()[0];
        // What the heap needs for itself is its own affair.
        expect("an exhausted heap", blocks > 24 && blocks <= 32, true);
    }
}

int main() {
    std::size_t limit = 0;
    CUDA_CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    expect("default heap", limit, std::size_t{8} << 20);
    CUDA_CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1000));
    CUDA_CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    expect("smallest heap", limit, std::size_t{4} << 20);
    CUDA_CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
    check_own_blocks();
    check_lists();
    check_objects();
    check_limit();
    return finish("device_heap");
}
