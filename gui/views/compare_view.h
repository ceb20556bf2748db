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

/// Who wrote an element, short enough for a cell: "t64", "b2", "b2 t64".
struct OwnerMark {
    std::string label, who;
    unsigned color = 0; ///< 0 to 7: of Palette::owner, the same for the same writer
};

/// An element of the owner map.
struct OwnerCell {
    std::string element;
    std::vector<OwnerMark> emulator, gpu; ///< empty: nobody
    bool same = true;                     ///< the same writers on both
};

/// The first elements of a buffer that others than their owners wrote.
struct OwnerMap {
    std::string buffer;
    std::vector<OwnerCell> cells;
};

/// A counter of the launch on the emulator and as a profiler counted it on the GPU.
struct CounterPairRow {
    std::string name, emulator, gpu, note;
    bool equal = true;     ///< or as near as hardware is to itself
    bool different = true; ///< and no known gap
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
    std::vector<OwnerMap> owner_maps;
    std::string profiler; ///< who counted on the GPU; empty: nobody
    std::vector<CounterPairRow> counters;
    std::vector<std::string> others; ///< stray writes, lines printed on one device only
};

CompareView compare_view(const LaunchComparison& comparison);

} // namespace warpscope::views
