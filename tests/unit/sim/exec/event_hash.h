// EventHash: an observer that takes in everything a launch announces, for comparing launches.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sim/base/hash.h"
#include "sim/events/observer.h"

namespace warpscope::testing {

class EventHash : public Observer {
public:
    /// Without values where blocks on several threads update one word: who comes first differs.
    explicit EventHash(bool values = true) : values_(values) {}

    Interest interest() const override {
        return {.instructions = true,
                .accesses = true,
                .values = values_,
                .synchronisation = true,
                .branches = true};
    }
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t) override {
        return std::make_unique<Part>(values_);
    }
    void join(LaunchId, std::uint64_t block, BlockObserver& part) override {
        Part& p = static_cast<Part&>(part);
        add(value, block, p.value);
        events += p.events;
        numbered_again += p.numbered_again;
        misnumbered += p.misnumbered;
    }
    void on_launch_restart(const LaunchEvent&) override {
        value = events = numbered_again = misnumbered = 0;
    }

    std::uint64_t value = 0, events = 0;
    /// Accesses whose pattern's number came before in the block, and those of them that have other
    /// lanes or offsets than it had then.
    std::uint64_t numbered_again = 0, misnumbered = 0;

private:
    template<class... Numbers>
    static void add(std::uint64_t& hash, Numbers... numbers) {
        for (const std::uint64_t n : {static_cast<std::uint64_t>(numbers)...})
            hash = (hash ^ n) * 0x9E3779B97F4A7C15u + (hash >> 29);
    }

    bool values_;

    struct Part : BlockObserver {
        explicit Part(bool with_values) : values(with_values) {}

        bool values;
        std::uint64_t value = 0, events = 0, numbered_again = 0, misnumbered = 0;
        using Pattern = std::pair<LaneMask, std::vector<std::uint32_t>>;
        std::map<std::uint32_t, Pattern> numbered;

        void check_number(const AccessEvent& e) {
            if (e.pattern == 0) return;
            Pattern pattern = {e.lanes, {}};
            for_each_lane(e.lanes, [&](unsigned l) {
                pattern.second.push_back(static_cast<std::uint32_t>(e.address(l) - e.first));
            });
            const auto [known, is_new] = numbered.emplace(e.pattern, pattern);
            numbered_again += is_new ? 0 : 1;
            misnumbered += known->second == pattern ? 0 : 1;
        }

        template<class Event, class... Numbers>
        void take(const Event& e, Numbers... numbers) {
            ++events;
            add(value, e.warp.block, e.warp.warp, e.at.function, e.at.instruction, numbers...);
        }
        void on_instruction(const InstructionEvent& e) override { take(e, e.active, e.executed); }
        void on_access(const AccessEvent& e) override {
            check_number(e);
            take(e, e.lanes, e.space, e.kind, e.width, e.element, e.order, e.scope, e.is_volatile,
                 values ? e.unchanged : 0);
            for_each_lane(e.lanes, [&](unsigned l) {
                add(value, e.address(l));
                for (unsigned b = l * e.width; values && b < (l + 1) * e.width; ++b)
                    add(value, e.old_values[b], e.new_values[b]);
            });
        }
        void on_branch(const BranchEvent& e) override {
            take(e, e.taken, e.not_taken, e.target, e.reconvergence);
        }
        void on_barrier(const BarrierEvent& e) override {
            take(e, e.lanes, e.barrier, e.expected_threads, e.phase);
        }
        void on_warp_sync(const WarpSyncEvent& e) override { take(e, e.members); }
        void on_fence(const FenceEvent& e) override { take(e, e.lanes, e.order, e.scope); }
        void on_retire(const RetireEvent& e) override { take(e, e.lanes); }
        void on_fault(const FaultEvent& e) override {
            take(e, e.kind, e.lanes, e.lane, e.address, e.width);
        }
    };
};

} // namespace warpscope::testing
