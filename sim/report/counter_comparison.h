// CounterComparison: what the emulator counted of one launch, and what a profiler did on a GPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope {

/// A counter of a launch on both devices.
struct CounterPair {
    enum class Verdict : std::uint8_t {
        Equal,
        Noise,    ///< as far apart as hardware is from itself
        KnownGap, ///< a gap that is accepted: see `why` and docs/deviations.md
        Different,
    };
    std::string id; ///< of the table in sim/counters/rows.h; atomics are counted with reductions
    double emulator = 0, gpu = 0;
    Verdict verdict = Verdict::Equal;
    std::string why; ///< why they may lie apart
};

struct CounterComparison {
    std::string profiler;              ///< who counted on the GPU; empty: nobody
    std::string why_not;               ///< why the emulator could not count
    std::vector<CounterPair> counters; ///< those that are not 0 on both
};

/// "equal", "noise", "known gap", "different".
const char* name_of(CounterPair::Verdict verdict);

} // namespace warpscope
