// cudaLaunchKernelEx: launches with attributes, and what attributes streams keep.
#include <cstring>

#include "runtime/host/api.h"
#include "runtime/host/launch_log.h"
#include "runtime/host/launches.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

/// What the attributes of one launch come to.
struct LaunchChoices {
    bool cooperative = false;
    cudaEvent_t completion = nullptr; ///< recorded behind the launch
};

bool is_one_block(const cudaLaunchAttributeValue& value) {
    return value.clusterDim.x == 1 && value.clusterDim.y == 1 && value.clusterDim.z == 1;
}

cudaError_t refuse(RuntimeState& state, const char* what) {
    state.log().not_supported(what);
    return cudaErrorNotSupported;
}

/// An event that a launch records; it may not measure time.
cudaError_t choose_event(RuntimeState& state, cudaEvent_t handle, LaunchChoices& choices) {
    const CUevent_st* event = state.streams().find_event(handle);
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    if ((event->flags & cudaEventDisableTiming) == 0) return cudaErrorInvalidValue;
    choices.completion = handle;
    return cudaSuccess;
}

cudaError_t read_attribute(RuntimeState& state, const cudaLaunchAttribute& attribute,
                           LaunchChoices& choices) {
    switch (number_of(attribute.id)) {
    case cudaLaunchAttributeCooperative:
        choices.cooperative = attribute.val.cooperative != 0;
        return cudaSuccess;
    case cudaLaunchAttributeClusterDimension:
        return is_one_block(attribute.val)
                   ? cudaSuccess
                   : refuse(state, "a launch with clusters of several blocks");
    case cudaLaunchAttributeProgrammaticEvent:
        return choose_event(state, attribute.val.programmaticEvent.event, choices);
    case cudaLaunchAttributeLaunchCompletionEvent:
        return choose_event(state, attribute.val.launchCompletionEvent.event, choices);
    // These change when and how fast work is done, and nothing that a correct program can see. A
    // launch begins when the one before it in its stream has ended, which programmatic
    // serialization allows.
    case cudaLaunchAttributeIgnore:
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributeProgrammaticStreamSerialization:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributePreferredSharedMemoryCarveout: return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

cudaError_t launch_configured(RuntimeState& state, const cudaLaunchConfig_t* config,
                              const void* stub, void** arguments) {
    if (config == nullptr || (config->numAttrs != 0 && config->attrs == nullptr))
        return cudaErrorInvalidValue;
    LaunchChoices choices;
    for (unsigned i = 0; i < config->numAttrs; ++i)
        if (const cudaError_t error = read_attribute(state, config->attrs[i], choices);
            error != cudaSuccess)
            return error;
    const LaunchCall call = {stub,
                             {config->gridDim.x, config->gridDim.y, config->gridDim.z},
                             {config->blockDim.x, config->blockDim.y, config->blockDim.z},
                             arguments,
                             config->dynamicSmemBytes,
                             choices.cooperative};
    const cudaError_t error = launch(state, call, config->stream);
    if (error == cudaSuccess && choices.completion != nullptr)
        state.streams().record(*state.streams().find_event(choices.completion),
                               *state.streams().find(config->stream), state.now_microseconds);
    return error;
}

/// The attributes that streams have, with their values until somebody sets others.
bool first_value(int attribute, const CUstream_st& stream, cudaLaunchAttributeValue& value) {
    std::memset(&value, 0, sizeof value);
    switch (attribute) {
    case cudaLaunchAttributeSynchronizationPolicy: value.syncPolicy = cudaSyncPolicyAuto; break;
    case cudaLaunchAttributePriority: value.priority = stream.priority; break;
    case cudaLaunchAttributeMemSyncDomainMap: value.memSyncDomainMap.remote = 1; break;
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeMemSyncDomain: break;
    default: return false;
    }
    return true;
}

bool is_possible(int attribute, const cudaLaunchAttributeValue& value) {
    if (attribute != cudaLaunchAttributeSynchronizationPolicy) return true;
    const int policy = number_of(value.syncPolicy);
    return policy >= cudaSyncPolicyAuto && policy <= cudaSyncPolicyBlockingSync;
}

/// Clusters are not simulated: nobody can say how many of them fit.
cudaError_t ask_for_clusters(int* number, const void* stub, const cudaLaunchConfig_t* config,
                             const char* name) {
    return device_call([&](RuntimeState& state) {
        if (any_null(number, config)) return cudaErrorInvalidValue;
        FoundKernel kernel;
        if (const cudaError_t error = state.find_kernel(stub, kernel); error != cudaSuccess)
            return error;
        return refuse(state, name);
    });
}

} // namespace

extern "C" {

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
    return device_call(
        [&](RuntimeState& state) { return launch_configured(state, config, function, arguments); });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue* value) {
    return device_call([&](RuntimeState& state) {
        const CUstream_st* found = state.streams().find(stream);
        if (found == nullptr) return cudaErrorInvalidResourceHandle;
        cudaLaunchAttributeValue first;
        if (value == nullptr || !first_value(number_of(attribute), *found, first))
            return cudaErrorInvalidValue;
        const auto set = found->attributes.find(number_of(attribute));
        *value = set == found->attributes.end() ? first : set->second;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue* value) {
    return device_call([&](RuntimeState& state) {
        CUstream_st* found = state.streams().find(stream);
        if (found == nullptr) return cudaErrorInvalidResourceHandle;
        cudaLaunchAttributeValue first;
        if (value == nullptr || !first_value(number_of(attribute), *found, first) ||
            !is_possible(number_of(attribute), *value))
            return cudaErrorInvalidValue;
        found->attributes[number_of(attribute)] = *value;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    return device_call([&](RuntimeState& state) {
        CUstream_st* target = state.streams().find(to);
        const CUstream_st* source = state.streams().find(from);
        if (any_null(target, source)) return cudaErrorInvalidResourceHandle;
        target->attributes = source->attributes;
        return cudaSuccess;
    });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, const void* function,
                                                 const cudaLaunchConfig_t* config) {
    return ask_for_clusters(blocks, function, config, "cudaOccupancyMaxPotentialClusterSize");
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                           const cudaLaunchConfig_t* config) {
    return ask_for_clusters(clusters, function, config, "cudaOccupancyMaxActiveClusters");
}

} // extern "C"
