// Longer rows that end bank conflicts.
#include "sim/rules/row_padding.h"

#include "tests/catch.h"

using namespace warpscope;

TEST_CASE("a row of 32 words is padded by one", "[rules]") {
    CHECK(conflict_free_stride(SharedOperation::Load, 4, kAllLanes, 128) == 132);
    CHECK(conflict_free_stride(SharedOperation::Load, 4, kAllLanes, 132) == 132);
    CHECK(conflict_free_stride(SharedOperation::Store, 8, kAllLanes, 128) % 8 == 0);
}

TEST_CASE("padding never makes conflicts more", "[rules]") {
    for (const unsigned width : {1u, 2u, 4u, 8u, 16u})
        for (const LaneMask lanes : {kAllLanes, 0xFFFFu, 0x55555555u, 1u})
            for (unsigned stride = width; stride <= 512; stride += width) {
                const unsigned better =
                    conflict_free_stride(SharedOperation::Load, width, lanes, stride);
                CHECK(better >= stride);
                const auto conflicts = [&](unsigned step) {
                    return conflicts_of_rows(SharedOperation::Load, width, lanes, kLanes, step, 0);
                };
                CHECK(conflicts(better) <= conflicts(stride));
                if (better != stride) CHECK(conflicts(better) < conflicts(stride));
            }
}

TEST_CASE("rows of lanes are moved apart until their banks differ", "[rules]") {
    // Two rows of 16 words, 32 words apart, meet in the same banks.
    CHECK(conflicts_of_rows(SharedOperation::Load, 4, kAllLanes, 16, 4, 128) == 1);
    const unsigned pitch = conflict_free_pitch(SharedOperation::Load, 4, kAllLanes, 16, 4, 128);
    CHECK(pitch == 192);
    CHECK(conflicts_of_rows(SharedOperation::Load, 4, kAllLanes, 16, 4, pitch) == 0);
}
