// Breakpoints in words.
#include "gui/engine/user_breakpoint.h"

#include <fmt/format.h>

#include "runtime/report/units.h"

namespace warpscope::gui {

std::string words_of(const UserBreakpoint& b) {
    switch (b.kind) {
    case UserBreakpoint::Kind::Line: return fmt::format("line {}", b.line);
    case UserBreakpoint::Kind::Ptx: return fmt::format("PTX line {}", b.line);
    case UserBreakpoint::Kind::Finding: return "a finding";
    case UserBreakpoint::Kind::Memory: break;
    }
    const char* const what = b.on_read && b.on_write ? "accesses to"
                             : b.on_read             ? "reads of"
                                                     : "writes of";
    const char* const space = b.watched.space == Space::Shared  ? "shared"
                              : b.watched.space == Space::Local ? "local"
                                                                : "global";
    return fmt::format("{} {} at {} 0x{:X}", what, report::counted(b.watched.size, "byte"), space,
                       b.watched.first);
}

} // namespace warpscope::gui
