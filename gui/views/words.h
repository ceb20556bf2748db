// The step in words: what the picture says, for a class and for whoever hears it read.
#pragma once

#include <string>
#include <vector>

#include "gui/views/source_view.h"
#include "gui/views/split_rows.h"

namespace warpscope::views {

/// The first is the headline.
std::vector<std::string> step_in_words(const SourceView& source, const SplitView& splits);

} // namespace warpscope::views
