// Device variables, named by the address of their host copy.
#include "runtime/host/api.h"
#include "runtime/host/copies.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

/// The device bytes [offset, offset + bytes) of a symbol.
cudaError_t find_part(RuntimeState& state, const void* symbol, std::size_t offset,
                      std::size_t bytes, void*& part) {
    const RegisteredVariable* variable = nullptr;
    Address address = 0;
    if (const cudaError_t error = state.find_symbol(symbol, variable, address);
        error != cudaSuccess)
        return error;
    if (offset > variable->size || bytes > variable->size - offset) return cudaErrorInvalidValue;
    part = reinterpret_cast<void*>(address + offset);
    return cudaSuccess;
}

cudaError_t to_symbol(RuntimeState& state, const void* symbol, const void* from, std::size_t bytes,
                      std::size_t offset, int kind, cudaStream_t stream, Waiting waiting) {
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    void* part = nullptr;
    if (const cudaError_t error = find_part(state, symbol, offset, bytes, part);
        error != cudaSuccess)
        return error;
    return copy(state, part, from, {bytes, 1, 0, 0}, kind, stream, waiting);
}

cudaError_t from_symbol(RuntimeState& state, void* to, const void* symbol, std::size_t bytes,
                        std::size_t offset, int kind, cudaStream_t stream, Waiting waiting) {
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    void* part = nullptr;
    if (const cudaError_t error = find_part(state, symbol, offset, bytes, part);
        error != cudaSuccess)
        return error;
    return copy(state, to, part, {bytes, 1, 0, 0}, kind, stream, waiting);
}

} // namespace

extern "C" {

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                               std::size_t offset, cudaMemcpyKind kind) {
    return device_call([&](RuntimeState& state) {
        return to_symbol(state, symbol, from, bytes, offset, number_of(kind), nullptr,
                         Waiting::Yes);
    });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                 std::size_t offset, cudaMemcpyKind kind) {
    return device_call([&](RuntimeState& state) {
        return from_symbol(state, to, symbol, bytes, offset, number_of(kind), nullptr,
                           Waiting::Yes);
    });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return device_call([&](RuntimeState& state) {
        return to_symbol(state, symbol, from, bytes, offset, number_of(kind), stream, Waiting::No);
    });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
    return device_call([&](RuntimeState& state) {
        return from_symbol(state, to, symbol, bytes, offset, number_of(kind), stream, Waiting::No);
    });
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
    return device_call([&](RuntimeState& state) {
        return pointer == nullptr ? cudaErrorInvalidValue
                                  : find_part(state, symbol, 0, 0, *pointer);
    });
}

cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
    return device_call([&](RuntimeState& state) {
        const RegisteredVariable* variable = state.registry().find_variable(symbol);
        if (bytes == nullptr) return cudaErrorInvalidValue;
        if (variable == nullptr) return cudaErrorInvalidSymbol;
        *bytes = variable->size;
        return cudaSuccess;
    });
}

} // extern "C"
