// Every vector type has CUDA's size and alignment, and moves in one access.
// ptx: ld.global.v4.f32
// ptx: st.global.v2.f64
// ptx: ld.global.v2.u32
#define CHECK_VECTOR(name, scalar, align2, align4)                                                 \
    static_assert(sizeof(name##1) == sizeof(scalar) && alignof(name##1) == alignof(scalar));       \
    static_assert(sizeof(name##2) == 2 * sizeof(scalar) && alignof(name##2) == align2);            \
    static_assert(sizeof(name##3) == 3 * sizeof(scalar) && alignof(name##3) == alignof(scalar));   \
    static_assert(sizeof(name##4) == 4 * sizeof(scalar) && alignof(name##4) == align4);
CHECK_VECTOR(char, char, 2, 4)
CHECK_VECTOR(uchar, char, 2, 4)
CHECK_VECTOR(short, short, 4, 8)
CHECK_VECTOR(ushort, short, 4, 8)
CHECK_VECTOR(int, int, 8, 16)
CHECK_VECTOR(uint, int, 8, 16)
CHECK_VECTOR(long, long, 16, 16)
CHECK_VECTOR(ulong, long, 16, 16)
CHECK_VECTOR(longlong, long long, 16, 16)
CHECK_VECTOR(ulonglong, long long, 16, 16)
CHECK_VECTOR(float, float, 8, 16)
CHECK_VECTOR(double, double, 16, 16)

__global__ void kernel(float4* f, double2* d, uint2* u) {
    const float4 v = f[threadIdx.x];
    d[threadIdx.x] = make_double2(v.x + v.y, v.z + v.w);
    const uint2 w = u[threadIdx.x];
    f[threadIdx.x].x = w.x + w.y;
}

int main() {
    const dim3 three(1, 2, 3);
    const uint3 same = three;
    const char4 c = make_char4(1, 2, 3, 4);
    kernel<<<same, dim3(c.x, c.y)>>>(nullptr, nullptr, nullptr);
}
