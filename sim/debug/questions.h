// Questions about the past and the future of a value: who wrote it last, when does it change next.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/debug/navigation.h"

namespace warpscope {

/// What a question is about: bytes of some space, or the value of an expression in the lane in
/// focus that is no place in memory.
struct Subject {
    std::optional<WatchedRange> range;
    std::optional<Expression> expression;
    std::string text;          ///< as it was written
    Type element = Type::None; ///< of the bytes, as far as it is known
};

/// Reads an expression that names a place (`tile[3]`, `tile`, `global.f32[0x7f00…]`), an address
/// (`0x7f0000000100`, with `bytes` of it), or has a value (`%r5 + 1`), as the lane in focus sees
/// it.
Result<Subject> subject_of(const Navigator& navigator, const std::string& text,
                           std::uint64_t bytes = 4);
/// The same for breakpoints, which watch memory alone.
Result<Subject> place_to_watch(const Navigator& navigator, const std::string& text);

struct Answer {
    StepRecord step; ///< the warp instruction that wrote or changed it
    LaneMask lanes = 0;
};

/// The last write before now, or the last of the lane's own steps that changed the value. Nothing
/// when the launch did not, so that it is as the launch found it. The session stays where it is.
std::optional<Answer> last_change(Navigator& navigator, const Subject& subject);
/// The next write that leaves other bytes, or the next of the lane's own steps that changes the
/// value. Nothing when none does, or it was cancelled.
std::optional<Answer> next_change(Navigator& navigator, const Subject& subject);

/// What a lane's access left in, and found at, the place: `bytes` of it at most 8.
struct LaneChange {
    std::uint64_t before = 0, after = 0;
    unsigned bytes = 0;
};
std::optional<LaneChange> change_of(const StepRecord& step, const WatchedRange& range,
                                    unsigned lane);

} // namespace warpscope
