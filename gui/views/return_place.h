// ReturnPlace: a step by what it does in the source, to be found again in another run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gui/engine/moment.h"

namespace warpscope::views {

/// The `occurrence`-th time (from 0) that a warp runs this instruction of a source line. The line
/// is that of the instruction or of the last one before it that has any.
struct ReturnPlace {
    std::uint32_t launch = 1; ///< from 1
    Dim3 block;
    std::uint32_t warp = 0;
    std::string file;
    std::uint32_t line = 0;
    std::string mnemonic;
    std::uint64_t occurrence = 0;
    /// How often the warp had come to the line from elsewhere before, for lines whose instructions
    /// are others now.
    std::uint64_t arrival = 0;
};

/// Nothing before the first step, and of programs without lines.
std::optional<ReturnPlace> place_of(const gui::Moment& moment);

enum class Found : std::uint8_t {
    Same,      ///< the same occurrence
    OtherTime, ///< the warp runs the line less often: its last time
    OtherWarp, ///< another warp runs it
    OtherLine  ///< nobody in the block does: the nearest line
};
struct FoundStep {
    std::uint64_t position = 0;
    Found found = Found::Same;
    std::uint32_t line = 0; ///< of the step
    std::uint32_t warp = 0;
};
/// In the timeline of a block; nothing when that is empty.
std::optional<FoundStep> find_place(const gui::LaunchFacts& facts, const gui::Timeline& timeline,
                                    const ReturnPlace& place);

} // namespace warpscope::views
