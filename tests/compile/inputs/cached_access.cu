// Loads and stores that name their cache operator, in every size; the read-only load.
// ptx: ld.global.nc.f32
// ptx: ld.global.cg.u32
// ptx: ld.global.ca.v4.u32
// ptx: ld.global.cs.u64
// ptx: ld.global.cv.u8
// ptx: st.global.cg.u32
// ptx: st.global.wt.v4.u32
// ptx: st.global.cs.u16
// files: 1
__global__ void kernel(float* f, float4* v, double* d, unsigned char* c, short* s) {
    f[0] = __ldg(f + 1) + __ldcg(f + 2);
    __stcg(f + 3, 1);
    __stwt(v, __ldca(v + 1));
    d[0] = __ldcs(d + 1);
    c[0] = __ldcv(c + 1);
    __stcs(s, 3);
}

int main() {
    kernel<<<1, 1>>>(nullptr, nullptr, nullptr, nullptr, nullptr);
}
