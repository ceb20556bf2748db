// Records what a GPU's approximate instructions return: digests over all operands, and what their
// coefficients are found from.
//
//     nvcc -std=c++17 -O2 -arch=sm_90 -o record record.cu      (needs xxhash.h)
//     record FOLDER        digests.txt: every 2^18 operands of every form, in the format of h200.txt
//     record FOLDER raw    whole binades as 32-bit words, FORM_FIRST.u32, for fit_interpolator.py
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

__device__ std::uint32_t thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Thread i executes the form on operand number first + i.
#define SINGLE(kernel, form)                                                                       \
    __global__ void kernel(std::uint32_t* results, std::uint32_t first) {                          \
        float d;                                                                                   \
        asm(form " %0, %1;" : "=f"(d) : "f"(__uint_as_float(first + thread())));                   \
        results[thread()] = __float_as_uint(d);                                                    \
    }
#define UPPER(kernel, form)                                                                        \
    __global__ void kernel(std::uint32_t* results, std::uint32_t first) {                          \
        double d;                                                                                  \
        asm(form " %0, %1;" : "=d"(d) : "d"(__hiloint2double(first + thread(), 0)));               \
        results[thread()] = __double2hiint(d);                                                     \
    }
#define HALF(kernel, form)                                                                         \
    __global__ void kernel(std::uint32_t* results, std::uint32_t first) {                          \
        std::uint16_t d, a = first + thread();                                                     \
        asm(form " %0, %1;" : "=h"(d) : "h"(a));                                                   \
        results[thread()] = d;                                                                     \
    }
#define QUOTIENT(kernel, form)                                                                     \
    __global__ void kernel(std::uint32_t* results, std::uint32_t first) {                          \
        float d, a, b;                                                                             \
        make_pair(first + thread(), a, b);                                                         \
        asm(form " %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));                                       \
        results[thread()] = __float_as_uint(d);                                                    \
    }

/// As in replay.cpp.
__device__ std::uint32_t mixed(std::uint32_t h) {
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    return h ^ h >> 16;
}
__device__ void make_pair(std::uint32_t n, float& a, float& b) {
    const std::uint32_t x = mixed(2 * n), y = mixed(2 * n + 1);
    a = __uint_as_float(x);
    b = __uint_as_float((n & 1) != 0 ? (y & 0x807fffffu) | (x & 0x7f800000u) : y);
}

SINGLE(rcp, "rcp.approx.f32")
SINGLE(rcp_ftz, "rcp.approx.ftz.f32")
SINGLE(sqrt, "sqrt.approx.f32")
SINGLE(sqrt_ftz, "sqrt.approx.ftz.f32")
SINGLE(rsqrt, "rsqrt.approx.f32")
SINGLE(rsqrt_ftz, "rsqrt.approx.ftz.f32")
SINGLE(sin, "sin.approx.f32")
SINGLE(sin_ftz, "sin.approx.ftz.f32")
SINGLE(cos, "cos.approx.f32")
SINGLE(cos_ftz, "cos.approx.ftz.f32")
SINGLE(lg2, "lg2.approx.f32")
SINGLE(lg2_ftz, "lg2.approx.ftz.f32")
SINGLE(ex2, "ex2.approx.f32")
SINGLE(ex2_ftz, "ex2.approx.ftz.f32")
SINGLE(tanh, "tanh.approx.f32")
UPPER(rcp_upper, "rcp.approx.ftz.f64")
UPPER(rsqrt_upper, "rsqrt.approx.ftz.f64")
HALF(ex2_f16, "ex2.approx.f16")
HALF(ex2_bf16, "ex2.approx.ftz.bf16")
HALF(tanh_f16, "tanh.approx.f16")
HALF(tanh_bf16, "tanh.approx.bf16")
QUOTIENT(div_approx, "div.approx.f32")
QUOTIENT(div_approx_ftz, "div.approx.ftz.f32")
QUOTIENT(div_full, "div.full.f32")
QUOTIENT(div_full_ftz, "div.full.ftz.f32")

struct Form {
    const char* name;
    void (*kernel)(std::uint32_t*, std::uint32_t);
    unsigned operand_bits = 32;
};
const Form kForms[] = {
    {"rcp.approx.f32", rcp},         {"rcp.approx.ftz.f32", rcp_ftz},
    {"sqrt.approx.f32", sqrt},       {"sqrt.approx.ftz.f32", sqrt_ftz},
    {"rsqrt.approx.f32", rsqrt},     {"rsqrt.approx.ftz.f32", rsqrt_ftz},
    {"sin.approx.f32", sin},         {"sin.approx.ftz.f32", sin_ftz},
    {"cos.approx.f32", cos},         {"cos.approx.ftz.f32", cos_ftz},
    {"lg2.approx.f32", lg2},         {"lg2.approx.ftz.f32", lg2_ftz},
    {"ex2.approx.f32", ex2},         {"ex2.approx.ftz.f32", ex2_ftz},
    {"tanh.approx.f32", tanh},       {"rcp.approx.ftz.f64", rcp_upper},
    {"rsqrt.approx.ftz.f64", rsqrt_upper},
    {"ex2.approx.f16", ex2_f16, 16}, {"ex2.approx.ftz.bf16", ex2_bf16, 16},
    {"tanh.approx.f16", tanh_f16, 16}, {"tanh.approx.bf16", tanh_bf16, 16},
    {"div.approx.f32", div_approx, 28}, {"div.approx.ftz.f32", div_approx_ftz, 28},
    {"div.full.f32", div_full, 28},     {"div.full.ftz.f32", div_full_ftz, 28},
};

/// What the coefficients are found from: binades of 2^23 operands.
struct Binades {
    const char* form;
    std::uint32_t first;
    unsigned count;
};
const Binades kBinades[] = {
    {"rcp.approx.ftz.f32", 0x3f800000, 1}, {"rsqrt.approx.ftz.f32", 0x3f800000, 2},
    {"sqrt.approx.ftz.f32", 0x3f800000, 2}, {"ex2.approx.ftz.f32", 0x3f000000, 1},
    {"ex2.approx.ftz.f32", 0xbf000000, 1},  {"lg2.approx.ftz.f32", 0x3f800000, 1},
    {"sin.approx.ftz.f32", 0x39800000, 13}, {"tanh.approx.f32", 0x3b800000, 11},
};

void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "record: %s\n", cudaGetErrorString(error));
    std::exit(1);
}

constexpr unsigned kBatch = 1u << 23, kRange = 1u << 18, kThreads = 256;

/// The results of 2^23 operands.
const std::uint32_t* results_of(const Form& form, std::uint32_t first) {
    static std::uint32_t *device = nullptr, *host = nullptr;
    if (device == nullptr) {
        check(cudaMalloc(&device, kBatch * sizeof *device));
        check(cudaMallocHost(&host, kBatch * sizeof *host));
    }
    form.kernel<<<kBatch / kThreads, kThreads>>>(device, first);
    check(cudaGetLastError());
    check(cudaMemcpy(host, device, kBatch * sizeof *host, cudaMemcpyDeviceToHost));
    return host;
}

void write_digests(const std::string& folder) {
    std::ofstream file(folder + "/digests.txt");
    char line[96];
    for (const Form& form : kForms) {
        const std::uint64_t operands = std::uint64_t{1} << form.operand_bits;
        const unsigned range = operands < kRange ? static_cast<unsigned>(operands) : kRange;
        for (std::uint64_t first = 0; first < operands; first += kBatch) {
            const std::uint32_t* results = results_of(form, static_cast<std::uint32_t>(first));
            for (unsigned k = 0; k < kBatch && first + k < operands; k += range) {
                const unsigned long long digest = XXH3_64bits(results + k, range * sizeof *results);
                std::snprintf(line, sizeof line, "%s %08x %x %016llx\n", form.name,
                              static_cast<std::uint32_t>(first) + k, range, digest);
                file << line;
            }
        }
    }
}

void write_binades(const std::string& folder) {
    for (const Binades& b : kBinades) {
        for (const Form& form : kForms) {
            if (std::string(form.name) != b.form) continue;
            for (unsigned k = 0; k < b.count; ++k) {
                char name[64];
                std::snprintf(name, sizeof name, "/%s_%08x.u32", b.form, b.first + k * kBatch);
                std::ofstream file(folder + name, std::ios::binary);
                file.write(reinterpret_cast<const char*>(results_of(form, b.first + k * kBatch)),
                           kBatch * sizeof(std::uint32_t));
            }
        }
    }
}

} // namespace

int main(int count, char** words) {
    if (count < 2) {
        std::fprintf(stderr, "usage: record FOLDER [raw]\n");
        return 2;
    }
    if (count == 2) write_digests(words[1]);
    else write_binades(words[1]);
}
