// The list of instruction families, in table order: the one place where a new family file is entered.
#include "sim/isa/families.h"

WARPSCOPE_ISA_BEGIN

using FamilyRows = std::span<const Row> (*)();
extern const FamilyRows family_list[];
extern const unsigned family_count;

const FamilyRows family_list[] = {
    integer_rows, extended_rows, bit_rows,     float32_rows, float64_rows, special_function_rows,
    compare_rows, conversion_rows, float_conversion_rows, half_rows, half_order_rows,
    half_function_rows, half_compare_rows, half_conversion_rows, packed_conversion_rows, half_atomic_rows,
    vector_atomic_rows, move_rows, address_rows, memory_rows, atomic_rows,
    shuffle_rows, vote_rows,     barrier_rows, fence_rows,   control_rows, video_rows,
    video_simd_rows, lop3_rows, texture_rows, surface_rows,
};
const unsigned family_count = sizeof family_list / sizeof family_list[0];

WARPSCOPE_ISA_END
