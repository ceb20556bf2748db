// Comparing steps with what is wished for.
#include "gui/engine/step_search.h"

namespace warpscope::gui {

void WishedStep::on_instruction(const InstructionEvent& event) {
    if (event.warp.block != wish_.block || event.warp.warp != wish_.warp) return;
    const CodeLine* code = facts_.find(event.at.function, event.at.instruction);
    if (code == nullptr || code->ptx_line != wish_.ptx_line) return;
    executed_ = executed_ || (event.active & wish_.lanes) != 0;
}

void WishedStep::on_access(const AccessEvent& event) {
    if (!wish_.address || event.warp.block != wish_.block || event.warp.warp != wish_.warp) return;
    for_each_lane(event.lanes & wish_.lanes, [&](unsigned lane) {
        const Address first = event.address(lane);
        reached_ = reached_ || (*wish_.address >= first && *wish_.address - first < event.width);
    });
}

bool WishedStep::matches(const Session& session) {
    return found() || session.position() >= last_;
}

} // namespace warpscope::gui
