// Numbers as text.
#include "runtime/report/units.h"

#include <fmt/format.h>

#include "sim/base/lane_mask.h"
#include "sim/report/thread_words.h"

namespace warpscope::report {

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3; at -= 3)
        digits.insert(at - 3, ",");
    return digits;
}

std::string counted(std::uint64_t n, const char* noun) {
    return fmt::format("{} {}{}", grouped(n), noun, n == 1 ? "" : "s");
}

std::string byte_size(std::uint64_t bytes) {
    constexpr const char* names[] = {"KiB", "MiB", "GiB", "TiB"};
    if (bytes < 10 * 1024 && bytes % 1024 != 0) return counted(bytes, "byte");
    if (bytes < 1024) return counted(bytes, "byte");
    double value = static_cast<double>(bytes);
    unsigned unit = 0;
    for (value /= 1024; value >= 1024 && unit < 3; ++unit)
        value /= 1024;
    return value == static_cast<double>(static_cast<std::uint64_t>(value))
               ? fmt::format("{:.0f} {}", value, names[unit])
               : fmt::format("{:.1f} {}", value, names[unit]);
}

std::string duration(double seconds) {
    if (seconds < 1e-3) return fmt::format("{:.0f} us", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
    if (seconds < 120) return fmt::format("{:.2f} s", seconds);
    return fmt::format("{:.1f} min", seconds / 60);
}

std::string percent(double fraction) {
    return fmt::format("{:.1f} %", fraction * 100);
}

std::string hexadecimal(std::uint64_t number) {
    return fmt::format("{:#x}", number);
}

std::string extent(const Dim3& dim) {
    if (dim.z != 1) return fmt::format("{} x {} x {}", dim.x, dim.y, dim.z);
    if (dim.y != 1) return fmt::format("{} x {}", dim.x, dim.y);
    return std::to_string(dim.x);
}

std::string index(const Dim3& dim) {
    return index_words(dim);
}

std::string lane_ranges(std::uint32_t mask) {
    std::string text;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        if (!has_lane(mask, lane)) continue;
        unsigned last = lane;
        while (last + 1 < kLanes && has_lane(mask, last + 1))
            ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(lane);
        if (last > lane) text += "-" + std::to_string(last);
        lane = last;
    }
    return text;
}

} // namespace warpscope::report
