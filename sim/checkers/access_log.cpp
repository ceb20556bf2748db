// Interned records, and shared lists of them.
#include "sim/checkers/access_log.h"

#include <algorithm>
#include <utility>

namespace warpscope {
namespace {

constexpr std::size_t kMemos = 4096;
/// How far back a list is searched for the same record.
constexpr unsigned kSearched = 256;
/// After so many more members a list is looked through for those that newer ones stand for.
constexpr unsigned kShortened = 64;

} // namespace

RecordId AccessLog::record(const AccessEvent& access, std::uint32_t operation, std::uint32_t time) {
    if (access.at.function >= slots_.size()) slots_.resize(access.at.function + 1);
    std::vector<std::uint32_t>& of_function = slots_[access.at.function];
    if (access.at.instruction >= of_function.size()) of_function.resize(access.at.instruction + 1);
    std::uint32_t& slot = of_function[access.at.instruction];
    if (slot == 0) {
        slot = static_cast<std::uint32_t>(last_.size() / kLanes) + 1;
        last_.resize(last_.size() + kLanes); // a block has at most 32 warps
    }
    Last& last = last_[(slot - 1) * kLanes + access.warp.warp];
    if (last.block == access.warp.block && last.time == time && last.operation == operation &&
        last.run == run_)
        return last.id;
    if (records_.size() == kMostRecords) return 0;
    last = {access.warp.block, operation, time, run_, next()};
    AccessRecord& r = records_.emplace_back();
    r.operation = operation;
    r.time = time;
    r.block = access.warp.block;
    r.at = access.at;
    r.warp = static_cast<std::uint16_t>(access.warp.warp);
    r.kind = access.kind;
    r.order = static_cast<Order>(access.order);
    r.scope = static_cast<Scope>(access.scope);
    r.width = access.width;
    return last.id;
}

AccessLog::Memo& AccessLog::memo(std::uint32_t others, RecordId record, LaneMask lanes) {
    if (memo_.empty()) memo_.resize(kMemos);
    std::uint64_t hash = (std::uint64_t{others} << 32 ^ record) * 0x9E3779B97F4A7C15u;
    hash = (hash ^ lanes) * 0xD6E8FEB86659FD93u;
    Memo& m = memo_[hash >> 52];
    if (m.others != others || m.record != record || m.lanes != lanes)
        m = {others, record, lanes, false, 0};
    return m;
}

std::uint32_t AccessLog::add_member(std::uint32_t next, RecordId record, LaneMask lanes) {
    // Filled in place: what is put together elsewhere in pieces is slow to copy.
    Member& m = members_.emplace_back();
    const AccessRecord& r = records_[record];
    const bool meets = r.strong() && r.scope != Scope::Block;
    m.next = next;
    m.record = record;
    m.lanes = lanes;
    m.alike = alike(r);
    m.some_write = r.writes();
    m.all_meet = meets;
    m.all_alike = true;
    if (next != 0) {
        const Member& after = members_[next];
        const AccessRecord& r_after = records_[after.record];
        m.length = static_cast<std::uint16_t>(std::min<unsigned>(after.length + 1u, UINT16_MAX));
        m.some_write = m.some_write || after.some_write;
        m.all_meet = meets && after.all_meet && r_after.width == r.width;
        m.all_alike = after.all_alike && alike(r_after, r);
    }
    return static_cast<std::uint32_t>(members_.size() - 1);
}

/// A list without members that newer ones stand for.
std::uint32_t AccessLog::shorten(std::uint32_t others) {
    std::vector<std::pair<RecordId, LaneMask>> kept;
    each(others, [&](RecordId id, LaneMask by) {
        const bool stood_for = std::any_of(kept.begin(), kept.end(), [&](const auto& newer) {
            return replaces(newer.first, newer.second, id, by);
        });
        if (!stood_for) kept.emplace_back(id, by);
        return true;
    });
    std::uint32_t list = 0;
    for (auto k = kept.rbegin(); k != kept.rend(); ++k)
        list = add_member(list, k->first, k->second);
    return list == 0 ? 0 : kSet | list;
}

std::uint32_t AccessLog::push(std::uint32_t others, RecordId record, LaneMask lanes) {
    const bool single = (lanes & (lanes - 1)) == 0;
    // The same warp's earlier access by no other lanes: what comes after this comes after that.
    if (others != 0 && (others & kSet) == 0) {
        const RecordId id = others >> 5;
        const LaneMask by = LaneMask{1} << (others & 31);
        others = replaces(record, lanes, id, by) ? 0 : kSet | add_member(0, id, by);
    } else if (others != 0) {
        const Member& newest = head(others);
        if (replaces(record, lanes, newest.record, newest.lanes))
            others = newest.next == 0 ? 0 : kSet | newest.next;
        else if (newest.length % kShortened == 0)
            others = shorten(others);
    }
    if (others == 0 && single) return record << 5 | first_lane(lanes);
    return kSet | add_member(others == 0 ? 0 : index(others), record, lanes);
}

std::uint32_t AccessLog::with(std::uint32_t others, RecordId record, LaneMask lanes) {
    unsigned searched = 0;
    bool there = false;
    each(others, [&](RecordId id, LaneMask by) {
        there = id == record && (lanes & ~by) == 0;
        return !there && ++searched < kSearched;
    });
    return there ? others : push(others, record, lanes);
}

std::uint32_t AccessLog::with_two_warps(std::uint32_t others, RecordId record, LaneMask lanes) {
    const AccessRecord& mine = records_[record];
    if ((others & kSet) != 0 && head(others).next == 0) { // mostly, this is the second
        const AccessRecord& r = records_[head(others).record];
        if ((r.warp != mine.warp || r.block != mine.block) && alike(r, mine))
            return kSet | kTwo | add_member(index(others), record, lanes);
    }
    const AccessRecord* first = nullptr;
    bool enough = false;
    each(others, [&](RecordId id, LaneMask by) {
        const AccessRecord& r = records_[id];
        enough = id == record && (lanes & ~by) == 0;
        if (enough || !alike(r, mine)) return !enough;
        enough = first != nullptr && (first->warp != r.warp || first->block != r.block);
        first = &r;
        return !enough;
    });
    if (enough) return others;
    const bool two = first != nullptr && (first->warp != mine.warp || first->block != mine.block);
    const bool reads = mine.kind == AccessKind::Load && !mine.strong();
    const std::uint32_t with = push(others, record, lanes);
    const bool says_all = two && (with & kSet) != 0 && (reads || head(with).all_alike);
    return says_all ? with | kTwo : with;
}

void AccessLog::clear() {
    records_.resize(1);
    members_.resize(1);
    memo_.clear();
    forget_last();
}

} // namespace warpscope
