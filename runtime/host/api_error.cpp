// Errors: the last one of each host thread, names and texts.
#include "runtime/host/api.h"

namespace warpscope::host {
namespace {

thread_local cudaError_t last_error = cudaSuccess;

struct ErrorRow {
    cudaError_t error;
    const char* name;
    const char* text;
};

constexpr ErrorRow kErrors[] = {
#define WARPSCOPE_ERROR(name, value, text) {name, #name, text},
#include "runtime/include/warpscope/error_codes.def"
#undef WARPSCOPE_ERROR
};

const ErrorRow* find_error(int error) {
    for (const ErrorRow& row : kErrors)
        if (row.error == error) return &row;
    return nullptr;
}

/// What a look at the last error shows: a fault that was noticed hides everything else.
cudaError_t visible_error() {
    RuntimeState& state = RuntimeState::get();
    const std::lock_guard lock(state.mutex());
    return state.visible_fault() != cudaSuccess ? state.visible_fault() : last_error;
}

constexpr const char* kUnknownError = "unrecognized error code";

} // namespace

cudaError_t remember(cudaError_t error) {
    // "Not ready" is an answer, no error.
    if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
    return error;
}

} // namespace warpscope::host

using namespace warpscope::host;

extern "C" {

cudaError_t cudaGetLastError(void) {
    const cudaError_t error = visible_error();
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void) {
    return visible_error();
}

const char* cudaGetErrorName(cudaError_t error) {
    const ErrorRow* row = find_error(number_of(error));
    return row == nullptr ? kUnknownError : row->name;
}

const char* cudaGetErrorString(cudaError_t error) {
    const ErrorRow* row = find_error(number_of(error));
    return row == nullptr ? kUnknownError : row->text;
}

} // extern "C"
