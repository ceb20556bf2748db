// One thread gives up with a trap, which ends the launch and the use of the device.
// expect: trap: cudaErrorLaunchFailure
// exit: 0
// cli-exit: 1
// finding: trap.cu:12
// finding: give_up

#include "check.h"

__global__ void give_up(const int* values) {
    if (values[threadIdx.x] < 0) {
        __trap();
    }
}

int main() {
    std::vector<int> values(32, 1);
    values[5] = -1;
    DeviceArray<int> device(values);
    give_up<<<1, 32>>>(device.data());
    const cudaError_t status = cudaDeviceSynchronize();
    std::printf("trap: %s\n", cudaGetErrorName(status));
    return status == cudaErrorLaunchFailure && cudaGetLastError() == status ? 0 : 1;
}
