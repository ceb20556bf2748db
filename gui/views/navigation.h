// Where the step keys lead: positions found in the block's timeline, none when there is no such.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gui/engine/moment.h"

namespace warpscope::views {

enum class Direction : std::int8_t { Back = -1, On = 1 };

/// One warp instruction. Beyond the block's ends it leads into the launch.
std::optional<std::uint64_t> step_from(const gui::Moment& moment, Direction direction);
/// The next step of that warp.
std::optional<std::uint64_t> step_of_warp(const gui::Moment& moment, std::uint32_t warp,
                                          Direction direction);
/// The next step whose instruction belongs to one of these source lines, of any warp.
std::optional<std::uint64_t> step_at_lines(const gui::Moment& moment,
                                           const std::vector<std::uint32_t>& lines,
                                           Direction direction);
/// The same of one line, in whichever direction it is nearer.
std::optional<std::uint64_t> nearest_step_at_line(const gui::Moment& moment, std::uint32_t line);
/// The next time that this warp runs the same instruction: the next round of its loop.
std::optional<std::uint64_t> round_of_loop(const gui::Moment& moment, Direction direction);
/// The first step of the next source line that this warp comes to; back: of the line that it is
/// on, or of the one before.
std::optional<std::uint64_t> line_of_warp(const gui::Moment& moment, std::uint32_t warp,
                                          Direction direction);
/// The first step of the block that begins next in the launch; back: of the shown block, or of the
/// one that began before.
std::optional<std::uint64_t> block_from(const gui::Moment& moment,
                                        const std::vector<gui::BlockSpan>& blocks,
                                        Direction direction);
/// The next barrier instruction.
std::optional<std::uint64_t> step_at_barrier(const gui::Moment& moment, Direction direction);
/// The next access with a conflict in shared memory.
std::optional<std::uint64_t> step_at_conflict(const gui::Moment& moment, Direction direction);
/// First and last step of the block.
std::optional<std::uint64_t> first_step(const gui::Moment& moment);
std::optional<std::uint64_t> last_step(const gui::Moment& moment);
/// The next access to this space, for "Next one: step 177".
std::optional<std::uint64_t> next_access(const gui::Moment& moment, bool shared);

} // namespace warpscope::views
