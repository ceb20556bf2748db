// UsualAccess: what an access finds in most cells, told from numbers alone.
#pragma once

#include "sim/checkers/access_log.h"

namespace warpscope {

/// Entries of cells (AccessCell) below the mark of a log are accesses that everything now comes
/// after. Lists are as new as their newest.
class UsualAccess {
public:
    /// `log` is of `shared` memory. `few`: two warps' accesses to a place say as much as those of
    /// all, and those since `old` are of one launch.
    UsualAccess(const AccessLog& log, LogMark old, const AccessRecord& now, bool shared, bool few)
        : log_(log), old_single_(old.records << 5), old_set_(AccessLog::kSet | old.members),
          alike_(AccessLog::alike(now)), any_list_(shared && !now.strong()) {
        const bool meets = shared || now.scope != Scope::Block;
        if (few && (now.strong() ? meets : !now.writes()))
            enough_ = AccessLog::kSet | AccessLog::kTwo | old.members;
    }

    bool is_old_single(std::uint32_t entry) const { return entry < old_single_; }
    std::uint32_t old_single() const { return old_single_; }
    std::uint32_t old_set() const { return old_set_; }
    bool is_old(std::uint32_t others) const {
        return others < old_single_ ||
               (others >= AccessLog::kSet && (others & ~AccessLog::kTwo) < old_set_);
    }
    /// Whether what races with this access races with one of the others, too, and this with none
    /// that they do not race with.
    bool is_said(std::uint32_t others) const {
        if (others < enough_) return false;
        const AccessLog::Member& newest = log_.head(others);
        return newest.alike == alike_ && (any_list_ || newest.all_alike);
    }
    bool can_be_said() const { return enough_ != UINT32_MAX; }

private:
    const AccessLog& log_;
    std::uint32_t old_single_, old_set_;
    std::uint32_t enough_ = UINT32_MAX;
    std::uint16_t alike_;
    bool any_list_;
};

} // namespace warpscope
