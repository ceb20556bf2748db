// CounterReport: the counters of one launch, as reports show them. Ids are those of the table in
// sim/counters/rows.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/report/finding.h"

namespace warpscope {

/// A counter's value. Left out are zeros, and ratios of nothing.
struct CounterReading {
    std::string id;
    double value = 0;
    bool operator==(const CounterReading&) const = default;
};
using CounterReadings = std::vector<CounterReading>;

/// One instruction of the PTX, which a generic access may have in several spaces.
struct InstructionCounters {
    std::string function; ///< demangled
    std::uint32_t ptx_line = 0;
    std::string ptx_text; ///< the instruction as written
    SourceLine source;    ///< innermost; without a file when the PTX names none
    CounterReadings counters;
};

/// Accesses of one kind that a line makes: "shared load".
struct AccessKindCounters {
    std::string kind;
    double passes = 0;
    std::uint64_t requests = 0;
    double per_request = 0; ///< wavefronts of shared memory, else sectors
};

/// A source line; lines of the PTX stand for it where that names none.
struct LineCounters {
    SourceLine source;
    std::uint32_t ptx_line = 0; ///< the first of its instructions
    double passes = 0, avoidable_passes = 0;
    std::vector<AccessKindCounters> kinds; ///< most costly first
    bool advice_needed = false;
    std::string advice; ///< of the instruction that wastes most; empty without memory accesses
    CounterReadings counters;
};

struct CounterReport {
    CounterReadings launch;
    std::vector<LineCounters> lines; ///< by passes, most first, then in the order of the source
    std::vector<InstructionCounters> instructions; ///< in the order of the PTX
};

} // namespace warpscope
