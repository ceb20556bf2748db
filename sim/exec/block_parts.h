// BlockParts: the observers' parts for blocks that run, and their joining in block order.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/events/observer.h"

namespace warpscope {

/// One block's parts, one per observer that looks inside blocks.
struct Parts {
    std::vector<std::unique_ptr<BlockObserver>> owned;
    std::vector<Observer*> owners;

    std::vector<BlockObserver*> pointers() const {
        std::vector<BlockObserver*> p;
        for (const auto& part : owned)
            p.push_back(part.get());
        return p;
    }
};

/// Makes parts, and joins those of ended blocks in rising order. Safe to call from several threads.
class BlockParts {
public:
    BlockParts(LaunchId launch, const std::vector<Observer*>& observers)
        : launch_(launch), observers_(observers) {}

    Parts begin(std::uint64_t block) {
        Parts parts;
        for (Observer* o : observers_)
            if (std::unique_ptr<BlockObserver> part = o->begin_block(launch_, block)) {
                parts.owned.push_back(std::move(part));
                parts.owners.push_back(o);
            }
        return parts;
    }

    /// `block` ended: joins it once all blocks before it have been joined.
    void end(std::uint64_t block, Parts parts) {
        const std::lock_guard lock(mutex_);
        ended_.emplace(block, std::move(parts));
        while (!ended_.empty() && ended_.begin()->first == next_) {
            join(ended_.begin()->first, ended_.begin()->second);
            ended_.erase(ended_.begin());
            ++next_;
        }
    }

    /// Joins what is left, gaps or not: the launch stopped early.
    void finish() {
        const std::lock_guard lock(mutex_);
        for (auto& [block, parts] : ended_)
            join(block, parts);
        ended_.clear();
    }

private:
    void join(std::uint64_t block, Parts& parts) {
        for (std::size_t k = 0; k < parts.owned.size(); ++k)
            parts.owners[k]->join(launch_, block, *parts.owned[k]);
    }

    LaunchId launch_;
    const std::vector<Observer*>& observers_;
    std::mutex mutex_;
    std::map<std::uint64_t, Parts> ended_;
    std::uint64_t next_ = 0;
};

} // namespace warpscope
