// A kernel with an instruction of each kind that is counted, and some that are not.
#pragma once

#include "sim/counters/counted_code.h"
#include "sim/exec/liveness.h"
#include "sim/ptx/parser.h"
#include "tests/catch.h"

namespace warpscope::testing {

inline Module counted_module() {
    Result<Module> module = ptx::parse(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 buffer)
{
.reg .b32 %r<16>; .reg .b64 %d<8>; .reg .f32 %f<4>;
.shared .align 16 .b8 tile[4096];
ld.param.u64 %d0, [buffer];
ld.global.u32 %r0, [%d0];
add.u32 %r0, %r0, 1;
st.global.u32 [%d0], %r0;
ld.shared.u32 %r1, [tile];
st.shared.u32 [tile], %r1;
ld.u32 %r2, [%d0];
st.u32 [%d0], %r2;
red.global.add.u32 [%d0], 1;
atom.global.add.u32 %r3, [%d0], 1;
atom.global.exch.b32 %r4, [%d0], %r0;
atom.shared.add.u32 %r5, [tile], %r4;
atom.shared.cas.b32 %r6, [tile], 1, 2;
atom.shared.add.f32 %f1, [tile], 0f3F800000;
atom.shared.add.u64 %d1, [tile], 1;
ret;
}
)",
                                       "counted.ptx");
    if (!module) FAIL(to_string(module.error()));
    return std::move(*module);
}

inline CountedCode counted_code(const Module& module) {
    const Function& kernel = module.functions[0];
    return CountedCode({{&kernel, registers_never_read(kernel)}});
}

} // namespace warpscope::testing
