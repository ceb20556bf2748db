// Samples textures of every geometry, point and linear, clamped and with a border, and gathers.
// expect: texture_sampling: ok
#include "textures.h"

__global__ void sample_flat(cudaTextureObject_t texture, const float2* at, float* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = tex2D<float>(texture, at[i].x, at[i].y);
}

__global__ void sample_others(cudaTextureObject_t row, cudaTextureObject_t volume,
                              cudaTextureObject_t layers, cudaTextureObject_t cube, float* out) {
    out[0] = tex1D<float>(row, 2.5f);
    out[1] = tex3D<float>(volume, 1.5f, 0.5f, 1.5f);
    out[2] = tex2DLayered<float>(layers, 0.5f, 1.5f, 1);
    out[3] = tex2DLayered<float>(layers, 0.5f, 1.5f, 7);   // the last layer
    out[4] = texCubemap<float>(cube, 1.0f, 0.0f, 0.0f);
    out[5] = texCubemap<float>(cube, 0.0f, 0.0f, -1.0f);
    out[6] = tex3DLod<float>(volume, 0.5f, 2.5f, 0.5f, 0.0f);
    out[7] = tex1DGrad<float>(row, 4.5f, 0.0f, 0.0f);
}

__global__ void gather(cudaTextureObject_t texture, float4* out) {
    out[0] = tex2Dgather<float4>(texture, 1.0f, 1.0f);
}

__global__ void read_bytes(cudaTextureObject_t bytes, cudaTextureObject_t fractions, uchar4* whole,
                           float4* parts) {
    whole[threadIdx.x] = tex2D<uchar4>(bytes, threadIdx.x + 0.5f, 0.5f);
    parts[threadIdx.x] = tex2D<float4>(fractions, threadIdx.x + 0.5f, 0.5f);
}

__global__ void fetch(cudaTextureObject_t texture, int* out) {
    out[threadIdx.x] = tex1Dfetch<int>(texture, int(threadIdx.x) - 2);
}

std::vector<float> counting(std::size_t count) {
    std::vector<float> values(count);
    for (std::size_t k = 0; k < count; ++k) values[k] = float(k + 1);
    return values;
}

void check_flat() {
    cudaArray_t array = make_array(counting(12), {4, 3, 0});
    const std::vector<float2> at = {{0.5f, 0.5f}, {3.9f, 2.9f}, {1.0f, 0.5f}, {2.0f, 1.0f}, {-3, 9}, {1.25f, 1.5f}};
    DeviceArray<float2> device_at(at);
    DeviceArray<float> out(at.size());
    cudaTextureDesc description = plain_description();
    const auto sample = [&] {
        const cudaTextureObject_t texture = make_texture(array, description);
        sample_flat<<<1, 32>>>(texture, device_at.data(), out.data(), int(at.size()));
        const std::vector<float> values = out.host();
        CUDA_CHECK(cudaDestroyTextureObject(texture));
        return values;
    };
    expect_all("point", sample(), {1, 12, 2, 7, 9, 6});
    description.filterMode = cudaFilterModeLinear;
    expect_all("linear", sample(), {1, 12, 1.5f, 4.5f, 9, 5.75f});
    for (cudaTextureAddressMode& mode : description.addressMode) mode = cudaAddressModeBorder;
    description.borderColor[0] = 100;
    const std::vector<float> bordered = sample();
    expect("border outside", bordered[4], 100);
    expect("border inside", bordered[3], 4.5f);
    CUDA_CHECK(cudaFreeArray(array));
}

void check_others() {
    const std::vector<float> values = counting(24);
    cudaArray_t row = make_array(values, {5, 0, 0}), volume = make_array(values, {2, 3, 2});
    cudaArray_t layers = make_array(values, {2, 3, 2}, cudaArrayLayered);
    cudaArray_t cube = make_array(values, {2, 2, 6}, cudaArrayCubemap);
    cudaTextureDesc cubic = plain_description();
    cubic.normalizedCoords = 1;
    DeviceArray<float> out(8);
    sample_others<<<1, 1>>>(make_texture(row, plain_description()),
                            make_texture(volume, plain_description()),
                            make_texture(layers, plain_description()), make_texture(cube, cubic),
                            out.data());
    const std::vector<float> got = out.host();
    expect("row", got[0], 3);
    expect("volume", got[1], 8);
    expect("layer 1", got[2], 9);
    expect("beyond the last layer", got[3], 9);
    expect("face +x", got[4] <= 4, true);
    expect("face -z", got[5] >= 21, true);
    expect("level", got[6], 5);
    expect("gradient", got[7], 5);
}

void check_gather_and_formats() {
    cudaArray_t array = make_array(counting(12), {4, 3, 0}, cudaArrayTextureGather);
    DeviceArray<float4> out(1);
    gather<<<1, 1>>>(make_texture(array, plain_description()), out.data());
    const float4 g = out.host()[0];
    expect_all("gather", std::vector<float>{g.x, g.y, g.z, g.w}, {5, 6, 2, 1});

    cudaArray_t bytes = make_array(std::vector<uchar4>{{0, 51, 102, 255}, {1, 2, 3, 4}}, {2, 1, 0});
    cudaTextureDesc fractions = plain_description();
    fractions.readMode = cudaReadModeNormalizedFloat;
    DeviceArray<uchar4> whole(2);
    DeviceArray<float4> parts(2);
    read_bytes<<<1, 2>>>(make_texture(bytes, plain_description()), make_texture(bytes, fractions),
                         whole.data(), parts.data());
    expect("byte", whole.host()[1].z, 3);
    expect("fraction", parts.host()[0].y, 0.2f);
    expect("one", parts.host()[0].w, 1.0f);
}

void check_fetch() {
    DeviceArray<int> memory(std::vector<int>{10, -20, 30});
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory.data();
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = memory.bytes();
    const cudaTextureDesc description = plain_description();
    cudaTextureObject_t texture = 0;
    // Textures want memory aligned to 512 bytes, which cudaMalloc gives on a GPU.
    CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    DeviceArray<int> out(7);
    fetch<<<1, 7>>>(texture, out.data());
    expect_all("fetch", out.host(), {0, 0, 10, -20, 30, 0, 0});
}

int main() {
    check_flat();
    check_others();
    check_gather_and_formats();
    check_fetch();
    return finish("texture_sampling");
}
