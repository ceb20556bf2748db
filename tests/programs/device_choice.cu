// Asks for peers, bus numbers, callbacks and stream identities on a machine with one device.
// expect: device_choice: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cuda_profiler_api.h>

#include <cstring>

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }

void check_device() {
    char id[32] = "";
    CUDA_CHECK(cudaDeviceGetPCIBusId(id, sizeof id, 0));
    expect("length of the bus id", std::strlen(id), size_t{12});
    char short_id[5];
    expect("no room", cudaDeviceGetPCIBusId(short_id, sizeof short_id, 0), cudaErrorInvalidValue);
    int device = -1;
    CUDA_CHECK(cudaDeviceGetByPCIBusId(&device, id));
    expect("found by its bus id", device, 0);
    expect("not there", cudaDeviceGetByPCIBusId(&device, "0000:ff:1f.0"), cudaErrorInvalidDevice);
    expect("no bus id", cudaDeviceGetByPCIBusId(&device, "junk"), cudaErrorInvalidValue);
    cudaDeviceProp wanted = {};
    device = -1;
    CUDA_CHECK(cudaChooseDevice(&device, &wanted));
    expect("chosen", device, 0);
    CUDA_CHECK(cudaSetValidDevices(&device, 1));
    CUDA_CHECK(cudaInitDevice(0, 0, 0));
    expect("no such device", cudaInitDevice(99, 0, 0), cudaErrorInvalidDevice);
    CUDA_CHECK(cudaProfilerStart());
    CUDA_CHECK(cudaProfilerStop());
    cudaGetLastError();
}

void check_peers() {
    int can = -1;
    CUDA_CHECK(cudaDeviceCanAccessPeer(&can, 0, 0));
    expect("its own peer", can, 0);
    expect("enable", cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported);
    expect("disable", cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
    expect("another device", cudaDeviceEnablePeerAccess(99, 0), cudaErrorInvalidDevice);
    cudaGetLastError();
    DeviceArray<int> from(std::vector<int>{1, 2, 3}), to(3);
    CUDA_CHECK(cudaMemcpyPeer(to.data(), 0, from.data(), 0, to.bytes()));
    expect_all("copied", to.host(), {1, 2, 3});
    expect("to another device", cudaMemcpyPeer(to.data(), 99, from.data(), 0, to.bytes()),
           cudaErrorInvalidDevice);
    cudaGetLastError();
}

void CUDART_CB add_status(cudaStream_t, cudaError_t status, void* sum) {
    *static_cast<int*>(sum) += 10 + static_cast<int>(status);
}

void check_streams() {
    cudaStream_t a, b;
    CUDA_CHECK(cudaStreamCreate(&a));
    CUDA_CHECK(cudaStreamCreate(&b));
    unsigned long long ids[3] = {};
    CUDA_CHECK(cudaStreamGetId(a, &ids[0]));
    CUDA_CHECK(cudaStreamGetId(b, &ids[1]));
    CUDA_CHECK(cudaStreamGetId(nullptr, &ids[2]));
    expect("different ids", ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], true);
    int sum = 0;
    CUDA_CHECK(cudaStreamAddCallback(a, add_status, &sum, 0));
    CUDA_CHECK(cudaStreamSynchronize(a));
    expect("called back", sum, 10);
    expect("no callback", cudaStreamAddCallback(a, nullptr, &sum, 0), cudaErrorInvalidValue);
    cudaGetLastError();
    // The default stream of the thread is a stream like others.
    DeviceArray<int> out(4);
    fill<<<1, 4, 0, cudaStreamPerThread>>>(out.data(), 6);
    CUDA_CHECK(cudaStreamSynchronize(cudaStreamPerThread));
    expect_all("filled", out.host(), {6, 6, 6, 6});
    cudaEvent_t event;
    CUDA_CHECK(cudaEventCreate(&event));
    expect("nothing to wait for", cudaEventQuery(event), cudaSuccess);
    CUDA_CHECK(cudaStreamWaitEvent(a, event, 0));
    CUDA_CHECK(cudaEventDestroy(event));
    CUDA_CHECK(cudaStreamDestroy(a));
    CUDA_CHECK(cudaStreamDestroy(b));
}

int main() {
    check_device();
    check_peers();
    check_streams();
    return finish("device_choice");
}
