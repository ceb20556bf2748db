// What threads of a block know of each other after barriers, warp synchronisation and fences.
#include "sim/checkers/block_order.h"

#include "tests/catch.h"

using namespace warpscope;

namespace {

constexpr std::uint64_t kBlock = 5;

struct Threads : BlockOrder {
    explicit Threads(std::uint32_t threads) : BlockOrder(kBlock, threads) {}

    Moment now(std::uint32_t warp, unsigned lane) const { return {kBlock, warp, lane, time(warp)}; }
    void arrive(std::uint32_t warp, LaneMask lanes, std::uint32_t barrier, std::uint32_t count,
                bool waits = true) {
        BarrierEvent e;
        e.warp = {kBlock, warp};
        e.lanes = lanes;
        e.barrier = barrier;
        e.expected_threads = count;
        e.phase = waits ? BarrierEvent::Phase::Arrive : BarrierEvent::Phase::ArriveWithoutWaiting;
        on_barrier(e);
    }
    void open(std::uint32_t barrier) {
        BarrierEvent e;
        e.barrier = barrier;
        e.phase = BarrierEvent::Phase::Open;
        on_barrier(e);
    }
    void sync(std::uint32_t warp, LaneMask members) { on_warp_sync({{kBlock, warp}, {}, members}); }
    void fence(std::uint32_t warp, LaneMask lanes, Scope scope) {
        on_fence({{kBlock, warp},
                  {},
                  lanes,
                  static_cast<std::uint8_t>(Order::AcquireRelease),
                  static_cast<std::uint8_t>(scope)});
    }
};

} // namespace

TEST_CASE("a barrier orders what came before it, for all threads", "[checkers]") {
    Threads order(64);
    const Moment before = order.now(0, 3);
    CHECK(order.knows(0, 3, before)); // of itself
    CHECK_FALSE(order.knows(0, 4, before));
    CHECK_FALSE(order.knows(1, 3, before));
    order.arrive(0, kAllLanes, 0, 0);
    order.arrive(1, kAllLanes, 0, 0);
    order.open(0);
    CHECK(order.knows(1, 3, before));
    CHECK(order.knows(0, 4, before));
    CHECK(order.all_know(before));
    CHECK_FALSE(order.knows(1, 3, order.now(0, 3)));
}

TEST_CASE("threads that exited count as arrived where all are waited for", "[checkers]") {
    Threads order(64);
    const Moment before = order.now(0, 3);
    order.on_retire({{kBlock, 0}, {}, kAllLanes});
    order.arrive(1, kAllLanes, 0, 0);
    order.open(0);
    CHECK(order.knows(1, 0, before));
}

TEST_CASE("a barrier of some warps orders those alone", "[checkers]") {
    Threads order(96);
    const Moment a = order.now(0, 0), c = order.now(2, 0);
    order.arrive(0, kAllLanes, 1, 64);
    order.arrive(1, kAllLanes, 1, 64);
    order.open(1);
    CHECK(order.knows(1, 7, a));
    CHECK_FALSE(order.knows(2, 7, a));
    CHECK_FALSE(order.knows(1, 7, c));
}

TEST_CASE("who arrives without waiting gives what came before, and gets nothing", "[checkers]") {
    Threads order(64);
    const Moment given = order.now(0, 0), mine = order.now(1, 0);
    order.arrive(0, kAllLanes, 1, 64, false);
    const Moment late = order.now(0, 0);
    order.arrive(1, kAllLanes, 1, 64);
    order.open(1);
    CHECK(order.knows(1, 9, given));
    CHECK_FALSE(order.knows(1, 9, late));
    CHECK_FALSE(order.knows(0, 9, mine));
}

TEST_CASE("bar.warp.sync orders the lanes that it names", "[checkers]") {
    Threads order(64);
    const Moment low = order.now(0, 1), high = order.now(0, 20);
    order.sync(0, 0xFFFF);
    CHECK(order.knows(0, 2, low));
    CHECK_FALSE(order.knows(0, 20, low));
    CHECK_FALSE(order.knows(0, 2, high));
    order.sync(0, kAllLanes);
    CHECK(order.knows(0, 2, high));
    CHECK(order.knows(0, 20, low));
    CHECK_FALSE(order.knows(1, 2, low));
}

TEST_CASE("a flag orders with a fence on both sides, in the fences' scope", "[checkers]") {
    const auto passes = [](bool release, bool acquire, Scope scope, bool same_block) {
        Threads writer(32);
        const Moment data = writer.now(0, 0);
        if (release) writer.fence(0, 1, scope);
        const Released flag = writer.release(0, 0, Order::Relaxed, Scope::Device);
        Threads other(32);
        // A reader of the same block is another lane of the writer's.
        Threads& reader = same_block ? writer : other;
        reader.acquire(0, 1, Order::Relaxed, Scope::Device,
                       {same_block ? flag.in_block : nullptr, flag.anywhere});
        if (acquire) reader.fence(0, 2, scope);
        return reader.knows(0, 1, data);
    };
    CHECK(passes(true, true, Scope::Block, true));
    CHECK(passes(true, true, Scope::Device, true));
    CHECK_FALSE(passes(false, true, Scope::Device, true));
    CHECK_FALSE(passes(true, false, Scope::Device, true));
}

TEST_CASE("what one thread fenced, another may release after a barrier", "[checkers]") {
    Threads order(64);
    const Moment data = order.now(1, 5);
    order.fence(1, kAllLanes, Scope::Device);
    const Moment later = order.now(1, 5);
    order.arrive(0, kAllLanes, 0, 0);
    order.arrive(1, kAllLanes, 0, 0);
    order.open(0);
    const Released flag = order.release(0, 0, Order::Relaxed, Scope::Device);
    REQUIRE(flag.anywhere != nullptr);
    CHECK(flag.anywhere->knows(data));
    CHECK_FALSE(flag.anywhere->knows(later)); // known to the block, but behind no fence
}

TEST_CASE("release and acquire need no fence", "[checkers]") {
    Threads order(64);
    const Moment data = order.now(0, 0);
    const Released flag = order.release(0, 0, Order::Release, Scope::Device);
    order.pass_time(0);
    order.acquire(1, 4, Order::Acquire, Scope::Device, flag);
    CHECK(order.knows(1, 4, data));
    CHECK_FALSE(order.knows(1, 5, data));
    CHECK_FALSE(order.knows(1, 4, order.now(0, 0)));
}
