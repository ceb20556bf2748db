// Interned records, and shared lists of them.
#include "sim/checkers/access_log.h"

namespace warpscope {
namespace {

constexpr std::size_t kMemos = 4096;
/// How far back a list is searched for the same record.
constexpr unsigned kSearched = 256;

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
    if (last.block == access.warp.block && last.time == time && last.operation == operation)
        return last.id;
    if (records_.size() == kMostRecords) return 0;
    AccessRecord r;
    r.operation = operation;
    r.time = time;
    r.block = access.warp.block;
    r.at = access.at;
    r.warp = static_cast<std::uint16_t>(access.warp.warp);
    r.kind = access.kind;
    r.order = static_cast<Order>(access.order);
    r.scope = static_cast<Scope>(access.scope);
    r.width = access.width;
    last = {access.warp.block, operation, time, next()};
    records_.push_back(r);
    return last.id;
}

AccessLog::Memo& AccessLog::memo(std::uint32_t others, RecordId record, LaneMask lanes) {
    std::uint64_t hash = (std::uint64_t{others} << 32 ^ record) * 0x9E3779B97F4A7C15u;
    hash = (hash ^ lanes) * 0xD6E8FEB86659FD93u;
    Memo& m = memo_[hash >> 52];
    if (m.others != others || m.record != record || m.lanes != lanes)
        m = {others, record, lanes, false, 0};
    return m;
}

std::uint32_t AccessLog::push(std::uint32_t others, RecordId record, LaneMask lanes) {
    const bool single = (lanes & (lanes - 1)) == 0;
    // The same warp's earlier access by no other lanes: what comes after this comes after that.
    const auto replaces = [&](RecordId id, LaneMask by) {
        const AccessRecord &a = records_[id], &b = records_[record];
        return (by & ~lanes) == 0 && a.warp == b.warp && a.block == b.block && alike(a, b);
    };
    if (others != 0 && (others & kSet) == 0) {
        if (replaces(others >> 5, LaneMask{1} << (others & 31))) {
            others = 0;
        } else {
            members_.push_back({0, others >> 5, LaneMask{1} << (others & 31), has_write(others)});
            others = kSet | static_cast<std::uint32_t>(members_.size() - 1);
        }
    } else if (others != 0) {
        const Member& newest = members_[others & ~kSet];
        if (replaces(newest.record, newest.lanes))
            others = newest.next == 0 ? 0 : kSet | newest.next;
    }
    if (others == 0 && single) return record << 5 | first_lane(lanes);
    members_.push_back(
        {others & ~kSet, record, lanes, records_[record].writes() || has_write(others)});
    return kSet | static_cast<std::uint32_t>(members_.size() - 1);
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
    if (two && reads && (with & kSet) != 0) members_[with & ~kSet].two_readers = true;
    return with;
}

void AccessLog::clear() {
    records_.resize(1);
    members_.resize(1);
    memo_.assign(kMemos, Memo{});
    forget_last();
}

} // namespace warpscope
