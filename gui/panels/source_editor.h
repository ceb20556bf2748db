// The Source panel while its text is edited, and what both states of it share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gui/panels/panel.h"

namespace warpscope::gui {

/// A line of code in its syntax: keywords bold, comments italic. Nothing beyond `right`; begins
/// with the character `first_column`.
void draw_code_text(Canvas& canvas, float x, const Rect& row, std::string_view text,
                    const std::vector<views::SyntaxSpan>& spans, float right,
                    std::uint32_t first_column = 0);

/// For the header: that the text is newer than the run, and how many errors it has; empty when
/// there is nothing to say.
std::string edit_note(const SourceEdit& edit, bool editing);

void draw_source_editor(PanelContext& context);

} // namespace warpscope::gui
