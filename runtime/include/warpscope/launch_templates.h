// cudaLaunchKernelEx, and typed forms of what programs ask about launches. Included by
// runtime_templates.h.

namespace warpscope_detail {

/// Parameters that arguments are converted for; a pack of them that deduction leaves alone.
template<class T>
struct Exactly {
    using Type = T;
};

template<class... Parameters>
static inline cudaError_t launch(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                                 typename Exactly<Parameters>::Type... values) {
    // One more, because an array has at least one element.
    void* addresses[] = {
        const_cast<void*>(static_cast<const volatile void*>(__builtin_addressof(values)))...,
        nullptr};
    return cudaLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), addresses);
}

} // namespace warpscope_detail

template<class... Parameters, class... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                             void (*kernel)(Parameters...),
                                             Arguments&&... arguments) {
    return warpscope_detail::launch<Parameters...>(config, kernel,
                                                   static_cast<Arguments&&>(arguments)...);
}

template<class T>
static inline cudaError_t cudaFuncGetName(const char** name, T* kernel) {
    return cudaFuncGetName(name, reinterpret_cast<const void*>(kernel));
}
template<class T>
static inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, T* kernel) {
    return cudaGetFuncBySymbol(function, reinterpret_cast<const void*>(kernel));
}
template<class T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* kernel,
                                                                    int blocks, int blockThreads) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, reinterpret_cast<const void*>(kernel),
                                                     blocks, blockThreads);
}
template<class T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, T* kernel,
                                                               const cudaLaunchConfig_t* config) {
    return cudaOccupancyMaxPotentialClusterSize(blocks, reinterpret_cast<const void*>(kernel),
                                                config);
}
template<class T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, T* kernel,
                                                         const cudaLaunchConfig_t* config) {
    return cudaOccupancyMaxActiveClusters(clusters, reinterpret_cast<const void*>(kernel), config);
}
