// Kernels reach page-locked, registered and managed host memory under its host address.
// expect: host_memory: ok
// exit: 0
// cli-exit: 0

#include "check.h"

struct List {
    int value;
    List* next;
};

__managed__ int word = 3;
__managed__ int table[5] = {1, 2, 3, 4, 5};
__managed__ List head;

__global__ void add(int* values, int amount) { values[threadIdx.x] += amount; }

__global__ void sum_list(const List* list, int* sum) {
    *sum = 0;
    for (; list != nullptr; list = list->next) *sum += list->value;
}

__global__ void same_place(const int* from_host, int* out) {
    out[0] = from_host == &word;
    word += 1;
    out[1] = *from_host;
}

__global__ void write_through(int** pointers) { *pointers[threadIdx.x] = 10 + threadIdx.x; }

void check_pinned() {
    int* pinned = nullptr;
    CUDA_CHECK(cudaMallocHost(&pinned, 64 * sizeof(int)));
    for (int i = 0; i < 64; ++i) pinned[i] = i;
    add<<<1, 64>>>(pinned, 100);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect("pinned", pinned[63], 163);
    unsigned flags = 0;
    CUDA_CHECK(cudaHostGetFlags(&flags, pinned + 5));
    expect("flags", flags, cudaHostAllocMapped);
    int* device = nullptr;
    CUDA_CHECK(cudaHostGetDevicePointer(&device, pinned + 5, 0));
    expect("one address", device == pinned + 5, true);
    // A table of addresses leads there too.
    std::vector<int*> pointers = {pinned + 1, pinned + 7};
    int* late = nullptr;
    CUDA_CHECK(cudaHostAlloc(&late, 4, cudaHostAllocWriteCombined));
    pointers.push_back(late);
    DeviceArray<int*> on_device(pointers);
    write_through<<<1, 3>>>(on_device.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    expect("through the table", pinned[7], 11);
    expect("memory that was found in the table", *late, 12);
    CUDA_CHECK(cudaFreeHost(pinned));
    CUDA_CHECK(cudaFreeHost(late));
    expect("freed twice", cudaFreeHost(pinned), cudaErrorInvalidValue);
    cudaGetLastError();
}

void check_registered() {
    std::vector<int> own(1000, 7);
    CUDA_CHECK(cudaHostRegister(own.data(), own.size() * sizeof(int), cudaHostRegisterMapped));
    expect("registered twice", cudaHostRegister(own.data() + 10, 40, cudaHostRegisterDefault),
           cudaErrorHostMemoryAlreadyRegistered);
    cudaGetLastError();
    int* device = nullptr;
    CUDA_CHECK(cudaHostGetDevicePointer(&device, own.data(), 0));
    add<<<1, 1000>>>(device, 1);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect_all("registered", own, std::vector<int>(1000, 8));
    CUDA_CHECK(cudaHostUnregister(own.data()));
    expect("unregistered twice", cudaHostUnregister(own.data()), cudaErrorHostMemoryNotRegistered);
    cudaGetLastError();
}

void check_managed_variables() {
    add<<<1, 1>>>(&word, 4);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect("word", word, 7);
    add<<<1, 5>>>(table, 10);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect("table", table[4], 15);
    DeviceArray<int> out(2);
    same_place<<<1, 1>>>(&word, out.data());
    expect_all("same place", out.host(), {1, 8});
    // A list that begins in a managed variable, goes on in managed memory and in pinned memory.
    List *second = nullptr, *third = nullptr;
    CUDA_CHECK(cudaMallocManaged(&second, sizeof(List)));
    CUDA_CHECK(cudaHostAlloc(&third, sizeof(List), cudaHostAllocMapped));
    head = {1, second};
    *second = {20, third};
    *third = {300, nullptr};
    sum_list<<<1, 1>>>(&head, &word);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect("list", word, 321);
    CUDA_CHECK(cudaFree(second));
    CUDA_CHECK(cudaFreeHost(third));
}

void check_hints() {
    constexpr size_t bytes = 65536;
    char* memory = nullptr;
    CUDA_CHECK(cudaMallocManaged(&memory, bytes));
    const auto ask = [&](cudaMemRangeAttribute attribute, size_t from, size_t size) {
        int value = -9;
        CUDA_CHECK(cudaMemRangeGetAttribute(&value, sizeof value, attribute, memory + from, size));
        return value;
    };
    const cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
    const cudaMemLocation host = {cudaMemLocationTypeHost, 0};
    expect("nothing advised", ask(cudaMemRangeAttributePreferredLocation, 0, bytes),
           cudaInvalidDeviceId);
    CUDA_CHECK(cudaMemAdvise(memory, bytes, cudaMemAdviseSetReadMostly, device));
    expect("read mostly", ask(cudaMemRangeAttributeReadMostly, 0, bytes), 1);
    CUDA_CHECK(cudaMemAdvise(memory + 16384, 16384, cudaMemAdviseUnsetReadMostly, device));
    expect("not all of it", ask(cudaMemRangeAttributeReadMostly, 0, bytes), 0);
    expect("but its end", ask(cudaMemRangeAttributeReadMostly, 32768, 32768), 1);
    CUDA_CHECK(cudaMemAdvise(memory, bytes, cudaMemAdviseSetPreferredLocation, host));
    expect("preferred", ask(cudaMemRangeAttributePreferredLocation, 0, bytes), cudaCpuDeviceId);
    CUDA_CHECK(cudaMemPrefetchAsync(memory, bytes, device, 0, nullptr));
    CUDA_CHECK(cudaDeviceSynchronize());
    expect("prefetched", ask(cudaMemRangeAttributeLastPrefetchLocation, 0, bytes), 0);
    int accessed[2] = {};
    CUDA_CHECK(cudaMemAdvise(memory, bytes, cudaMemAdviseSetAccessedBy, device));
    CUDA_CHECK(cudaMemRangeGetAttribute(accessed, sizeof accessed, cudaMemRangeAttributeAccessedBy,
                                        memory, bytes));
    expect("accessed by the device", accessed[0], 0);
    expect("and nobody else", accessed[1], cudaInvalidDeviceId);
    DeviceArray<int> plain(4);
    expect("not managed", cudaMemPrefetchAsync(plain.data(), 16, device, 0, nullptr),
           cudaErrorInvalidValue);
    cudaGetLastError();
    CUDA_CHECK(cudaFree(memory));
}

int main() {
    check_pinned();
    check_registered();
    check_managed_variables();
    check_hints();
    return finish("host_memory");
}
