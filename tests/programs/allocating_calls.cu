// Names allocating functions in every way that CUDA C++ allows: calls with and without types, function
// pointers, references and generic wrappers, members and declarations of the same names.
// expect: allocating_calls: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <functional>

// What other headers may declare once more.
extern "C" cudaError_t cudaMalloc(void** pointer, std::size_t bytes);

namespace {

int calls = 0;

template <class Pointer>
void check(cudaError_t error, Pointer& pointer) {
    ++calls;
    expect("error", static_cast<int>(error), 0);
    expect("pointer is null", pointer == nullptr, false);
    pointer = nullptr;
}

template <class Function, class... Arguments>
cudaError_t generic(Function function, Arguments... arguments) {
    return function(arguments...);
}
template <class... Parameters>
cudaError_t deduced(cudaError_t (*function)(Parameters...), Parameters... arguments) {
    return function(arguments...);
}
template <auto function>
cudaError_t constant(cudaPitchedPtr* pointer) {
    return function(pointer, make_cudaExtent(4, 4, 1));
}

struct Allocator {
    int cudaMalloc(int bytes) { return bytes + 1; }
    static int cudaMallocHost(int bytes) { return bytes + 2; }
};

template <class T>
struct Buffer {
    T* data = nullptr;
    explicit Buffer(std::size_t count) { check(cudaMalloc(&data, count * sizeof(T)), data); }
};

void calls_with_and_without_types() {
    float* typed = nullptr;
    void* plain = nullptr;
    check(cudaMalloc(&typed, 4), typed);
    check(::cudaMalloc(&plain, 4u), plain);
    check(cudaMalloc(reinterpret_cast<void**>(&typed), 4ul), typed);
    check(cudaMalloc<float>(&typed, 4), typed);
    check(cudaMalloc<void>(&plain, 4), plain);
    check(cudaMallocManaged(&plain, 4), plain);
    check(cudaMallocManaged<float>(&typed, 4, cudaMemAttachHost), typed);
    check(cudaMallocHost(&plain, 4, 0), plain);
    check(cudaMallocHost<float>(&typed, 4), typed);
    check(cudaMallocAsync(&plain, 4, nullptr), plain);
    check(cudaMallocAsync(&typed, 4, 0), typed);
    cudaMemPool_t pool = nullptr;
    CUDA_CHECK(cudaDeviceGetMemPool(&pool, 0));
    check(cudaMallocAsync(&plain, 4, pool, nullptr), plain);
    check(cudaMallocFromPoolAsync(&plain, 4, pool, nullptr), plain);
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    check(cudaMallocArray(&array, &format, 4), array);
    check(cudaMallocArray(&array, &format, 4, 4, cudaArraySurfaceLoadStore), array);
    check(cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 4, 4)), array);
    Buffer<double> buffer(3);
}

void pointers_and_references() {
    using Allocate = cudaError_t (*)(void**, std::size_t);
    float* typed = nullptr;
    void* plain = nullptr;
    for (const Allocate allocate : {static_cast<Allocate>(cudaMalloc), Allocate(cudaMallocHost)})
        check(allocate(&plain, 4), plain);
    cudaError_t (*const of_floats)(float**, std::size_t) = cudaMalloc;
    check(of_floats(&typed, 4), typed);
    cudaError_t (&reference)(void**, std::size_t, unsigned) = cudaMallocManaged;
    check(reference(&plain, 4, cudaMemAttachGlobal), plain);
    const auto specialised = cudaMalloc<float>;
    check(specialised(&typed, 4), typed);
    const std::function<cudaError_t(void**, std::size_t)> any = static_cast<Allocate>(cudaMalloc);
    check(any(&plain, 4), plain);
}

// CUDA gives these names to one function each, so that their type can be deduced.
void deduced_types() {
    cudaPitchedPtr box = {};
    const auto allocate = cudaMalloc3D;
    check(allocate(&box, make_cudaExtent(4, 4, 1)), box.ptr);
    check(generic(cudaMalloc3D, &box, make_cudaExtent(4, 4, 1)), box.ptr);
    check(generic(&cudaMalloc3D, &box, make_cudaExtent(4, 4, 1)), box.ptr);
    check(deduced(cudaMalloc3D, &box, make_cudaExtent(4, 4, 1)), box.ptr);
    check(constant<cudaMalloc3D>(&box), box.ptr);
    decltype(&cudaMallocArray) array_function = cudaMallocArray;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    check(array_function(&array, &format, 4, 4, 0), array);
    static char memory[64];
    void* registered = memory;
    check(generic(cudaHostRegister, registered, sizeof memory, 0u), registered);
}

}  // namespace

int main() {
    calls_with_and_without_types();
    pointers_and_references();
    deduced_types();
    expect("member", Allocator{}.cudaMalloc(1) + Allocator::cudaMallocHost(1), 5);
    expect("calls", calls, 30);
    return finish("allocating_calls");
}
