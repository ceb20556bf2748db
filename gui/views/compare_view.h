// A launch on the emulator and on a GPU, side by side, out of a comparison's report.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/report/launch_report.h"

namespace warpscope::views {

/// One differing element of a buffer.
struct DifferingValue {
    std::string buffer, element, emulator, gpu, distance;
    std::string writer;     ///< who wrote it last on the emulator; empty: nobody
    std::uint32_t line = 0; ///< where; 0: unknown
};

/// Neighbouring elements with the same wrong writers on both devices.
struct ViolationRow {
    std::string buffer, elements, owner, emulator, gpu;
    bool agree = true;
    std::string note; ///< "same writers", "same pair, other order", "other writers"
};

struct ReasonRow {
    std::string buffer, count, reasons;
};

struct CompareView {
    std::string gpu;      ///< "NVIDIA H200 (driver …, CUDA 13.0)"
    std::string recorded; ///< its day; empty when it ran just now
    bool equal = true;    ///< outputs, in every byte or within the tolerances
    bool failed = false;  ///< they differ without a reason, or the launch ended otherwise there
    std::string headline; ///< one sentence
    std::string text;     ///< what was compared
    std::vector<DifferingValue> values; ///< first and worst of each buffer
    std::vector<ReasonRow> reasons;
    std::uint64_t violations_both = 0, violations_differing = 0;
    bool watched = false; ///< some buffer was declared owned
    std::vector<ViolationRow> violations;
    std::vector<std::string> others; ///< stray writes, lines printed on one device only
};

CompareView compare_view(const LaunchComparison& comparison);

} // namespace warpscope::views
