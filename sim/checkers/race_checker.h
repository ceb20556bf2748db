// RaceChecker: the race checker's state. Internal to sim/checkers: race.cpp follows launches and
// copies, race_access.cpp compares accesses.
#pragma once

#include <map>
#include <tuple>

#include "sim/checkers/access_log.h"
#include "sim/checkers/allocation_map.h"
#include "sim/checkers/checker.h"
#include "sim/checkers/copy_ranges.h"
#include "sim/checkers/lane_groups.h"
#include "sim/checkers/race_part.h"
#include "sim/checkers/race_report.h"
#include "sim/checkers/stream_order.h"
#include "sim/checkers/usual_access.h"

namespace warpscope::racing {

class RaceChecker : public Checker {
public:
    Interest interest() const override {
        return {.accesses = true, .unchanged = true, .synchronisation = true, .one_thread = true};
    }
    void on_allocation(const AllocationEvent& a) override {
        memory_.add(a.base, a.size, CellPages(a.size));
    }
    void on_free(const FreeEvent& a) override { memory_.remove(a.base); }
    void on_stream_edge(const StreamEdgeEvent& edge) override { streams_.on_edge(edge); }
    void on_host_copy(const HostCopyEvent& copy) override;
    void on_launch(const LaunchEvent& launch) override;
    void on_launch_restart(const LaunchEvent& launch) override {
        few_of_global_ = few_of_global_ && !launch.ordered;
        log_.forget_last();
        dead_ = log_.mark(); // earlier launches were compared with in the run that is undone
        forget_launch();
    }
    void on_launch_end(const LaunchEndEvent&) override {
        for (auto& [key, violation] : found_)
            violations_.push_back(std::move(violation));
        found_.clear();
    }
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t block) override;
    std::vector<Violation> take_violations() override;

    std::uint64_t shadow_bytes() const override {
        std::uint64_t sum = 0;
        memory_.each([&](const auto& memory) { sum += memory.value.bytes(); });
        return sum;
    }

    void check(const AccessEvent& access, Part& part);
    /// Something but a full barrier may order warps of a block.
    void met_in_part() { meets_in_part_ = kernel_meets_in_part_[kernel_] = true; }
    /// A number that no block's memory had before.
    std::uint64_t change() { return ++changes_; }
    void take_back(std::unique_ptr<SharedShadow> shadow) { shadows_.push_back(std::move(shadow)); }

private:
    /// What was found out of a record: nothing, or that it is this warp's, or known to all lanes.
    struct Judged {
        enum class As : std::uint8_t { Foreign, Own, Known };
        RecordId record = 0;
        As as = As::Foreign;
    };
    /// An access on its way through its words.
    struct Now {
        const AccessEvent& access;
        Part& part;
        AccessLog& log;
        RecordId id;
        const AccessRecord& record;
        bool shared;
        bool few; ///< two warps' accesses to a place say as much as those of all
        UsualAccess usual;
        LaneGroups::Groups* groups; ///< of its lanes, when they are known already
        Judged write{}, other{};    ///< the last ones
        Address address = 0;        ///< of the lanes that are looked at
        bool said = true;           ///< of all words so far: UsualAccess::is_said
    };
    bool is_repeated(const AccessEvent& access, const Part& part,
                     const LaneGroups::Groups& groups) const;
    void check_words(Now& now);
    void check_word(Now& now, Address address, LaneMask lanes);
    void read_words(Now& now);
    bool check_rows(Now& now);
    bool check_row(Now& now, Address address, unsigned first, unsigned count);
    bool all_said(Now& now);
    bool settle_row(Now& now, const CellPages::Row& row, unsigned first, unsigned count);
    bool is_harmless(const Now& now, Judged& last, std::uint32_t single, LaneMask lanes) const;
    bool settle(Now& now, AccessCell& cell, LaneMask lanes);
    void check_cell(Now& now, AccessCell& cell, LaneMask lanes);
    bool check_others(Now& now, std::uint32_t others, LaneMask lanes);
    bool check_pair(Now& now, RecordId before, LaneMask lanes_before, LaneMask lanes);
    void check_lost_update(Now& now, std::uint32_t others, LaneMask lanes);
    bool all_older(const Now& now, std::uint32_t others) const;
    void synchronise(const AccessEvent& access, Part& part);
    bool alive(const AccessLog& log, RecordId id) const {
        return &log != &log_ || id >= dead_.records;
    }
    RaceCause cause(const Now& now, const AccessRecord& before, unsigned lane_before) const;
    void report(const Now& now, const AccessRecord& before, unsigned lane, unsigned lane_before,
                LaneMask lanes, RaceCause cause);
    void forget_launch() {
        std::erase_if(found_, [&](const auto& f) { return f.second.here.launch == launch_; });
        sync_.clear();
        relies_on_reads_ = false;
    }

    AllocationMap<CellPages> memory_;
    LaneGroups groups_;
    AccessLog log_;
    LogMark dead_;       ///< accesses to global memory that everything now comes after
    bool alone_ = false; ///< all accesses since then are this launch's
    StreamOrder streams_;
    CopyRanges copies_;
    SyncPoints sync_; ///< of global memory, in this launch
    std::vector<std::unique_ptr<SharedShadow>> shadows_;
    std::map<std::uint32_t, LaunchId> launch_of_; ///< by operation; copies are 0
    LaunchId launch_ = 0;
    /// In this launch, and in the launches of each kernel: so that what is left out before the
    /// first partial barrier is left out in the first launch only.
    bool meets_in_part_ = false;
    std::map<std::string, bool, std::less<>> kernel_meets_in_part_;
    std::string kernel_;
    bool few_of_global_ = false; ///< its blocks run one after another, and nothing orders them
    std::uint32_t operation_ = 0, threads_ = 0;
    std::uint64_t shared_bytes_ = 0, changes_ = 0;
    bool full_ = false;            ///< no more records can be made
    bool relies_on_reads_ = false; ///< some order in the launch came from what was read

    using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, Space, bool>;
    std::map<Key, Violation> found_;
    std::vector<Violation> violations_;
};

} // namespace warpscope::racing
