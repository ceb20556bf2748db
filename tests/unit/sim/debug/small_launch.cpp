// The kernels of small_launch.h, and how they are loaded.
#include "tests/unit/sim/debug/small_launch.h"

#include <cstring>
#include <numeric>

#include "sim/gpu/gpu_presets.h"
#include "sim/isa/row.h"
#include "sim/ptx/parser.h"
#include "tests/catch.h"

namespace warpscope::test {

const char* const kSmallModule = R"(.version 8.0
.target sm_80
.address_size 64

.global .align 4 .u32 scale = 3;
.const .align 4 .u32 offsets[4] = {10, 20, 30, 40};
.global .align 8 .u64 pointer = generic(scale);

.func (.param .b64 result) twice(.param .b64 value)
{
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [value];
    add.u64 %rd2, %rd1, %rd1;
    st.param.b64 [result], %rd2;
    ret;
}

.visible .entry reverse(.param .u64 out, .param .u32 n)
{
    .reg .b32 %r<12>;
    .reg .b64 %rd<6>;
    .shared .align 4 .b8 words[128];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    shl.b32 %r3, %r2, 5;
    add.u32 %r4, %r3, %r1;
    mul.wide.u32 %rd2, %r4, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r5, [%rd3];
    mov.u32 %r6, words;
    shl.b32 %r7, %r1, 2;
    add.u32 %r8, %r6, %r7;
    st.shared.u32 [%r8], %r5;
    bar.sync 0;
    sub.u32 %r9, 124, %r7;
    add.u32 %r10, %r6, %r9;
    ld.shared.u32 %r11, [%r10];
    st.global.u32 [%rd3], %r11;
    ret;
}

.visible .entry count(.param .u64 out, .param .u32 n)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<3>;
    .reg .pred %p<3>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 3;
again:
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra done;
    sub.u32 %r2, %r2, 1;
    bra again;
done:
    red.global.add.u32 [%rd1], 1;
    ret;
}

.visible .entry queue(.param .u64 out, .param .u32 n)
{
    .reg .b32 %r<5>;
    .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [out];
    atom.global.add.u32 %r1, [%rd1], 1;
    and.b32 %r2, %r1, 15;
    add.u32 %r3, %r2, 1;
    mul.wide.u32 %rd2, %r3, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r1;
    ret;
}

.visible .entry far(.param .u64 out, .param .u32 n)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<5>;
    .reg .pred %p<2>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    setp.eq.u32 %p1, %r1, 3;
    @%p1 add.u64 %rd3, %rd3, 1048576;
    st.global.u32 [%rd3], %r1;
    ret;
}

.extern .func (.param .b64 block) malloc(.param .b64 size);
.extern .func free(.param .b64 block);

.visible .entry heap(.param .u64 out, .param .u32 n)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<6>;
    .reg .pred %p<2>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    {
        .param .b64 size;
        .param .b64 block;
        st.param.b64 [size], 8;
        call.uni (block), malloc, (size);
        ld.param.b64 %rd2, [block];
    }
    st.u32 [%rd2], %r1;
    ld.u32 %r2, [%rd2];
    red.global.add.u32 [%rd1], %r2;
    and.b32 %r3, %r1, 1;
    setp.eq.u32 %p1, %r3, 0;
    @%p1 bra keep;
    {
        .param .b64 block;
        st.param.b64 [block], %rd2;
        call.uni free, (block);
    }
    bra done;
keep:
    st.u32 [%rd2+4], %r1;
done:
    ret;
}

.visible .entry wide(.param .u64 out, .param .u32 n)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<9>;
    .reg .pred %p<2>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 8;
    cvt.u64.u32 %rd2, %r1;
    add.u64 %rd3, %rd2, 4294967296;
    {
        .param .b64 value;
        .param .b64 result;
        st.param.b64 [value], %rd3;
        call.uni (result), twice, (value);
        ld.param.b64 %rd4, [result];
    }
    shl.b64 %rd5, %rd2, 2;
    add.u64 %rd6, %rd1, %rd5;
    shr.u64 %rd7, %rd4, 33;
    cvt.u32.u64 %r2, %rd7;
    @%p1 add.u32 %r2, %r2, 100;
    st.global.u32 [%rd6], %r2;
    ret;
}
)";

PreparedLaunch small_launch(const std::string& kernel, Dim3 grid, Dim3 block, std::uint32_t words) {
    return launch_of(kSmallModule, kernel, grid, block, words);
}

PreparedLaunch launch_of(const char* text, const std::string& kernel, Dim3 grid, Dim3 block,
                         std::uint32_t words) {
    PreparedLaunch launch;
    launch.gpu = default_gpu();
    launch.memory = std::make_unique<DeviceMemory>(launch.gpu.memory_bytes);
    Result<Module> module = ptx::parse(text, "small.ptx");
    if (!module) FAIL(to_string(module.error()));
    auto instance = load_module(std::make_shared<const Module>(std::move(*module)), *launch.memory);
    REQUIRE(instance.ok());
    auto executable = build_executable(*instance, kernel, isa::best_level());
    if (!executable) FAIL(to_string(executable.error()));

    const Allocation* out = launch.memory->allocate(words * 4, AllocationKind::Device);
    REQUIRE(out != nullptr);
    std::vector<std::uint32_t> values(words);
    std::iota(values.begin(), values.end(), 0u);
    launch.memory->write(out->base, values.data(), words * 4);

    launch.request.executable = *executable;
    launch.request.id = 1;
    launch.request.grid = grid;
    launch.request.block = block;
    launch.request.parameters.resize((*executable)->parameter_bytes);
    std::memcpy(launch.request.parameters.data(), &out->base, 8);
    std::memcpy(launch.request.parameters.data() + 8, &words, 4);
    return launch;
}

Address output_of(const LaunchRequest& request) {
    Address address = 0;
    std::memcpy(&address, request.parameters.data(), sizeof address);
    return address;
}

} // namespace warpscope::test
