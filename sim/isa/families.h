// The instruction families: every family file defines one of these tables, and families.cpp joins them.
#pragma once

#include <span>

#include "sim/isa/level.h"
#include "sim/isa/row.h"

WARPSCOPE_ISA_BEGIN

std::span<const Row> integer_rows();           // add sub mul mad div rem abs neg min max sad mul24 dp4a ...
std::span<const Row> extended_rows();          // add.cc addc sub.cc subc mad.cc madc
std::span<const Row> bit_rows();               // and or xor not cnot lop3 shl shr shf bfe bfi popc clz ...
std::span<const Row> float32_rows();           // add sub mul fma div rcp sqrt min max abs neg copysign testp ...
std::span<const Row> float64_rows();
std::span<const Row> special_function_rows();  // rcp.approx sqrt.approx rsqrt sin cos lg2 ex2 tanh
std::span<const Row> compare_rows();           // setp set selp slct
std::span<const Row> conversion_rows();        // cvt between integers, cvt.pack
std::span<const Row> float_conversion_rows();  // cvt to, from and between f32 and f64
std::span<const Row> half_rows();              // add sub mul fma of f16 f16x2 bf16 bf16x2
std::span<const Row> half_order_rows();        // neg abs min max of them
std::span<const Row> half_function_rows();     // ex2 tanh of them
std::span<const Row> half_compare_rows();      // setp set of them
std::span<const Row> half_conversion_rows();   // cvt to, from and between f16 and bf16
std::span<const Row> packed_conversion_rows(); // cvt to and from f16x2 bf16x2 e4m3x2 e5m2x2, to tf32
std::span<const Row> half_atomic_rows();       // atom.add red.add of them
std::span<const Row> vector_atomic_rows();     // atom red of vectors
std::span<const Row> move_rows();              // mov, packing and unpacking, special registers
std::span<const Row> address_rows();           // cvta isspacep
std::span<const Row> memory_rows();            // ld ldu st prefetch
std::span<const Row> atomic_rows();            // atom red
std::span<const Row> shuffle_rows();           // shfl.sync
std::span<const Row> vote_rows();              // vote.sync activemask match redux elect
std::span<const Row> barrier_rows();           // bar barrier bar.warp.sync
std::span<const Row> fence_rows();             // membar fence
std::span<const Row> control_rows();           // bra brx call ret exit trap brkpt nanosleep pmevent
std::span<const Row> video_rows();             // vadd vsub vabsdiff vmin vmax vshl vshr vmad vset
std::span<const Row> video_simd_rows();        // vadd2 ... vset4
std::span<const Row> lop3_rows();              // lop3
std::span<const Row> texture_rows();           // tex tld4 txq
std::span<const Row> surface_rows();           // suld sust suq

WARPSCOPE_ISA_END
