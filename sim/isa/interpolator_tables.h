// The special function unit's coefficients: one segment for each value of an operand's leading
// bits.
#pragma once

#include <cstdint>

#include "sim/isa/level.h"

WARPSCOPE_ISA_BEGIN

/// Coefficients of c0 + c1 x + c2 x^2 in a function's own units: sim/isa/interpolator.h has the
/// scales.
struct InterpolationSegment {
    std::int32_t c0, c1, c2;
};

extern const InterpolationSegment kReciprocalSegments[128];
extern const InterpolationSegment kReciprocalRootSegments[128]; ///< [1, 2), then [2, 4)
extern const InterpolationSegment kRootSegments[128];           ///< likewise
extern const InterpolationSegment kPowerSegments[64];
extern const InterpolationSegment kLogarithmSegments[64];
extern const InterpolationSegment kSineSegments[64]; ///< of a quarter turn
extern const InterpolationSegment kHyperbolicTangentSegments[51]; ///< binade by binade from 2^-8 on

WARPSCOPE_ISA_END
