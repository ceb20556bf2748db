// Going to the step of another run of the program.
#include <fmt/format.h>

#include "gui/engine/stepper.h"

namespace warpscope::gui {
namespace {

std::string note_of(const views::ReturnPlace& place, const views::FoundStep& step) {
    switch (step.found) {
    case views::Found::Same: return "";
    case views::Found::OtherTime:
        return fmt::format("Warp {} comes to line {} less often now: this is its last time.",
                           place.warp, place.line);
    case views::Found::OtherWarp:
        return fmt::format("Warp {} does not run line {} any more: this is warp {}.", place.warp,
                           place.line, step.warp);
    case views::Found::OtherLine:
        return fmt::format("No step of this block belongs to line {} any more: this is line {}, "
                           "the nearest.",
                           place.line, step.line);
    }
    return "";
}

} // namespace

std::optional<std::uint64_t> Stepper::position_of(const views::ReturnPlace& place,
                                                  std::string& note) {
    const Dim3& grid = facts_->grid;
    const bool in_grid = place.block.x < grid.x && place.block.y < grid.y && place.block.z < grid.z;
    const std::uint64_t block = in_grid ? linear_index(place.block, grid) : blocks_.size();
    if (block >= blocks_.size() || blocks_[block].steps == 0) {
        note = fmt::format("Block ({},{},{}) does not run any more: this is where the launch is "
                           "worst.",
                           place.block.x, place.block.y, place.block.z);
        return std::nullopt;
    }
    const auto step = views::find_place(*facts_, *timeline_of(block), place);
    if (!step) {
        note = "The program has no line information any more: this is where the launch is worst.";
        return std::nullopt;
    }
    note = note_of(place, *step);
    if (place.launch != 0 && facts_->launch != place.launch)
        note = fmt::format("Launch {} is not there any more: this is launch {}. {}", place.launch,
                           facts_->launch, note);
    return step->position;
}

} // namespace warpscope::gui
