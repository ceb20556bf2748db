// Tests of the order that streams, events and host calls announce.
#include "runtime/host/streams.h"

#include <map>
#include <set>
#include <vector>

#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

/// Follows edges with sets of work items: what a checker does with vector clocks.
class OrderOfWork {
public:
    OrderOfWork() : table([this](const StreamEdgeEvent& e) { edge(e); }) {}

    /// Work in the stream; the result names it.
    int work(cudaStream_t handle) {
        CUstream_st* stream = table.find(handle);
        table.before_work(*stream);
        before_.push_back(known_[stream->id]);
        known_[stream->id].insert(next_);
        all_.insert(next_);
        return next_++;
    }
    bool ordered(int first, int second) const {
        return before_[static_cast<std::size_t>(second)].count(first) != 0;
    }

    StreamTable table;

private:
    void edge(const StreamEdgeEvent& e) {
        if (e.whole_device) {
            for (auto& [stream, known] : known_)
                known.insert(all_.begin(), all_.end());
            known_[e.to].insert(all_.begin(), all_.end());
            return;
        }
        const std::set<int> from = known_[e.from];
        known_[e.to].insert(from.begin(), from.end());
    }

    std::map<StreamId, std::set<int>> known_;
    std::vector<std::set<int>> before_;
    std::set<int> all_;
    int next_ = 0;
};

} // namespace

TEST_CASE("the default stream waits for blocking streams and they for it", "[streams]") {
    OrderOfWork o;
    const cudaStream_t a = o.table.create(cudaStreamDefault, 0),
                       b = o.table.create(cudaStreamDefault, 0);
    const cudaStream_t free = o.table.create(cudaStreamNonBlocking, 0);
    const int in_a = o.work(a), in_b = o.work(b), in_free = o.work(free);
    CHECK_FALSE(o.ordered(in_a, in_b));
    const int in_default = o.work(nullptr);
    CHECK(o.ordered(in_a, in_default));
    CHECK(o.ordered(in_b, in_default));
    CHECK_FALSE(o.ordered(in_free, in_default));
    const int later_a = o.work(a), later_free = o.work(free);
    CHECK(o.ordered(in_default, later_a));
    CHECK(o.ordered(in_b, later_a));
    CHECK_FALSE(o.ordered(in_default, later_free));
    CHECK(o.ordered(in_free, later_free));
    const cudaStream_t young = o.table.create(cudaStreamDefault, 0);
    const int in_young = o.work(young);
    CHECK(o.ordered(in_default, in_young));
    CHECK_FALSE(o.ordered(later_a, in_young));
}

TEST_CASE("an event orders what was recorded, and no more", "[streams]") {
    OrderOfWork o;
    const cudaStream_t a = o.table.create(cudaStreamNonBlocking, 0),
                       b = o.table.create(cudaStreamNonBlocking, 0);
    CUevent_st& event = *o.table.find_event(o.table.create_event(0));
    o.table.wait(*b, event); // not recorded yet: no effect
    const int before = o.work(a);
    o.table.record(event, *a, 0);
    const int behind = o.work(a);
    o.table.wait(*b, event);
    const int in_b = o.work(b);
    CHECK(o.ordered(before, in_b));
    CHECK_FALSE(o.ordered(behind, in_b));
}

TEST_CASE("what the host waited for comes before all that it issues later", "[streams]") {
    OrderOfWork o;
    const cudaStream_t a = o.table.create(cudaStreamNonBlocking, 0),
                       b = o.table.create(cudaStreamNonBlocking, 0);
    const int first = o.work(a);
    o.table.host_waited_for(*a);
    const int in_b = o.work(b), in_default = o.work(nullptr);
    CHECK(o.ordered(first, in_b));
    CHECK(o.ordered(first, in_default));
    const int second = o.work(a);
    const cudaStream_t young = o.table.create(cudaStreamNonBlocking, 0);
    const cudaStream_t younger = o.table.create(cudaStreamNonBlocking, 0);
    const int in_young = o.work(young), in_younger = o.work(younger);
    CHECK(o.ordered(first, in_young));
    CHECK(o.ordered(first, in_younger));
    CHECK_FALSE(o.ordered(second, in_young));
    o.table.host_waited_for_all();
    CHECK(o.ordered(second, o.work(young)));
    CHECK(o.ordered(second, o.work(o.table.create(cudaStreamNonBlocking, 0))));
}

TEST_CASE("stream handles are checked", "[streams]") {
    OrderOfWork o;
    CHECK(o.table.find(nullptr) == o.table.find(cudaStreamLegacy));
    CHECK(o.table.find(cudaStreamPerThread) == o.table.find(cudaStreamPerThread));
    CHECK_FALSE(o.table.destroy(o.table.find(cudaStreamPerThread)));
    const cudaStream_t a = o.table.create(cudaStreamDefault, -3);
    CHECK(o.table.find(a)->priority == -3);
    CHECK(o.table.destroy(a));
    CHECK(o.table.find(a) == nullptr);
}
