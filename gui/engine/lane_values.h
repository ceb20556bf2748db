// Variables of the source and watched expressions over one warp, as the engine reads them for a
// moment.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/debug/source_variables.h"

namespace warpscope::gui {

/// Of whom the values are wanted, besides the warp of the step.
struct Lens {
    std::uint32_t warp = 0;
    std::vector<std::string> watches; ///< expressions (sim/debug/expression.h)
    friend bool operator==(const Lens&, const Lens&) = default;
};

struct NamedValue {
    std::string name; ///< or the expression
    std::string type; ///< "int", "float[32][33]"
    bool watch = false;
    std::array<std::uint64_t, kLanes> bits{};
    LaneMask valid = 0;
    std::optional<LanePlaces> places; ///< where they lie, if in memory
    char format = 'u';                ///< as of LaneRow
    unsigned bytes = 4;
    /// Instead of values: an error, why no lane has one, or what a struct holds in each lane.
    std::string trouble;
    std::array<std::string, kLanes> texts; ///< of structs and arrays
    bool is_object = false;
};

struct WarpValues {
    std::uint32_t warp = 0;
    std::vector<NamedValue> values; ///< watches first, then variables, inner blocks first
};

/// Reads them, with the expressions parsed once.
class LaneReader {
public:
    explicit LaneReader(const Session& session);
    bool has_names() const { return names_.any(); }
    const SourceVariables& names() const { return names_; }
    WarpValues read(std::uint64_t block, std::uint32_t warp,
                    const std::vector<std::string>& watches);

private:
    NamedValue value_of(const std::string& text, const WarpView& view, const Focus& focus,
                        LaneMask lanes);

    const Session& session_;
    SourceVariables names_;
    std::map<std::string, Result<Expression>> parsed_;
};

} // namespace warpscope::gui
