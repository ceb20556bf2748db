// The namespace in which one instruction-set level of sim/isa lives. The family files are compiled once per
// x86-64 level (WARPSCOPE_ISA_LEVEL is v2, v3 or v4); each level has its own namespace and shares no out-of-line
// inline or template code with the others, because the linker would keep any one of the copies.
#pragma once

#ifndef WARPSCOPE_ISA_LEVEL
#define WARPSCOPE_ISA_LEVEL v2
#endif

#define WARPSCOPE_ISA_BEGIN namespace warpscope::isa::WARPSCOPE_ISA_LEVEL {
#define WARPSCOPE_ISA_END }

#define WARPSCOPE_INLINE [[gnu::always_inline]] inline
