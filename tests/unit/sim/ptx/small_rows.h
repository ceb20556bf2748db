// A small instruction table, so that tests of the parser do not depend on the emulator's own.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "sim/ptx/parser.h"

namespace warpscope::ptx {

inline constexpr isa::TypeSet kTestIntegers = {Type::U16, Type::S16, Type::U32,
                                               Type::S32, Type::U64, Type::S64};
inline constexpr isa::TypeSet kTestBits = {Type::B16, Type::B32, Type::B64};
inline constexpr isa::TypeSet kTestMemory = {Type::U8,  Type::S8,  Type::B8,  Type::U16,
                                             Type::B16, Type::S32, Type::U32, Type::B32,
                                             Type::U64, Type::B64, Type::F32, Type::F64};
inline constexpr Traits kTestLoad = {
    .instruction_class = InstructionClass::Load, .memory = true, .load = true};
inline constexpr Traits kTestStore = {
    .instruction_class = InstructionClass::Store, .memory = true, .store = true};
inline constexpr Traits kTestBranch = {.instruction_class = InstructionClass::Branch,
                                       .branch = true};
inline constexpr Traits kTestCall = {.instruction_class = InstructionClass::Call, .branch = true};
inline constexpr Traits kTestReturn = {.instruction_class = InstructionClass::Return,
                                       .branch = true};
inline constexpr Traits kTestConversion = {.instruction_class = InstructionClass::Conversion};

inline constexpr isa::Row kSmallRows[] = {
    {.name = "add.int", .syntax = "add.type d, a, b", .types = kTestIntegers},
    {.name = "add.f32",
     .syntax = "add{.rn|.rz|.rm|.rp}{.ftz}{.sat}.type d, a, b",
     .types = {Type::F32}},
    {.name = "add.f64", .syntax = "add{.rn|.rz|.rm|.rp}.type d, a, b", .types = {Type::F64}},
    {.name = "mul.f32",
     .syntax = "mul{.rn|.rz|.rm|.rp}{.ftz}{.sat}.type d, a, b",
     .types = {Type::F32}},
    {.name = "mul.wide",
     .syntax = "mul.wide.type d:wide, a, b",
     .types = {Type::U16, Type::S16, Type::U32, Type::S32}},
    {.name = "mad.lo", .syntax = "mad.lo.type d, a, b, c", .types = kTestIntegers},
    {.name = "shl", .syntax = "shl.type d, a, b:u32", .types = kTestBits},
    {.name = "and.pred", .syntax = "and.type d, a, b", .types = {Type::Pred}},
    {.name = "setp",
     .syntax = "setp.cmp{.ftz}.type p{|q}, a, b",
     .types = kTestIntegers | isa::TypeSet{Type::F32}},
    {.name = "setp.bool",
     .syntax = "setp.cmp.and|.or|.xor.type p{|q}, a, b, {!}c:pred",
     .types = kTestIntegers},
    {.name = "selp",
     .syntax = "selp.type d, a, b, c:pred",
     .types = kTestBits | isa::TypeSet{Type::F32}},
    {.name = "mov.unpack", .syntax = "mov.type d:{n}, a", .types = kTestBits},
    {.name = "mov.pack", .syntax = "mov.type d, a:{n}", .types = kTestBits},
    {.name = "mov",
     .syntax = "mov.type d, a",
     .types = kTestIntegers | kTestBits | isa::TypeSet{Type::F32, Type::F64}},
    {.name = "mov.pred", .syntax = "mov.type d, a", .types = {Type::Pred}},
    {.name = "cvt",
     .syntax = "cvt{.rn|.rz|.rni|.rzi}{.ftz}{.sat}.type.stype d, a:stype",
     .types = kTestMemory,
     .source_types = kTestMemory,
     .traits = kTestConversion},
    {.name = "cvta.to", .syntax = "cvta.to.space.type d, a", .types = {Type::U64}},
    {.name = "ld",
     .syntax = "ld{.sem}{.scope}{.space}{.cache}{.vec}.type d:vec, [a]",
     .types = kTestMemory,
     .traits = kTestLoad},
    {.name = "st",
     .syntax = "st{.sem}{.scope}{.space}{.cache}{.vec}.type [a], b:vec",
     .types = kTestMemory,
     .traits = kTestStore},
    {.name = "atom",
     .syntax = "atom{.sem}{.scope}{.space}.add|.min|.exch.type d, [a], b",
     .types = kTestMemory,
     .traits = {.instruction_class = InstructionClass::Atomic,
                .memory = true,
                .load = true,
                .store = true,
                .atomic = true}},
    {.name = "atom.cas",
     .syntax = "atom{.sem}{.scope}{.space}.cas.type d, [a], b, c",
     .types = kTestBits,
     .traits = {.instruction_class = InstructionClass::Atomic,
                .memory = true,
                .load = true,
                .store = true,
                .atomic = true}},
    {.name = "shfl",
     .syntax = "shfl.sync.up|.down|.bfly|.idx.type d{|p}, a, b:u32, c:u32, m:u32",
     .types = {Type::B32}},
    {.name = "bar", .syntax = "bar.sync a:u32{, b:u32}", .traits = {.barrier = true}},
    {.name = "bra", .syntax = "bra{.uni} label", .traits = kTestBranch},
    {.name = "brx", .syntax = "brx.idx{.uni} a:u32, table", .traits = kTestBranch},
    {.name = "call", .syntax = "call{.uni} func", .traits = kTestCall},
    {.name = "ret", .syntax = "ret{.uni}", .traits = kTestReturn},
    {.name = "exit", .syntax = "exit", .traits = kTestReturn},
};

inline const RowIndex& small_rows() {
    static const RowIndex index(kSmallRows);
    return index;
}

inline Result<Module> parse_small(std::string_view text) {
    return parse(text, "test.ptx", small_rows());
}

/// A module with one kernel `k` that has the usual registers; `body` starts in line 14.
inline std::string kernel(std::string_view body) {
    return std::string(R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .b8 gv[64];
.extern .func (.param .b32 r) callee (.param .b64 a);
.visible .entry k(.param .u64 p, .param .align 8 .b8 q[16])
{
.reg .pred %p<9>;
.reg .b16 %rs<9>;
.reg .b32 %r<9>;
.reg .b64 %rd<9>;
.reg .f32 %f<9>;
.reg .f64 %fd<9>;
)")
        .append(body)
        .append("\n}\n");
}

/// The kernel of such a module; the module must parse.
inline Function kernel_of(std::string_view body) {
    Result<Module> module = parse_small(kernel(body));
    if (!module.ok()) throw std::runtime_error(to_string(module.error()));
    return *module->find_function("k");
}

/// "line: message" of the first problem of the kernel, or "".
inline std::string problem_of(std::string_view body) {
    const Function k = kernel_of(body);
    if (k.problems.empty()) return {};
    return std::to_string(k.problems[0].where.line) + ": " + k.problems[0].message;
}

} // namespace warpscope::ptx
