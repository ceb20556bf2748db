// From a block's accesses to its host thread's accumulator.
#include "sim/counters/observer.h"

#include <algorithm>

namespace warpscope {
namespace {

class Part : public BlockObserver {
public:
    explicit Part(Accumulator& sums) : sums_(sums) {}
    void on_access(const AccessEvent& event) override { sums_.add(event); }

private:
    Accumulator& sums_;
};

} // namespace

Interest CounterObserver::interest() const {
    Interest interest;
    interest.accesses = true;
    return interest;
}

void CounterObserver::prepare(const std::vector<CountedFunction>& functions) {
    threads_.clear();
    code_ = CountedCode(functions);
}

std::unique_ptr<BlockObserver> CounterObserver::begin_block(LaunchId, std::uint64_t) {
    const std::thread::id thread = std::this_thread::get_id();
    const std::lock_guard lock(mutex_);
    auto own = std::find_if(threads_.begin(), threads_.end(),
                            [&](const OfThread& t) { return t.thread == thread; });
    if (own == threads_.end())
        own = threads_.insert(own, {thread, std::make_unique<Accumulator>(code_)});
    return std::make_unique<Part>(*own->sums);
}

void CounterObserver::forget() {
    for (OfThread& t : threads_)
        t.sums->clear();
}

std::vector<InstructionCounts> CounterObserver::counts() const {
    std::vector<SiteCounts> all(code_.sites().size());
    for (const OfThread& t : threads_) {
        const std::vector<SiteCounts> own = t.sums->counts();
        for (std::size_t s = 0; s < all.size(); ++s)
            all[s] += own[s];
    }
    std::vector<InstructionCounts> counts;
    for (std::size_t s = 0; s < all.size(); ++s)
        if (all[s].totals.requests != 0)
            counts.push_back({code_.sites()[s].at, code_.sites()[s].site, all[s]});
    return counts;
}

} // namespace warpscope
