// Replays recorded ranges of operands through the rows of one instruction-set level and digests the
// results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/isa/row.h"

namespace warpscope::golden {

/// One line of a golden file: an instruction, consecutive operands, and the XXH3 (64 bits) of the
/// words that the GPU returned for them, one 32-bit little-endian word each.
struct RecordedRange {
    std::string form; ///< "rcp.approx.ftz.f32"
    std::uint32_t first =
        0; ///< operand 0 as bits; of f64 forms the upper word; of division the pair's number
    std::uint32_t count = 0;
    std::uint64_t digest = 0;
};

/// The ranges of a golden file; lines that start with `#` are comments. Nothing, and a message in
/// `problem`, when the file cannot be read.
std::optional<std::vector<RecordedRange>> read_ranges(const std::string& path,
                                                      std::string& problem);

/// The results of a range in the recorded format. Empty when no row has this form.
std::vector<std::uint32_t> replay(const RecordedRange& range, isa::Level level);

std::uint64_t digest_of(const std::vector<std::uint32_t>& words);

} // namespace warpscope::golden
