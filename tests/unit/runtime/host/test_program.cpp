// Registration by hand.
#include "tests/unit/runtime/host/test_program.h"

#include <cstdlib>
#include <cstring>

#include "runtime/compile/container.h"
#include "runtime/report/run_settings.h"
#include "sim/gpu/gpu_presets.h"

namespace warpscope::test {

const char* const kTestModule = R"(.version 8.0
.target sm_80
.address_size 64

.visible .global .align 4 .u32 table[4] = {1, 2, 3, 4};
.visible .const .align 4 .u32 weights[2] = {5, 6};

.visible .entry store(.param .u64 out, .param .u32 value)
{
    .reg .b32 %r<5>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [value];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r1;
    ret;
}

// Each block counts itself and writes how many it has met.
.visible .entry meet(.param .u64 out)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<5>;
    .reg .pred %p<2>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %envreg1;
    mov.u32 %r2, %envreg2;
    mov.b64 %rd2, {%r2, %r1};
    red.global.add.u32 [%rd2+4], 1;
    mov.u32 %r3, %nctaid.x;
again:
    ld.volatile.global.u32 %r4, [%rd2+4];
    setp.lt.u32 %p1, %r4, %r3;
    @%p1 bra again;
    mov.u32 %r5, %ctaid.x;
    mul.wide.u32 %rd3, %r5, 4;
    add.u64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r4;
    ret;
}

.visible .entry far(.param .u64 out)
{
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    add.u64 %rd2, %rd1, 268435456;
    st.global.u32 [%rd2], 1;
    ret;
}

.visible .entry odd(.param .u64 out)
{
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    st.global.u32 [%rd1+2], 1;
    ret;
}

.visible .entry give_up()
{
    trap;
}

.visible .entry mixed(.param .u8 byte, .param .u64 wide, .param .f64 real, .param .u64 out)
{
    .reg .b16 %rs<2>;
    .reg .b64 %rd<5>;
    .reg .f64 %fd<2>;
    ld.param.u8 %rs1, [byte];
    ld.param.u64 %rd1, [wide];
    ld.param.f64 %fd1, [real];
    ld.param.u64 %rd2, [out];
    st.global.u8 [%rd2], %rs1;
    st.global.u64 [%rd2+8], %rd1;
    st.global.f64 [%rd2+16], %fd1;
    ret;
}

.visible .entry bounded(.param .u64 out)
.maxntid 64, 1, 1
{
    .reg .b32 %r<2>;
    .shared .align 4 .b8 words[256];
    mov.u32 %r1, words;
    st.shared.u32 [%r1], 0;
    ret;
}

.visible .entry broken(.param .u64 out)
{
    .reg .b32 %r<2>;
    no.such.instruction %r1, %r1;
    ret;
}

.visible .entry read_variables(.param .u64 out)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    ld.global.u32 %r1, [table+4];
    ld.const.u32 %r2, [weights+4];
    st.global.u32 [%rd1], %r1;
    st.global.u32 [%rd1+4], %r2;
    st.global.u32 [table], 77;
    ret;
}
)";

namespace {

/// Findings are what these tests make on purpose.
void be_quiet() {
    report::RunSettings settings;
    settings.gpu = default_gpu();
    settings.verbosity = report::Verbosity::Quiet;
    settings.host_threads = 2;
    setenv(report::kRunVariable, report::to_json_text(settings).c_str(), 1);
}

} // namespace

TestProgram::TestProgram(const std::string& ptx) {
    be_quiet();
    compile::Image image;
    image.source_path = "test.cu";
    image.ptx = ptx;
    container_ = compile::write_container({&image, 1});
    wrapper_ = {0x466243b1, 1, container_.data(), nullptr};
    handle_ = __cudaRegisterFatBinary(&wrapper_);
    __cudaRegisterFatBinaryEnd(handle_);
}

TestProgram::~TestProgram() {
    __cudaUnregisterFatBinary(handle_);
}

const void* TestProgram::kernel(const std::string& name) {
    for (const auto& symbol : symbols_)
        if (symbol->name == name) return &symbol->address;
    symbols_.push_back(std::make_unique<Symbol>(Symbol{name}));
    Symbol& symbol = *symbols_.back();
    __cudaRegisterFunction(handle_, &symbol.address, symbol.name.data(), symbol.name.c_str(), -1,
                           nullptr, nullptr, nullptr, nullptr, nullptr);
    return &symbol.address;
}

const void* TestProgram::variable(const std::string& name, std::size_t bytes, bool constant) {
    for (const auto& symbol : symbols_)
        if (symbol->name == name) return &symbol->address;
    symbols_.push_back(std::make_unique<Symbol>(Symbol{name}));
    Symbol& symbol = *symbols_.back();
    __cudaRegisterVar(handle_, &symbol.address, symbol.name.data(), symbol.name.c_str(), 0, bytes,
                      constant ? 1 : 0, 0);
    return &symbol.address;
}

FreshDevice::FreshDevice() {
    be_quiet();
    cudaDeviceReset();
    cudaGetLastError();
}

FreshDevice::~FreshDevice() {
    cudaDeviceReset();
    cudaGetLastError();
}

} // namespace warpscope::test
