// Samples a texture object that has been destroyed.
// expect: texture_destroyed: fault
// exit: 0
// cli-exit: 1
// finding: texture_destroyed.cu:11
// finding: bad texture or surface handle
// finding: the object has been destroyed
#include "textures.h"

__global__ void sample(cudaTextureObject_t texture, float* out) {
    *out = tex2D<float>(texture, 0.5f, 0.5f);
}

int main() {
    cudaArray_t array = make_array(std::vector<float>(12), {4, 3, 0});
    const cudaTextureObject_t texture = make_texture(array, plain_description());
    DeviceArray<float> out(1);
    sample<<<1, 1>>>(texture, out.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaDestroyTextureObject(texture));
    sample<<<1, 1>>>(texture, out.data());
    const cudaError_t status = cudaDeviceSynchronize();
    std::printf("texture_destroyed: %s\n", status == cudaSuccess ? "ran" : "fault");
    return status == cudaErrorInvalidResourceHandle ? 0 : 1;
}
