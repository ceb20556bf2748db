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
    std::size_t at = 0;
    while (at < snapshot.blocks.size() && snapshot.blocks[at].linear != block)
        ++at;
    return at;
}

const SnapshotBlock* Moment::shown_block() const {
    const std::size_t at = shown_block_index();
    return at < snapshot.blocks.size() ? &snapshot.blocks[at] : nullptr;
}

} // namespace warpscope::gui
