// Tests of History: going anywhere gives the state that running forward gave there.
#include "sim/debug/history.h"

#include <random>

#include "tests/catch.h"
#include "tests/unit/sim/debug/small_launch.h"

using namespace warpscope;
using namespace warpscope::test;

namespace {

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30;

/// A launch, and the hash of its state at every position.
struct Travelled {
    explicit Travelled(const char* kernel, Dim3 grid = {5}, Dim3 block = {70})
        : prepared(small_launch(kernel, grid, block)),
          launch(prepared.request, prepared.gpu, *prepared.memory, prepared.options, {},
                 !reason_for_order(prepared.request).empty()) {
        PreparedLaunch other = small_launch(kernel, grid, block);
        SteppedLaunch once(other.request, other.gpu, *other.memory, other.options, {},
                           !reason_for_order(other.request).empty());
        hashes.push_back(once.state_hash());
        while (!once.ended()) {
            once.run(1);
            hashes.push_back(once.state_hash());
        }
    }
    std::uint64_t end() const { return hashes.size() - 1; }

    PreparedLaunch prepared;
    SteppedLaunch launch;
    std::vector<Hash> hashes;
};

const char* const kKernels[] = {"reverse", "count", "queue", "far", "wide", "heap"};

} // namespace

TEST_CASE("history goes anywhere and finds the state that was there", "[history]") {
    for (const char* kernel : kKernels) {
        Travelled t(kernel);
        History history(t.launch, *t.prepared.memory, kPlenty, 7);
        std::mt19937 random(1);
        for (int n = 0; n < 60; ++n) {
            const std::uint64_t target = random() % t.hashes.size();
            INFO(kernel << " goes from " << t.launch.position() << " to " << target);
            history.go_to(target);
            REQUIRE(t.launch.position() == target);
            REQUIRE(t.launch.state_hash() == t.hashes[target]);
        }
        history.go_to(UINT64_MAX);
        CHECK(t.launch.ended());
        CHECK(t.launch.state_hash() == t.hashes.back());
        CHECK(history.frontier() == t.end());
        CHECK(history.checkpoints() > t.end() / 8);
    }
}

TEST_CASE("history steps back from the end to the beginning", "[history]") {
    for (const char* kernel : kKernels) {
        Travelled t(kernel, {2});
        History history(t.launch, *t.prepared.memory, kPlenty, 16);
        history.go_to(UINT64_MAX);
        for (std::uint64_t at = t.end(); at-- > 0;) {
            history.go_to(at);
            INFO(kernel << " at " << at);
            REQUIRE(t.launch.state_hash() == t.hashes[at]);
            REQUIRE_FALSE(t.launch.ended());
        }
    }
}

TEST_CASE("history with little room has fewer checkpoints, and the same states", "[history]") {
    for (const char* kernel : kKernels) {
        Travelled t(kernel);
        History roomy(t.launch, *t.prepared.memory, kPlenty, 4);
        roomy.go_to(UINT64_MAX);
        const std::uint64_t most = roomy.bytes() / 4;
        const std::size_t before = roomy.checkpoints();

        Travelled u(kernel);
        History history(u.launch, *u.prepared.memory, most, 4);
        std::mt19937 random(2);
        for (int n = 0; n < 40; ++n) {
            const std::uint64_t target = random() % u.hashes.size();
            history.go_to(target);
            INFO(kernel << " at " << target);
            REQUIRE(u.launch.state_hash() == u.hashes[target]);
        }
        history.go_to(u.end());
        if (before > 4) CHECK(history.checkpoints() < before);
        CHECK((history.bytes() <= most || history.checkpoints() <= 4));
    }
}

TEST_CASE("history knows in which intervals a page may have been written", "[history]") {
    Travelled t("reverse", {4}, {32});
    History history(t.launch, *t.prepared.memory, kPlenty, 18); // a block each
    history.go_to(UINT64_MAX);
    const Address out = output_of(t.prepared.request);
    CHECK(history.checkpoint_before(17) == 0);
    CHECK(history.checkpoint_before(18) == 18);
    CHECK(history.may_have_written(0, out, 4));
    CHECK_FALSE(history.may_have_written(0, out + (std::uint64_t{1} << 20), 4));
    CHECK_FALSE(history.may_have_written(0, out - 8, 8));
}

TEST_CASE("history is cancelled on its way, and goes on afterwards", "[history]") {
    Travelled t("reverse", {4}, {32});
    History history(t.launch, *t.prepared.memory, kPlenty, 18);
    std::atomic<bool> cancel = true;
    history.go_to(40, &cancel);
    CHECK(t.launch.position() == 0);
    cancel = false;
    history.go_to(40, &cancel);
    CHECK(t.launch.state_hash() == t.hashes[40]);
}
