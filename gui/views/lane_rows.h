// Values of one warp as rows of 32 lanes: what is really known, with the pattern that they follow.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gui/views/selection.h"

namespace warpscope::views {

struct LaneRow {
    enum class Shape : std::uint8_t { Uniform, Affine, Any };
    std::string name;
    Shape shape = Shape::Any;
    std::int64_t base = 0, stride = 0; ///< Uniform and Affine: of lane 0, from lane to lane
    std::array<std::uint64_t, kLanes> bits{};
    LaneMask valid = kAllLanes;
    LaneMask stale = 0;          ///< lanes that took no part: their old values
    LaneMask breaks_pattern = 0; ///< lanes that do not fit an otherwise Affine or Uniform row
    /// u, d (signed), f (float), F (double), x (hexadecimal), p (predicate), b (bits)
    char format = 'u';
    unsigned bytes = 4;
    bool written = false;  ///< the value that the step wrote or fetched
    bool conflict = false; ///< all of it is the reason for a conflict
    unsigned conflict_degree = 1;
    std::string note;       ///< of a uniform row, instead of its usual sentence
    std::string expression; ///< what can be asked about it (sim/debug/expression.h); empty: nothing
    std::string type;       ///< of a variable of the source
    std::string trouble;    ///< instead of values
    bool watch = false;     ///< an expression that somebody typed
    bool is_object = false; ///< a struct or array: `objects` instead of bits
    std::array<std::string, kLanes> objects;
};

/// Finds shape, base, stride and the lanes that break the pattern.
void find_shape(LaneRow& row);

/// Rows of the selected warp after the step: watches and variables (named_rows()), builtins,
/// operands, and of an access its address, word, bank and value; then the kernel's parameters.
std::vector<LaneRow> lane_rows(const gui::Moment& moment, const Selection& selection);

/// One value as text, exactly.
std::string format_value(std::uint64_t bits, char format, unsigned bytes);

/// What stands in the cells. `base` is filled when values are too wide: cells have differences.
struct LaneLabels {
    std::array<std::string, kLanes> text; ///< empty: does not fit even so; a bar stands for it
    std::string base;
    std::array<float, kLanes> bar{}; ///< 0 to 1 over the row's range
};
LaneLabels lane_labels(const LaneRow& row, unsigned most_characters);

/// What stands right of a row: "same", "+32 each", "".
std::string shape_note(const LaneRow& row);

} // namespace warpscope::views
