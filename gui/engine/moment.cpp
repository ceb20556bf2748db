// Looking things up in a moment.
#include "gui/engine/moment.h"

namespace warpscope::gui {

SharedOperation shared_operation(AccessKind kind) {
    switch (kind) {
    case AccessKind::Load: return SharedOperation::Load;
    case AccessKind::Store: return SharedOperation::Store;
    case AccessKind::Atomic:
    case AccessKind::Reduction: return SharedOperation::Atomic;
    }
    return SharedOperation::Load;
}

std::size_t Moment::shown_block_index() const {
    std::size_t index = 0;
    while (index < snapshot.blocks.size() && snapshot.blocks[index].linear != block)
        ++index;
    return index;
}

const SnapshotBlock* Moment::shown_block() const {
    const std::size_t index = shown_block_index();
    return index < snapshot.blocks.size() ? &snapshot.blocks[index] : nullptr;
}

} // namespace warpscope::gui
