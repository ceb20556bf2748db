// Values of lanes and memory as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/debug/expression.h"
#include "sim/debug/step_record.h"
#include "sim/debug/views.h"

namespace warpscope::cli {

/// What stands behind the slash of print/x and x/8xw.
struct ValueFormat {
    char letter = 0;         ///< x d u o t f c; 0: by the type
    std::uint64_t count = 0; ///< 0: none was given
    char size = 0;           ///< b h w g
    bool all_lanes = false;  ///< print/32
};
/// Reads "8xw"; a hint names the letters.
Result<ValueFormat> parse_value_format(const std::string& text);

/// Of one lane, "-" when it has none.
std::string value_text(const LaneValues& values, unsigned lane, char letter);
/// An element as it lies in memory.
std::string element_text(Type element, const std::uint8_t* bytes, char letter);
std::string bits_text(std::uint64_t bits, unsigned bytes, char letter);
/// All 32 lanes, eight a row; one line when they are all the same or apart by the same.
std::string lanes_text(const LaneValues& values, LaneMask lanes, char letter);

/// A register in one lane: floats as such, others as numbers.
std::string register_text(const RegisterValue& value, unsigned lane, char letter);

const char* space_name(Space space);
/// "int", "Pair*", as the source calls it where it is known.
std::string type_text(const LaneValues& values);
/// "float", "u32[32]" …
std::string type_text(const NamedPlace& place);
/// "shared+0x14", "0x7f0000000100".
std::string place_text(Space space, Address address);

/// "(3, 0)": as many components as the grid or the block has.
std::string index_text(const Dim3& index, const Dim3& extent);

} // namespace warpscope::cli
