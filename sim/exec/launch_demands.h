// What a kernel's code needs of its launch, as `// ws.launch` comments in its PTX say.
//
//     // ws.launch rank 1              grid and block extend in x alone
//     // ws.launch rank 2 rows 1000    ... in x and y; row * 1000 + column counts in 32 bits
//     // ws.launch rank 1 each 4       thread * 4 counts in 32 bits
//     // ws.launch rank 2 tile 2 4     so do row * 2 and column * 4
//
// The index functions of ws/ write them: an index names one thread alone only in such a launch.
// Every launch with a demand has at most 2^32 threads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/base/dim3.h"
#include "sim/base/result.h"
#include "sim/events/ids.h"
#include "sim/program/module.h"

namespace warpscope {

struct LaunchDemand {
    enum class Shape : std::uint8_t { Plain, Rows, Each, Tile };
    unsigned rank = 3; ///< 1 to 3
    Shape shape = Shape::Plain;
    std::uint64_t first = 0, second = 0; ///< the numbers behind `rows`, `each`, `tile`
    CodePosition at;                     ///< the instruction behind the comment
};

/// The demands of a kernel's functions, in their order; equal ones once. An error for a comment of
/// this kind that says something else.
Result<std::vector<LaunchDemand>>
read_launch_demands(const std::vector<const Function*>& functions);

/// A demand that a launch does not meet.
struct BrokenDemand {
    enum class Kind : std::uint8_t { WrongRank, TooManyThreads, IndexTooLarge };
    Kind kind = Kind::WrongRank;
    LaunchDemand demand;
    std::string message, advice;
};
/// "WrongRank" and so on.
std::string_view name_of(BrokenDemand::Kind kind);

/// The first demand that a launch of these extents does not meet.
std::optional<BrokenDemand> find_broken_demand(const std::vector<LaunchDemand>& demands,
                                               const Dim3& grid, const Dim3& block);

} // namespace warpscope
