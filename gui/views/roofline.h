// The instruction roofline of a launch: how many warp instructions each sector of memory feeds, and
// how fast a GPU could run that at best (Ding and Williams, "An Instruction Roofline Model for
// GPUs", PMBS 2019). Nothing here is measured time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/engine/facts.h"
#include "sim/report/counter_report.h"

namespace warpscope::views {

struct RooflinePoint {
    std::string name;          ///< "the launch", "line 44"
    std::uint32_t line = 0;    ///< 0: of the launch
    double intensity = 0;      ///< warp instructions a sector of 32 bytes
    double attainable = 0;     ///< billions of warp instructions a second
    std::uint64_t sectors = 0; ///< global and local memory
};

struct Roofline {
    double peak = 0;    ///< billions of warp instructions a second that all schedulers can issue
    double sectors = 0; ///< billions of sectors a second from the GPU's memory
    double ridge = 0;   ///< intensity from which on memory is not the limit
    std::vector<RooflinePoint> points; ///< the launch, then lines, those with most sectors first
    std::string sentence;
    bool empty() const { return points.empty(); }
};

/// Empty when the launch moves nothing.
Roofline roofline(const CounterReport& counters, const GpuSpec& gpu);

} // namespace warpscope::views
