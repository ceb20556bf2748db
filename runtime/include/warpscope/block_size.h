// cudaOccupancyMaxPotentialBlockSize: the block size that keeps the most threads resident.
// Included by runtime_templates.h.

/// Block sizes are tried from the largest down by warps; the first that no other beats wins.
template<class T, class SharedBytes>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* minGridSize, int* blockSize, T kernel,
                                               SharedBytes shared_bytes_of, int limit = 0) {
    struct cudaFuncAttributes function;
    int device = 0, processors = 0, processor_threads = 0, warp_threads = 0;
    cudaError_t error = cudaFuncGetAttributes(&function, WARPSCOPE_KERNEL(kernel));
    if (error == cudaSuccess) error = cudaGetDevice(&device);
    const struct {
        int* value;
        enum cudaDeviceAttr attribute;
    } queries[] = {{&processors, cudaDevAttrMultiProcessorCount},
                   {&processor_threads, cudaDevAttrMaxThreadsPerMultiProcessor},
                   {&warp_threads, cudaDevAttrWarpSize}};
    for (const auto& query : queries) {
        if (error == cudaSuccess)
            error = cudaDeviceGetAttribute(query.value, query.attribute, device);
    }
    if (error != cudaSuccess) return error;

    int largest = function.maxThreadsPerBlock;
    if (limit > 0 && limit < largest) largest = limit;
    int best_threads = 0;
    *blockSize = *minGridSize = 0;
    const int rounded = (largest + warp_threads - 1) / warp_threads * warp_threads;
    for (int size = rounded; size > 0 && best_threads < processor_threads; size -= warp_threads) {
        const int threads = size < largest ? size : largest;
        int blocks = 0;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, WARPSCOPE_KERNEL(kernel),
                                                              threads, shared_bytes_of(threads));
        if (error != cudaSuccess) return error;
        if (blocks * threads > best_threads) {
            best_threads = blocks * threads;
            *blockSize = threads;
            *minGridSize = blocks * processors;
        }
    }
    return cudaSuccess;
}

template<class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize,
                                                             T kernel, size_t sharedBytes = 0,
                                                             int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        minGridSize, blockSize, kernel, [=](int) { return sharedBytes; }, limit);
}

/// The flag only says that caches may be left out of account, which they are anyhow.
template<class T, class SharedBytes>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* minGridSize, int* blockSize, T kernel,
                                                        SharedBytes shared_bytes_of, int limit = 0,
                                                        unsigned int flags = 0) {
    if (flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(minGridSize, blockSize, kernel,
                                                          shared_bytes_of, limit);
}

template<class T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, T kernel,
                                            size_t sharedBytes = 0, int limit = 0,
                                            unsigned int flags = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        minGridSize, blockSize, kernel, [=](int) { return sharedBytes; }, limit, flags);
}
