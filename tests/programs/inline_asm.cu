// Writes PTX by hand: scoped registers, labels, vector accesses, packing, and all operand kinds.
// expect: inline_asm: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cstring>

constexpr int threads = 32;

// A block in braces has registers of its own, so the names can be used again in the next one.
__device__ __forceinline__ int clamp_to_ten(int x) {
    asm("{\n\t"
        ".reg .pred p;\n\t"
        ".reg .s32 limit;\n\t"
        "mov.s32 limit, 10;\n\t"
        "setp.gt.s32 p, %0, limit;\n\t"
        "@p mov.s32 %0, limit;\n\t"
        "}"
        : "+r"(x));
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.lt.s32 p, %0, %1;\n\t"
        "selp.s32 %0, %1, %0, p;\n\t"
        "}"
        : "+r"(x)
        : "n"(-10));
    return x;
}

// A loop with labels; %= makes them unique each time the function is inlined.
__device__ __forceinline__ unsigned power(unsigned base, unsigned exponent) {
    unsigned result;
    asm volatile(
        "{\n\t"
        ".reg .pred done;\n\t"
        ".reg .u32 left;\n\t"
        "mov.u32 left, %2;\n\t"
        "mov.u32 %0, 1;\n"
        "again_%=:\n\t"
        "setp.eq.u32 done, left, 0;\n\t"
        "@done bra end_%=;\n\t"
        "mul.lo.u32 %0, %0, %1;\n\t"
        "sub.u32 left, left, 1;\n\t"
        "bra again_%=;\n"
        "end_%=:\n\t"
        "}"
        : "=&r"(result)
        : "r"(base), "r"(exponent));
    return result;
}

// --- Integers ------------------------------------------------------------------------------------

constexpr int words = 16;

__global__ void integers(unsigned* out) {
    const int i = threadIdx.x;
    unsigned* mine = out + i * words;
    const unsigned x = i * 0x01234567u + 0x89abcdefu;
    unsigned lane, mask, r;

    mine[0] = static_cast<unsigned>(clamp_to_ten(i - 16));
    mine[1] = power(3, i % 20) + power(i, 2);
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    mine[2] = lane;
    mine[3] = mask;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(i), "r"(7));
    mine[4] = r;
    asm("mul.hi.u32 %0, %1, %1;" : "=r"(r) : "r"(x));
    mine[5] = r;
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r) : "r"(x), "r"(0x0ff00ff0u), "r"(mask));
    mine[6] = r;  // the majority of three bits
    asm("prmt.b32 %0, %1, 0, 0x0123;" : "=r"(r) : "r"(x));
    mine[7] = r;  // bytes reversed
    asm("bfe.u32 %0, %1, 4, 12;" : "=r"(r) : "r"(x));
    mine[8] = r;
    asm("bfi.b32 %0, %1, %2, 8, 5;" : "=r"(r) : "r"(i), "r"(x));
    mine[9] = r;
    asm("brev.b32 %0, %1;" : "=r"(r) : "r"(x));
    mine[10] = r;
    asm("popc.b32 %0, %1;" : "=r"(r) : "r"(x));
    mine[11] = r;
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(~x), "r"(i));
    mine[12] = r;
    asm("sad.u32 %0, %1, %2, 100;" : "=r"(r) : "r"(i), "r"(20));
    mine[13] = r;
    // A carry from one statement to the next inside of one asm: 64-bit addition in halves.
    unsigned low, high;
    asm("add.cc.u32 %0, %2, %3;\n\t"
        "addc.u32 %1, %4, 0;"
        : "=&r"(low), "=r"(high)  // low is written before i is read
        : "r"(x), "r"(0xf0000000u), "r"(i));
    mine[14] = low;
    mine[15] = high;
}

void check_integers() {
    DeviceArray<unsigned> out(threads * words);
    integers<<<1, threads>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<unsigned> expected;
    for (unsigned i = 0; i < threads; ++i) {
        const unsigned x = i * 0x01234567u + 0x89abcdefu, mask = (1u << i) - 1;
        const int clamped = static_cast<int>(i) - 16;
        unsigned third_power = 1, reversed = 0, ones = 0;
        for (unsigned j = 0; j < i % 20; ++j) {
            third_power *= 3;
        }
        for (int bit = 0; bit < 32; ++bit) {
            reversed |= (x >> bit & 1u) << (31 - bit);
            ones += x >> bit & 1u;
        }
        const unsigned pattern = 0x0ff00ff0u;
        const unsigned long long sum = (static_cast<unsigned long long>(i) << 32) + x + 0xf0000000u;
        expected.insert(
            expected.end(),
            {static_cast<unsigned>(clamped > 10 ? 10 : clamped < -10 ? -10 : clamped),
             third_power + i * i, i, mask, x * i + 7,
             static_cast<unsigned>(static_cast<unsigned long long>(x) * x >> 32),
             (x & pattern) | (x & mask) | (pattern & mask),
             x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24, x >> 4 & 0xfffu,
             (x & ~(31u << 8)) | i << 8, reversed, ones,
             i == 0 ? ~x : ~x << i | x >> (32 - i), (i > 20 ? i - 20 : 20 - i) + 100,
             static_cast<unsigned>(sum), static_cast<unsigned>(sum >> 32)});
    }
    expect_all("integers", out.host(), expected);
}

// --- Packing, and operands of every size ---------------------------------------------------------

__global__ void packing(unsigned long long* out) {
    const int i = threadIdx.x;
    unsigned long long* mine = out + i * 5;
    unsigned low, high, word;
    unsigned short first, second;

    asm("mov.b64 %0, {%1, %2};" : "=l"(mine[0]) : "r"(i), "r"(0xabcd0000u + i));
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(mine[0] * 3));
    mine[1] = low ^ high;
    asm("mov.b32 {%0, %1}, %2;" : "=h"(first), "=h"(second) : "r"(0x12340000u + i));
    asm("mov.b32 %0, {%1, %2};" : "=r"(word) : "h"(second), "h"(first));
    mine[2] = word;

    float f;
    double d;
    asm("cvt.rn.f32.s32 %0, %1;" : "=f"(f) : "r"(i - 5));
    asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(d) : "d"(i * 1.0), "d"(0.5), "d"(-1.25));
    asm("mov.b64 %0, %1;" : "=l"(mine[3]) : "d"(d));
    asm("mov.b32 %0, %1;" : "=r"(word) : "f"(f));
    mine[4] = word;
}

template <class To, class From>
To bits_of(From value) {
    To bits;
    static_assert(sizeof bits == sizeof value);
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

void check_packing() {
    DeviceArray<unsigned long long> out(threads * 5);
    packing<<<1, threads>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<unsigned long long> expected;
    for (unsigned long long i = 0; i < threads; ++i) {
        const unsigned long long pair = (0xabcd0000ull + i) << 32 | i, product = pair * 3;
        expected.insert(expected.end(),
                        {pair, (product & 0xffffffffu) ^ product >> 32, i << 16 | 0x1234u,
                         bits_of<unsigned long long>(static_cast<double>(i) * 0.5 - 1.25),
                         bits_of<unsigned>(static_cast<float>(i) - 5.0f)});
    }
    expect_all("packing", out.host(), expected);
}

// --- Loads and stores ----------------------------------------------------------------------------

__global__ void accesses(const uint4* quads, float* floats, unsigned* out) {
    __shared__ unsigned staged[threads * 2];
    const int i = threadIdx.x;

    unsigned a, b, c, d;
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "l"(quads + i)
                 : "memory");
    asm volatile("st.global.v2.f32 [%0], {%1, %2};" ::"l"(floats + i * 2),
                 "f"(static_cast<float>(a)), "f"(static_cast<float>(d))
                 : "memory");
    // A generic address and an offset.
    asm volatile("st.f32 [%0+256], %1;" ::"l"(floats + i), "f"(0.5f * i) : "memory");

    // Shared memory by a 32-bit address made inside of the asm.
    asm volatile(
        "{\n\t"
        ".reg .u64 wide;\n\t"
        ".reg .u32 address;\n\t"
        "cvta.to.shared.u64 wide, %0;\n\t"
        "cvt.u32.u64 address, wide;\n\t"
        "st.shared.v2.u32 [address], {%1, %2};\n\t"
        "}" ::"l"(staged + i * 2),
        "r"(b), "r"(c)
        : "memory");
    __syncthreads();
    out[i] = staged[(i + 1) % threads * 2] * 1000 + staged[(i + 2) % threads * 2 + 1];

    unsigned byte, half;
    const auto* bytes = reinterpret_cast<const unsigned char*>(quads + i);
    asm volatile("ld.global.u8 %0, [%1+4];" : "=r"(byte) : "l"(bytes) : "memory");
    asm volatile("ld.global.s16 %0, [%1+12];" : "=r"(half) : "l"(bytes) : "memory");
    out[i + threads] = byte * 100000 + half;
}

void check_accesses() {
    std::vector<uint4> quads(threads);
    for (unsigned i = 0; i < threads; ++i) {
        quads[i] = {i, i * 2, i * 3, i + 7};
    }
    DeviceArray<uint4> device_quads(quads);
    DeviceArray<float> floats(64 + threads);
    DeviceArray<unsigned> out(threads * 2);
    accesses<<<1, threads>>>(device_quads.data(), floats.data(), out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<float> expected_floats(64 + threads);
    std::vector<unsigned> expected(threads * 2);
    for (unsigned i = 0; i < threads; ++i) {
        expected_floats[i * 2] = static_cast<float>(i);
        expected_floats[i * 2 + 1] = static_cast<float>(i + 7);
        expected_floats[64 + i] = 0.5f * static_cast<float>(i);
        expected[i] = (i + 1) % threads * 2 * 1000 + (i + 2) % threads * 3;
        expected[i + threads] = i * 2 * 100000 + i + 7;
    }
    expect_all("stores", floats.host(), expected_floats);
    expect_all("loads", out.host(), expected);
}

int main() {
    check_integers();
    check_packing();
    check_accesses();
    return finish("inline_asm");
}
