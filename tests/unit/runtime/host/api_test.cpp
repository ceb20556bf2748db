// Tests of the CUDA runtime API on the emulator: what calls return, and when errors are seen.
#include <cstring>
#include <thread>
#include <vector>

#include "runtime/include/warpscope/runtime_api.h"
#include "tests/catch.h"
#include "tests/unit/runtime/host/test_program.h"

using namespace warpscope::test;

namespace {

cudaError_t launch(const void* kernel, dim3 grid, dim3 block, std::vector<void*> arguments,
                   std::size_t shared = 0, cudaStream_t stream = nullptr) {
    return cudaLaunchKernel(kernel, grid, block, arguments.data(), shared, stream);
}

/// 64 words of device memory that hold 0.
unsigned* zeros() {
    void* pointer = nullptr;
    REQUIRE(cudaMalloc(&pointer, 256) == cudaSuccess);
    REQUIRE(cudaMemset(pointer, 0, 256) == cudaSuccess);
    return static_cast<unsigned*>(pointer);
}

unsigned word(const unsigned* device) {
    unsigned value = 0;
    REQUIRE(cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    return value;
}

} // namespace

TEST_CASE("a launch stores what it is given", "[cudart]") {
    FreshDevice fresh;
    TestProgram program(kTestModule);
    unsigned* out = zeros();
    unsigned value = 42;
    CHECK(launch(program.kernel("store"), 1, 32, {&out, &value}) == cudaSuccess);
    CHECK(word(out + 31) == 42);
    CHECK(word(out + 32) == 0);
}

TEST_CASE("arguments are gathered at the offsets of the parameters", "[cudart]") {
    FreshDevice fresh;
    TestProgram program(kTestModule);
    unsigned* out = zeros();
    unsigned char byte = 200;
    unsigned long long wide = 0x0123456789abcdefull;
    double real = -2.5;
    REQUIRE(launch(program.kernel("mixed"), 1, 1, {&byte, &wide, &real, &out}) == cudaSuccess);
    struct {
        unsigned char byte;
        unsigned long long wide;
        double real;
    } got = {};
    REQUIRE(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(got.byte == 200);
    CHECK(got.wide == wide);
    CHECK(got.real == real);
    CHECK(launch(program.kernel("mixed"), 1, 1, {&byte, nullptr, &real, &out}) ==
          cudaErrorInvalidValue);
    CHECK(cudaLaunchKernel(program.kernel("mixed"), 1, 1, nullptr, 0, nullptr) ==
          cudaErrorInvalidValue);
}

TEST_CASE("a call's error is kept for one look", "[cudart]") {
    FreshDevice fresh;
    int host = 0;
    CHECK(cudaFree(&host) == cudaErrorInvalidValue);
    CHECK(cudaGetDevice(&host) == cudaSuccess); // a good call does not hide it
    CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("the last error belongs to the host thread", "[cudart]") {
    FreshDevice fresh;
    CHECK(cudaSetDevice(7) == cudaErrorInvalidDevice);
    cudaError_t seen = cudaErrorUnknown;
    std::thread([&] { seen = cudaGetLastError(); }).join();
    CHECK(seen == cudaSuccess);
    CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}

TEST_CASE("a fault is seen by the calls that follow the launch, until the device is reset",
          "[cudart]") {
    FreshDevice fresh;
    TestProgram program(kTestModule);
    const struct {
        const char* kernel;
        cudaError_t error;
    } cases[] = {{"far", cudaErrorIllegalAddress},
                 {"odd", cudaErrorMisalignedAddress},
                 {"give_up", cudaErrorLaunchFailure}};
    for (const auto& c : cases) {
        INFO(c.kernel);
        unsigned* out = zeros();
        std::vector<void*> arguments = {&out};
        CHECK(launch(program.kernel(c.kernel), 1, 1, arguments) == cudaSuccess);
        CHECK(cudaPeekAtLastError() == cudaSuccess);
        CHECK(cudaGetLastError() == cudaSuccess);
        CHECK(cudaDeviceSynchronize() == c.error);
        CHECK(cudaGetLastError() == c.error);
        CHECK(cudaGetLastError() == c.error);
        void* pointer = nullptr;
        unsigned value = 1;
        CHECK(cudaMalloc(&pointer, 4) == c.error);
        CHECK(cudaFree(out) == c.error);
        CHECK(cudaMemcpy(&value, out, 4, cudaMemcpyDeviceToHost) == c.error);
        CHECK(launch(program.kernel("store"), 1, 1, {&out, &value}) == c.error);
        cudaStream_t stream = nullptr;
        CHECK(cudaStreamCreate(&stream) == c.error);
        int device = -1;
        CHECK(cudaGetDevice(&device) == cudaSuccess); // asks nothing of the device
        CHECK(cudaDeviceReset() == cudaSuccess);
        CHECK(cudaGetLastError() == cudaSuccess);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        out = zeros();
        CHECK(launch(program.kernel("store"), 1, 1, {&out, &value}) == cudaSuccess);
        CHECK(word(out) == 1);
    }
}

TEST_CASE("launches that cannot be are refused", "[cudart]") {
    FreshDevice fresh;
    TestProgram program(kTestModule);
    unsigned* out = zeros();
    unsigned value = 1;
    const void* store = program.kernel("store");
    const std::vector<void*> arguments = {&out, &value};
    const dim3 bad_grids[] = {dim3(0), dim3(1, 65536), dim3(1, 1, 65536), dim3(0x80000000u)};
    for (const dim3& grid : bad_grids)
        CHECK(launch(store, grid, 32, arguments) == cudaErrorInvalidConfiguration);
    const dim3 bad_blocks[] = {dim3(0), dim3(1025), dim3(1, 1, 65), dim3(33, 32), dim3(1, 0)};
    for (const dim3& block : bad_blocks)
        CHECK(launch(store, 1, block, arguments) == cudaErrorInvalidConfiguration);
    CHECK(launch(store, 1, 32, arguments, 49153) == cudaErrorInvalidValue);
    CHECK(launch(store, 1, 32, arguments, 49152) == cudaSuccess);
    CHECK(cudaFuncSetAttribute(store, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000) ==
          cudaSuccess);
    CHECK(launch(store, 1, 32, arguments, 100000) == cudaSuccess);
    CHECK(launch(store, 1, 32, arguments, 100001) == cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(store, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30) ==
          cudaErrorInvalidValue);
    CHECK(launch(program.kernel("bounded"), 1, 65, {&out}) != cudaSuccess);
    CHECK(launch(program.kernel("bounded"), 1, 64, {&out}) == cudaSuccess);
    CHECK(launch(&value, 1, 32, arguments) == cudaErrorInvalidDeviceFunction);
    CHECK(launch(nullptr, 1, 32, arguments) == cudaErrorInvalidDeviceFunction);
    CHECK(launch(program.kernel("nowhere"), 1, 32, arguments) == cudaErrorInvalidDeviceFunction);
    CHECK(launch(program.kernel("broken"), 1, 32, {&out}) == cudaErrorNoKernelImageForDevice);
    CHECK(launch(store, 1, 32, arguments, 0, reinterpret_cast<cudaStream_t>(0x1234)) ==
          cudaErrorInvalidResourceHandle);
    CHECK(cudaDeviceSynchronize() == cudaSuccess); // nothing of this is for ever
}

TEST_CASE("copies check both ends", "[cudart]") {
    FreshDevice fresh;
    unsigned* device = zeros();
    unsigned host[64] = {};
    CHECK(cudaMemcpy(device, host, 256, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(device, host, 257, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device + 63, host, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host, device, 256, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host, host, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device, nullptr, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(device, host, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device, host, 4, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
    // The pointers say where to copy; an end on the device that the direction does not ask for is
    // no error.
    CHECK(cudaMemcpy(device, device + 4, 4, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(device, host, 4, cudaMemcpyHostToHost) == cudaSuccess);
    CHECK(cudaMemcpy(device, host, 0, static_cast<cudaMemcpyKind>(9)) == cudaSuccess);
    CHECK(cudaMemcpy(device, host, 4, static_cast<cudaMemcpyKind>(9)) ==
          cudaErrorInvalidMemcpyDirection);
    CHECK(cudaMemset(host, 0, 4) == cudaErrorInvalidValue);
    CHECK(cudaMemset(device, 0x5a, 256) == cudaSuccess);
    CHECK(cudaMemset(device, 0x5a, 257) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host, device, 256, cudaMemcpyDefault) == cudaSuccess);
    CHECK(host[63] == 0x5a5a5a5a);
    unsigned* second = zeros();
    CHECK(cudaMemcpy(second, device, 256, cudaMemcpyDeviceToDevice) == cudaSuccess);
    CHECK(word(second + 7) == 0x5a5a5a5a);
    CHECK(cudaFree(device) == cudaSuccess);
    CHECK(cudaFree(device) == cudaErrorInvalidValue);
    CHECK(cudaFree(second + 1) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device, host, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    void* pointer = &host;
    CHECK(cudaMalloc(&pointer, 0) == cudaSuccess);
    CHECK(pointer == nullptr);
    CHECK(cudaMalloc(&pointer, std::size_t{1} << 60) == cudaErrorMemoryAllocation);
    CHECK(cudaMalloc(static_cast<void**>(nullptr), 4) == cudaErrorInvalidValue);
}

TEST_CASE("rectangles are copied row by row", "[cudart]") {
    FreshDevice fresh;
    void* device = nullptr;
    std::size_t pitch = 0;
    REQUIRE(cudaMallocPitch(&device, &pitch, 10, 4) == cudaSuccess);
    CHECK(pitch == 512);
    unsigned char in[40], out[40] = {};
    for (unsigned i = 0; i < 40; ++i)
        in[i] = static_cast<unsigned char>(i);
    CHECK(cudaMemcpy2D(device, pitch, in, 10, 10, 4, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemset2D(static_cast<char*>(device) + pitch, pitch, 99, 2, 2) == cudaSuccess);
    CHECK(cudaMemcpy2D(out, 10, device, pitch, 10, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(out[9] == 9);
    CHECK(out[10] == 99);
    CHECK(out[12] == 12);
    CHECK(out[21] == 99);
    CHECK(out[39] == 39);
    CHECK(cudaMemcpy2D(device, 5, in, 10, 10, 4, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidPitchValue);
    CHECK(cudaMemset2D(device, 5, 0, 10, 4) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy2D(device, pitch, in, 10, 10, 5, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
}

TEST_CASE("variables are read and written by the address of their host copy", "[cudart]") {
    FreshDevice fresh;
    TestProgram program(kTestModule);
    const void* table = program.variable("table", 16);
    const void* weights = program.variable("weights", 8, true);
    unsigned values[4] = {};
    CHECK(cudaMemcpyFromSymbol(values, table, 16, 0, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(values[3] == 4);
    const unsigned nine = 9, eleven = 11;
    CHECK(cudaMemcpyToSymbol(table, &nine, 4, 4, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpyToSymbol(weights, &eleven, 4, 4, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpyToSymbol(weights, &eleven, 4, 8, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemcpyToSymbol(weights, &eleven, 4, 4, cudaMemcpyDeviceToHost) ==
          cudaErrorInvalidMemcpyDirection);
    CHECK(cudaMemcpyToSymbol(static_cast<const void*>(&nine), &eleven, 4, 0,
                             cudaMemcpyHostToDevice) == cudaErrorInvalidSymbol);
    unsigned* out = zeros();
    REQUIRE(launch(program.kernel("read_variables"), 1, 1, {&out}) == cudaSuccess);
    CHECK(word(out) == 9);
    CHECK(word(out + 1) == 11);
    void* address = nullptr;
    CHECK(cudaGetSymbolAddress(&address, table) == cudaSuccess);
    CHECK(word(static_cast<unsigned*>(address)) == 77);
    std::size_t bytes = 0;
    CHECK(cudaGetSymbolSize(&bytes, table) == cudaSuccess);
    CHECK(bytes == 16);
    // Variables begin anew with the device.
    REQUIRE(cudaDeviceReset() == cudaSuccess);
    CHECK(cudaMemcpyFromSymbol(values, table, 16, 0, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(values[0] == 1);
}

TEST_CASE("two modules may have kernels and variables of the same name", "[cudart]") {
    FreshDevice fresh;
    TestProgram first(kTestModule), second(kTestModule);
    const unsigned nine = 9;
    CHECK(cudaMemcpyToSymbol(second.variable("table", 16), &nine, 4, 4, cudaMemcpyHostToDevice) ==
          cudaSuccess);
    unsigned* out = zeros();
    REQUIRE(launch(first.kernel("read_variables"), 1, 1, {&out}) == cudaSuccess);
    CHECK(word(out) == 2);
    REQUIRE(launch(second.kernel("read_variables"), 1, 1, {&out}) == cudaSuccess);
    CHECK(word(out) == 9);
    unsigned value = 5;
    CHECK(launch(second.kernel("store"), 1, 1, {&out, &value}) == cudaSuccess);
    CHECK(word(out) == 5);
}

TEST_CASE("a module that is no PTX is told by the launch", "[cudart]") {
    FreshDevice fresh;
    TestProgram program("this is no PTX");
    unsigned* out = zeros();
    CHECK(launch(program.kernel("store"), 1, 1, {&out}) == cudaErrorNoKernelImageForDevice);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("call configurations are a stack", "[cudart]") {
    FreshDevice fresh;
    dim3 grid, block;
    std::size_t shared = 0;
    cudaStream_t stream = nullptr;
    CHECK(__cudaPopCallConfiguration(&grid, &block, &shared, &stream) ==
          cudaErrorMissingConfiguration);
    CHECK(__cudaPushCallConfiguration(dim3(1, 2, 3), dim3(4), 5,
                                      reinterpret_cast<CUstream_st*>(6)) == 0);
    CHECK(__cudaPushCallConfiguration(dim3(7), dim3(8)) == 0);
    CHECK(__cudaPopCallConfiguration(&grid, &block, &shared, &stream) == cudaSuccess);
    CHECK(grid.x == 7);
    CHECK(__cudaPopCallConfiguration(&grid, &block, &shared, &stream) == cudaSuccess);
    CHECK(grid.z == 3);
    CHECK(shared == 5);
    CHECK(stream == reinterpret_cast<cudaStream_t>(6));
}

TEST_CASE("streams and events have handles that are checked", "[cudart]") {
    FreshDevice fresh;
    cudaStream_t stream = nullptr;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    unsigned flags = 0;
    CHECK(cudaStreamGetFlags(stream, &flags) == cudaSuccess);
    CHECK(flags == cudaStreamNonBlocking);
    CHECK(cudaStreamCreateWithFlags(&stream, 77) == cudaErrorInvalidValue);
    CHECK(cudaStreamCreate(nullptr) == cudaErrorInvalidValue);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(cudaStreamQuery(nullptr) == cudaSuccess);
    CHECK(cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(0x1234)) ==
          cudaErrorInvalidResourceHandle);
    cudaEvent_t start = nullptr, end = nullptr, untimed = nullptr;
    CHECK(cudaEventCreate(&start) == cudaSuccess);
    CHECK(cudaEventCreate(&end) == cudaSuccess);
    CHECK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming) == cudaSuccess);
    float milliseconds = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaErrorInvalidResourceHandle);
    TestProgram program(kTestModule);
    unsigned* out = zeros();
    unsigned value = 1;
    CHECK(cudaEventRecord(start, stream) == cudaSuccess);
    CHECK(launch(program.kernel("store"), 1, 1, {&out, &value}, 0, stream) == cudaSuccess);
    CHECK(cudaEventRecord(end, stream) == cudaSuccess);
    CHECK(cudaEventRecord(untimed, nullptr) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(nullptr, end, 0) == cudaSuccess);
    CHECK(cudaEventQuery(end) == cudaSuccess);
    CHECK(cudaEventSynchronize(end) == cudaSuccess);
    CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaSuccess);
    CHECK(milliseconds > 0);
    CHECK(milliseconds < 1);
    CHECK(cudaEventElapsedTime(&milliseconds, start, untimed) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventDestroy(end) == cudaSuccess);
    CHECK(cudaEventDestroy(end) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    CHECK(cudaStreamDestroy(stream) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamDestroy(nullptr) == cudaErrorInvalidResourceHandle);
}

TEST_CASE("managed memory is the same on both sides", "[cudart]") {
    FreshDevice fresh;
    TestProgram program(kTestModule);
    void* pointer = nullptr;
    REQUIRE(cudaMallocManaged(&pointer, 100000, cudaMemAttachGlobal) == cudaSuccess);
    unsigned* both = static_cast<unsigned*>(pointer);
    both[1] = 5;
    unsigned value = 6;
    REQUIRE(launch(program.kernel("store"), 1, 1, {&both, &value}) == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(both[0] == 6);
    CHECK(both[1] == 5);
    CHECK(cudaMemset(both + 20000, 1, 4) == cudaSuccess);
    CHECK(both[20000] == 0x01010101);
    both[3] = 8;
    CHECK(word(both + 3) == 8);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, both + 2) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeManaged);
    CHECK(cudaFree(both) == cudaSuccess);
    CHECK(cudaFree(both) == cudaErrorInvalidValue);
}

TEST_CASE("mapped host memory is reached by kernels", "[cudart]") {
    FreshDevice fresh;
    TestProgram program(kTestModule);
    void* host = nullptr;
    REQUIRE(cudaHostAlloc(&host, 256, cudaHostAllocMapped) == cudaSuccess);
    unsigned value = 12;
    REQUIRE(launch(program.kernel("store"), 1, 64, {&host, &value}) == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(static_cast<unsigned*>(host)[63] == 12);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, host) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeHost);
    CHECK(cudaFree(host) == cudaErrorInvalidValue);
    CHECK(cudaFreeHost(host) == cudaSuccess);
    CHECK(cudaFreeHost(host) == cudaErrorInvalidValue);
}

TEST_CASE("kernels are described", "[cudart]") {
    FreshDevice fresh;
    TestProgram program(kTestModule);
    cudaFuncAttributes a;
    REQUIRE(cudaFuncGetAttributes(&a, program.kernel("bounded")) == cudaSuccess);
    CHECK(a.maxThreadsPerBlock == 64);
    CHECK(a.sharedSizeBytes == 256);
    CHECK(a.ptxVersion == 80);
    CHECK(a.binaryVersion == 90);
    CHECK(a.numRegs > 0);
    CHECK(a.constSizeBytes == 8);
    int blocks = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, program.kernel("bounded"), 64,
                                                        0) == cudaSuccess);
    CHECK(blocks == 32);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, program.kernel("store"), 1024,
                                                        0) == cudaSuccess);
    CHECK(blocks == 2);
    const void* store = program.kernel("store");
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, store, 32, 200000) == cudaSuccess);
    CHECK(blocks == 0);
    REQUIRE(cudaFuncSetAttribute(store, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000) ==
            cudaSuccess);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, store, 32, 200000) == cudaSuccess);
    CHECK(blocks == 1);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, store, 2048, 0) == cudaSuccess);
    CHECK(blocks == 0);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, program.kernel("bounded"), 65,
                                                        0) == cudaSuccess);
    CHECK(blocks == 21); // as the H200 says, although such a launch fails
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, store, 0, 0) ==
          cudaErrorInvalidValue);
    CHECK(cudaFuncSetCacheConfig(store, static_cast<cudaFuncCache>(9)) == cudaErrorInvalidValue);
    CHECK(cudaFuncGetAttributes(&a, &blocks) == cudaErrorInvalidDeviceFunction);
    CHECK(cudaFuncGetAttributes(nullptr, program.kernel("store")) == cudaErrorInvalidValue);
}

TEST_CASE("the device is described twice alike", "[cudart]") {
    FreshDevice fresh;
    cudaDeviceProp p;
    REQUIRE(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
    CHECK(std::strcmp(p.name, "NVIDIA H200") == 0);
    int value = 0;
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess);
    CHECK(value == p.multiProcessorCount);
    CHECK(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(-3), 0) ==
          cudaErrorInvalidValue);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 1) == cudaErrorInvalidDevice);
    CHECK(cudaGetDeviceProperties(&p, 1) == cudaErrorInvalidDevice);
    CHECK(cudaGetDeviceProperties(nullptr, 0) == cudaErrorInvalidValue);
    std::size_t free = 0, total = 0;
    CHECK(cudaMemGetInfo(&free, &total) == cudaSuccess);
    CHECK(free <= total);
    CHECK(cudaMemGetInfo(nullptr, nullptr) == cudaSuccess);
    std::size_t limit = 0;
    CHECK(cudaDeviceGetLimit(&limit, cudaLimitStackSize) == cudaSuccess);
    CHECK(limit == 1024);
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096) == cudaSuccess);
    CHECK(cudaDeviceGetLimit(&limit, cudaLimitStackSize) == cudaSuccess);
    CHECK(limit == 4096);
    CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 4096) == cudaErrorUnsupportedLimit);
    CHECK(cudaDeviceGetLimit(&limit, static_cast<cudaLimit>(99)) == cudaErrorInvalidValue);
}

TEST_CASE("errors have names and texts", "[cudart]") {
    CHECK(std::strcmp(cudaGetErrorName(cudaErrorMisalignedAddress), "cudaErrorMisalignedAddress") ==
          0);
    CHECK(std::strcmp(cudaGetErrorString(cudaErrorMisalignedAddress), "misaligned address") == 0);
    CHECK(std::strcmp(cudaGetErrorName(static_cast<cudaError_t>(12345)),
                      "unrecognized error code") == 0);
}

TEST_CASE("host memory for copies", "[cudart]") {
    FreshDevice fresh;
    void* pinned = nullptr;
    REQUIRE(cudaMallocHost(&pinned, 100) == cudaSuccess);
    std::memset(pinned, 1, 100);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, static_cast<char*>(pinned) + 99) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeHost);
    CHECK(cudaFreeHost(pinned) == cudaSuccess);
    CHECK(cudaFreeHost(pinned) == cudaErrorInvalidValue);
    CHECK(cudaFreeHost(nullptr) == cudaSuccess);
    CHECK(cudaHostAlloc(&pinned, 16, 0x1000) == cudaErrorInvalidValue);
    CHECK(cudaHostAlloc(&pinned, 0, 0) == cudaSuccess);
    CHECK(pinned == nullptr);
}

TEST_CASE("several host threads may call at once", "[cudart]") {
    FreshDevice fresh;
    TestProgram program(kTestModule);
    const void* store = program.kernel("store");
    std::vector<std::thread> threads;
    std::vector<int> wrong(4, 0);
    for (unsigned t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (unsigned round = 0; round < 20; ++round) {
                void* out = nullptr;
                unsigned value = t * 100 + round, seen = 0;
                wrong[t] += cudaMalloc(&out, 256) != cudaSuccess;
                wrong[t] += launch(store, 1, 64, {&out, &value}) != cudaSuccess;
                wrong[t] += cudaMemcpy(&seen, out, 4, cudaMemcpyDeviceToHost) != cudaSuccess;
                wrong[t] += seen != value;
                wrong[t] += cudaFree(out) != cudaSuccess;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(wrong == std::vector<int>(4, 0));
}
