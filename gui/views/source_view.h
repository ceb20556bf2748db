// The source with the PTX of a line unfolded under it, where every warp stands, and what lines
// cost.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gui/views/selection.h"
#include "gui/views/syntax.h"
#include "gui/views/warp_rows.h"

namespace warpscope::views {

struct WarpTag {
    std::string text; ///< "W0–3"
    bool stepped = false;
};

/// A tag's text and what may stand for it where there is no room, from the longest on: "W0, W2,
/// W5", "W0, W2…", "W0…".
std::vector<std::string> shorter_forms(std::string_view tag);

struct SourceRow {
    enum class Kind : std::uint8_t { Source, Ptx, Gap } kind = Kind::Source;
    std::uint32_t number = 0; ///< of the source or PTX line
    std::string text;         ///< of the source line
    std::vector<SyntaxSpan> spans;
    std::string mnemonic, operands; ///< of PTX
    std::uint32_t function = 0, instruction = 0;
    bool current = false; ///< of the step: the filled arrow
    bool next = false;    ///< what the warp runs next: the hollow arrow
    bool selected = false;
    std::vector<WarpTag> tags;
    /// Passes of shared memory and sectors of global memory so far: of a line in this block; of PTX
    /// each time it runs (its worst).
    std::uint64_t passes = 0, avoidable_passes = 0, sectors = 0;
    double heat = 0;       ///< of the counter that was chosen, of this line in the whole launch
    std::string heat_text; ///< empty: none of it
    LaneMask lanes = 0;    ///< of the shown warp, that are at this line now
    LaneMask waiting = 0;  ///< of the shown warp, that wait at this line to rejoin
    LaneMask left = 0;     ///< of the shown warp, that exited at this line
};

struct SourceView {
    std::string file; ///< as the line information names it; empty when there is none
    std::vector<SourceRow> rows;
    std::size_t current = 0;     ///< the row to keep in sight
    std::uint64_t most_cost = 0; ///< of any line: the bars' full length
    bool has_source = false;     ///< false: PTX alone
    std::string heat;            ///< name of a counter that stands beside lines; empty: costs do
    double most_heat = 0;        ///< of any line
};

/// `show_ptx`: the PTX of the selected line stands under it.
SourceView source_view(const gui::Moment& moment, const Selection& selection, bool show_ptx);

/// "W0–3, 7" of rising numbers.
std::string warp_list(const std::vector<std::uint32_t>& warps);

} // namespace warpscope::views
