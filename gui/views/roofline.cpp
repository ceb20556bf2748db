// Computing where a launch stands under the roof.
#include "gui/views/roofline.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/views/counter_rows.h"

namespace warpscope::views {
namespace {

constexpr std::size_t kMostLines = 8;
constexpr double kSectorBytes = 32;

std::uint64_t sectors_of(const CounterReadings& readings) {
    double sum = 0;
    for (const char* id : {"global_load_sectors", "global_store_sectors", "global_atomic_sectors",
                           "global_reduction_sectors", "local_load_sectors", "local_store_sectors"})
        sum += reading(readings, id);
    return static_cast<std::uint64_t>(sum);
}

RooflinePoint point_of(const CounterReadings& readings, const Roofline& roof) {
    RooflinePoint point;
    point.sectors = sectors_of(readings);
    point.intensity = reading(readings, "warp_instructions") /
                      static_cast<double>(std::max<std::uint64_t>(1, point.sectors));
    point.attainable = std::min(roof.peak, roof.sectors * point.intensity);
    return point;
}

} // namespace

Roofline roofline(const CounterReport& counters, const GpuSpec& gpu) {
    Roofline roof;
    roof.peak = gpu.clock_ghz() * gpu.sm_count * gpu.schedulers_per_sm;
    // Two transfers a clock on each line of the bus.
    const double bytes = 2.0 * gpu.memory_clock_khz * 1e3 * gpu.memory_bus_bits / 8;
    roof.sectors = bytes / kSectorBytes / 1e9;
    roof.ridge = roof.peak / roof.sectors;
    RooflinePoint launch = point_of(counters.launch, roof);
    if (launch.sectors == 0 || launch.intensity <= 0) return roof;
    launch.name = "the launch";
    roof.sentence =
        launch.intensity < roof.ridge
            ? fmt::format("{:.1f} warp instructions a sector: memory is the limit below {:.1f}, "
                          "here at {:.0f} % of what the schedulers can issue.",
                          launch.intensity, roof.ridge, 100 * launch.attainable / roof.peak)
            : fmt::format("{:.1f} warp instructions a sector: from {:.1f} on the schedulers are "
                          "the limit, not memory.",
                          launch.intensity, roof.ridge);
    roof.points.push_back(launch);
    std::vector<RooflinePoint> lines;
    for (const LineCounters& line : counters.lines) {
        RooflinePoint point = point_of(line.counters, roof);
        if (point.sectors == 0 || point.intensity <= 0 || line.source.line == 0) continue;
        point.line = line.source.line;
        point.name = fmt::format("line {}", point.line);
        lines.push_back(std::move(point));
    }
    std::sort(lines.begin(), lines.end(), [](const RooflinePoint& a, const RooflinePoint& b) {
        return a.sectors != b.sectors ? a.sectors > b.sectors : a.line < b.line;
    });
    if (lines.size() > kMostLines) lines.resize(kMostLines);
    roof.points.insert(roof.points.end(), lines.begin(), lines.end());
    return roof;
}

} // namespace warpscope::views
