// Reads `// ws.launch` comments and holds launches to them.
#include "sim/exec/launch_demands.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace warpscope {
namespace {

constexpr std::string_view kPrefix = "// ws.launch";
constexpr std::uint64_t kIndices = std::uint64_t{1} << 32;

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t start = text.find_first_not_of(" \t");
        if (start == std::string_view::npos) return words;
        text.remove_prefix(start);
        const std::size_t length = std::min(text.find_first_of(" \t"), text.size());
        words.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
}

bool read_number(std::string_view word, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    // Larger numbers than 32 bits would overflow the sums below.
    return error == std::errc() && end == word.data() + word.size() && number >= 1 &&
           number < kIndices;
}

bool read_demand(std::string_view text, LaunchDemand& demand) {
    const std::vector<std::string_view> words = words_of(text);
    std::uint64_t rank = 0;
    if (words.size() < 2 || words[0] != "rank" || !read_number(words[1], rank) || rank > 3)
        return false;
    demand.rank = static_cast<unsigned>(rank);
    if (words.size() == 2) return true;
    if (!read_number(words.size() > 3 ? words[3] : "", demand.first)) return false;
    if (words.size() == 4 && words[2] == "rows")
        return demand.shape = LaunchDemand::Shape::Rows, true;
    if (words.size() == 4 && words[2] == "each")
        return demand.shape = LaunchDemand::Shape::Each, true;
    demand.shape = LaunchDemand::Shape::Tile;
    return words.size() == 5 && words[2] == "tile" && read_number(words[4], demand.second);
}

bool same_demand(const LaunchDemand& a, const LaunchDemand& b) {
    return a.rank == b.rank && a.shape == b.shape && a.first == b.first && a.second == b.second;
}

std::string text_of(const Dim3& d) {
    return std::to_string(d.x) + " x " + std::to_string(d.y) + " x " + std::to_string(d.z);
}

std::string shape_of(const Dim3& grid, const Dim3& block) {
    return "a grid of " + text_of(grid) + " blocks of " + text_of(block) + " threads";
}

BrokenDemand wrong_rank(const LaunchDemand& demand, const Dim3& grid, const Dim3& block) {
    BrokenDemand broken;
    broken.kind = BrokenDemand::Kind::WrongRank;
    broken.demand = demand;
    const bool one = demand.rank == 1;
    broken.message = std::string("the kernel takes ") + (one ? "a 1-D" : "a 2-D") +
                     " index, but the launch has " + shape_of(grid, block) +
                     ": several threads would have the same index";
    broken.advice =
        one ? "launch with y and z extents of 1, or use a 2-D index" : "launch with z extents of 1";
    return broken;
}

BrokenDemand too_large(const LaunchDemand& demand, const Dim3& grid, const Dim3& block,
                       std::uint64_t indices) {
    BrokenDemand broken;
    broken.demand = demand;
    const bool plain = demand.shape == LaunchDemand::Shape::Plain;
    broken.kind = plain ? BrokenDemand::Kind::TooManyThreads : BrokenDemand::Kind::IndexTooLarge;
    broken.message = shape_of(grid, block) + (plain ? " has " : " counts up to ") +
                     std::to_string(indices) + (plain ? " threads" : " in its indices") +
                     ", but the kernel's indices have 32 bits: several threads would have the "
                     "same index";
    broken.advice = "launch fewer threads, several times or with more work for each";
    return broken;
}

/// How far each 32-bit number that makes up an index counts. Extents have fewer than 2^32 blocks of
/// at most 2^10 threads, so a product with a number below 2^21 fits; larger ones saturate.
std::uint64_t largest_count(const LaunchDemand& d, const Dim3& grid, const Dim3& block) {
    const auto threads = [](std::uint64_t blocks, std::uint64_t size) { return blocks * size; };
    const auto times = [](std::uint64_t a, std::uint64_t b) {
        return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
    };
    const std::uint64_t x = threads(grid.x, block.x), y = threads(grid.y, block.y);
    switch (d.shape) {
    case LaunchDemand::Shape::Plain: return 0;
    case LaunchDemand::Shape::Rows: return times(y, d.first);
    case LaunchDemand::Shape::Each: return times(x, d.first);
    case LaunchDemand::Shape::Tile: return std::max(times(y, d.first), times(x, d.second));
    }
    return 0;
}

std::uint64_t saturated_threads(const Dim3& grid, const Dim3& block) {
    std::uint64_t threads = 1;
    for (const std::uint64_t extent :
         {std::uint64_t{grid.x}, std::uint64_t{grid.y}, std::uint64_t{grid.z}, volume(block)})
        threads = extent != 0 && threads > UINT64_MAX / extent ? UINT64_MAX : threads * extent;
    return threads;
}

} // namespace

std::string_view name_of(BrokenDemand::Kind kind) {
    switch (kind) {
    case BrokenDemand::Kind::WrongRank: return "WrongRank";
    case BrokenDemand::Kind::TooManyThreads: return "TooManyThreads";
    case BrokenDemand::Kind::IndexTooLarge: return "IndexTooLarge";
    }
    return "";
}

Result<std::vector<LaunchDemand>>
read_launch_demands(const std::vector<const Function*>& functions) {
    std::vector<LaunchDemand> demands;
    for (std::size_t f = 0; f < functions.size(); ++f)
        for (const Annotation& annotation : functions[f]->annotations) {
            if (!annotation.text.starts_with(kPrefix)) continue;
            LaunchDemand demand;
            demand.at = {static_cast<std::uint32_t>(f), annotation.before};
            if (!read_demand(std::string_view(annotation.text).substr(kPrefix.size()), demand))
                return Diagnostic{{},
                                  "function " + functions[f]->name + ": cannot understand '" +
                                      annotation.text + "'",
                                  "expected 'rank N', 'rank 2 rows N', 'rank 1 each N' or 'rank "
                                  "2 tile ROWS COLUMNS'"};
            const auto known =
                std::find_if(demands.begin(), demands.end(),
                             [&](const LaunchDemand& d) { return same_demand(d, demand); });
            if (known == demands.end()) demands.push_back(demand);
        }
    return demands;
}

std::optional<BrokenDemand> find_broken_demand(const std::vector<LaunchDemand>& demands,
                                               const Dim3& grid, const Dim3& block) {
    for (const LaunchDemand& demand : demands) {
        const bool flat = grid.z == 1 && block.z == 1;
        const bool line = flat && grid.y == 1 && block.y == 1;
        if ((demand.rank == 1 && !line) || (demand.rank == 2 && !flat))
            return wrong_rank(demand, grid, block);
        const std::uint64_t threads = saturated_threads(grid, block);
        if (threads > kIndices) {
            LaunchDemand plain = demand;
            plain.shape = LaunchDemand::Shape::Plain;
            return too_large(plain, grid, block, threads);
        }
        if (const std::uint64_t count = largest_count(demand, grid, block); count > kIndices)
            return too_large(demand, grid, block, count);
    }
    return std::nullopt;
}

} // namespace warpscope
