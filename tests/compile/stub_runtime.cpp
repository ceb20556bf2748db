// A runtime that does nothing but tell what compiled programs ask of it, a line a call.
#define FMT_HEADER_ONLY
#include "runtime/compile/container.cpp"
#include "runtime/include/warpscope/runtime_api.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
extern char __start_ws_managed __attribute__((weak));
extern char __stop_ws_managed __attribute__((weak));
}

namespace {

struct Configuration {
    dim3 grid, block;
    size_t shared = 0;
    cudaStream_t stream = nullptr;
} configuration;

/// Registration happens before main, when a program's own output is not set up to be ordered yet.
void flush() {
    std::fflush(stdout);
}

} // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
    const void* data = static_cast<__fatBinC_Wrapper_t*>(wrapper)->data;
    const auto images = warpscope::compile::read_embedded_container(data);
    if (!images) std::printf("bad container: %s\n", images.error().message.c_str());
    if (images) {
        for (const auto& image : *images)
            std::printf("image %s flags=%u%s\n", image.source_path.data(), image.flags,
                        image.ptx.find(".version") == std::string_view::npos ? " no PTX" : "");
    }
    flush();
    return static_cast<void**>(wrapper);
}

void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}

void __cudaRegisterFunction(void**, const char*, char*, const char* name, int, uint3*, uint3*,
                            dim3*, dim3*, int*) {
    std::printf("function %s\n", name);
    flush();
}

void __cudaRegisterVar(void**, char* host, char*, const char* name, int, size_t bytes, int constant,
                       int) {
    const bool managed = host >= &__start_ws_managed && host < &__stop_ws_managed;
    std::printf("variable %s size=%zu constant=%d managed=%d\n", name, bytes, constant, managed);
    flush();
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
    configuration = {grid, block, shared, stream};
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
    *grid = configuration.grid;
    *block = configuration.block;
    *shared = configuration.shared;
    std::memcpy(stream, &configuration.stream, sizeof configuration.stream);
    return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void*, dim3 grid, dim3 block, void**, size_t shared,
                             cudaStream_t stream) {
    std::printf("launch grid=%u,%u,%u block=%u,%u,%u shared=%zu stream=%#zx\n", grid.x, grid.y,
                grid.z, block.x, block.y, block.z, shared, reinterpret_cast<size_t>(stream));
    flush();
    return cudaSuccess;
}

void __warpscopeAllocationSite(const char*, unsigned int) {}

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
    *pointer = std::malloc(bytes);
    return cudaSuccess;
}

cudaError_t cudaFree(void* pointer) {
    std::free(pointer);
    return cudaSuccess;
}

cudaError_t cudaMemcpyToSymbol(const void*, const void*, size_t bytes, size_t, cudaMemcpyKind) {
    std::printf("to symbol %zu\n", bytes);
    flush();
    return cudaSuccess;
}

// Never called, only linked.
#define WS_UNUSED(name, ...)                                                                       \
    cudaError_t name(__VA_ARGS__) {                                                                \
        std::abort();                                                                              \
    }
WS_UNUSED(cudaHostAlloc, void**, size_t, unsigned)
WS_UNUSED(cudaMemcpyFromSymbol, void*, const void*, size_t, size_t, cudaMemcpyKind)
WS_UNUSED(cudaGetSymbolAddress, void**, const void*)
WS_UNUSED(cudaGetSymbolSize, size_t*, const void*)
WS_UNUSED(cudaEventCreateWithFlags, cudaEvent_t*, unsigned)
WS_UNUSED(cudaFuncGetAttributes, cudaFuncAttributes*, const void*)
WS_UNUSED(cudaFuncSetAttribute, const void*, cudaFuncAttribute, int)
WS_UNUSED(cudaOccupancyMaxActiveBlocksPerMultiprocessor, int*, const void*, int, size_t)
WS_UNUSED(cudaGetDevice, int*)
WS_UNUSED(cudaDeviceGetAttribute, int*, cudaDeviceAttr, int)
WS_UNUSED(cudaGetDeviceProperties, cudaDeviceProp*, int)
const char* cudaGetErrorString(cudaError_t) {
    return "error";
}

} // extern "C"
