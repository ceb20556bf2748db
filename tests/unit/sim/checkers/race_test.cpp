// The race checker against a plain one: every thread with a full vector clock, every access kept.
#include "sim/checkers/race.h"

#include <algorithm>
#include <array>
#include <random>

#include "sim/program/types.h"
#include "tests/catch.h"

using namespace warpscope;

namespace {

constexpr unsigned kThreads = 96, kWarps = kThreads / kLanes;
constexpr Address kData = 0, kFlag = 256; ///< words of shared memory; a flag that atomics meet at
constexpr std::uint64_t kBlock = 0;
/// Events are so many instructions apart, and so share what the checker remembers of some.
constexpr std::uint32_t kApart = 64;

using Times = std::vector<unsigned>; ///< by thread: what is known of it; its events are numbered

void join(Times& to, const Times& from) {
    for (std::size_t t = 0; t < to.size(); ++t)
        to[t] = std::max(to[t], from[t]);
}

/// Where the lanes of a warp are, in words of shared memory.
struct Places {
    Address first = kData;
    std::uint32_t stride = 0;
    bool regular = true;
    std::array<std::uint32_t, kLanes> offset{};

    Address address(unsigned lane) const {
        return first + (regular ? lane * stride : offset[lane]);
    }
    static Places run() { return {kData, 4, true, {}}; }
    static Places one(unsigned word) { return {kData + 4 * word, 0, true, {}}; }
    /// Ways that tiles are accessed, and others.
    static Places scattered(unsigned way, unsigned word) {
        Places p{kData + 4 * word, 0, false, {}};
        for (unsigned l = 0; l < kLanes; ++l)
            p.offset[l] = 4 * (way == 0   ? l / 16               // halves at one place each
                               : way == 1 ? l % 16               // both at the same row
                               : way == 2 ? l % 16 + l / 16 * 24 // two rows
                               : way == 3 ? l % 8 + l / 8 * 9    // four
                               : way == 4 ? l * 5 % 32
                                          : l * l % 11);
        return p;
    }
};

/// The definition, word for word.
class Plain {
public:
    Plain() : known_(kThreads, Times(kThreads)), published_(known_), read_(known_) {}

    void access(std::uint32_t event, std::uint32_t warp, LaneMask lanes, const Places& places,
                AccessKind kind, bool strong) {
        ++now_;
        std::vector<Access> these;
        for_each_lane(lanes, [&](unsigned l) {
            const Access a{warp * kLanes + l, now_, places.address(l), kind != AccessKind::Load,
                           strong};
            for (const Access& b : done_)
                if (b.at == a.at && races(a, b)) first_ = std::min(first_, event);
            for (const Access& b : these)
                if (b.at == a.at && a.writes && !strong) first_ = std::min(first_, event);
            these.push_back(a);
        });
        done_.insert(done_.end(), these.begin(), these.end());
    }
    void meet(const std::vector<unsigned>& threads) {
        ++now_;
        Times known(kThreads), published(kThreads);
        for (const unsigned t : threads) {
            known_[t][t] = now_;
            join(known, known_[t]);
            join(published, published_[t]);
        }
        for (const unsigned t : threads) {
            join(known_[t], known);
            join(published_[t], published);
        }
    }
    void fence(unsigned thread) {
        ++now_;
        join(known_[thread], read_[thread]);
        known_[thread][thread] = now_;
        published_[thread] = known_[thread];
    }
    /// A relaxed update of the flag.
    void update(unsigned thread) {
        join(read_[thread], flag_);
        join(flag_, published_[thread]);
    }
    std::uint32_t first_race() const { return first_; }

private:
    struct Access {
        unsigned thread, time;
        Address at;
        bool writes, strong;
    };
    bool races(const Access& now, const Access& before) const {
        if (!now.writes && !before.writes) return false;
        if (now.strong && before.strong) return false;
        return now.thread != before.thread && known_[now.thread][before.thread] < before.time;
    }

    unsigned now_ = 0;
    std::vector<Times> known_, published_, read_;
    Times flag_ = Times(kThreads);
    std::vector<Access> done_;
    std::uint32_t first_ = UINT32_MAX;
};

/// Says the same to the checker as events.
class Told {
public:
    /// Words are of `width` bytes; in an ordered launch when they are in global memory.
    Told(std::uint8_t width, bool global)
        : checker_(make_race_checker()), width_(width), base_(global ? 0x10000 - 64 : 0),
          space_(global ? Space::Global : Space::Shared) {
        LaunchEvent launch;
        launch.launch = 1;
        launch.grid = {1, 1, 1};
        launch.block = {kThreads, 1, 1};
        launch.static_shared_bytes = 1024;
        launch.ordered = global;
        checker_->on_allocation({0x8000, 0x10000, 1, 0, ""});
        checker_->on_launch(launch);
        part_ = checker_->begin_block(1, kBlock);
    }
    void access(std::uint32_t event, std::uint32_t warp, LaneMask lanes, const Places& places,
                AccessKind kind, bool strong) {
        AccessEvent a;
        a.warp = {kBlock, warp};
        a.at = {0, event * kApart};
        a.lanes = lanes;
        a.space = space_;
        a.kind = kind;
        a.width = a.element = width_;
        a.order = static_cast<std::uint8_t>(strong ? Order::Relaxed : Order::Weak);
        a.scope = static_cast<std::uint8_t>(strong ? Scope::Device : Scope::None);
        a.first = base_ + places.first * width_ / 4;
        a.stride = places.stride * width_ / 4;
        std::array<std::uint32_t, kLanes> offset{};
        for (unsigned l = 0; l < kLanes; ++l)
            offset[l] = places.offset[has_lane(lanes, l) ? l : first_lane(lanes)] * width_ / 4;
        if (!places.regular) a.offset = offset.data();
        part_->on_access(a);
    }
    void barrier(const std::vector<std::uint32_t>& warps) {
        BarrierEvent e;
        e.barrier = warps.size() == kWarps ? 0 : 1;
        e.expected_threads =
            warps.size() == kWarps ? 0 : static_cast<std::uint32_t>(warps.size() * kLanes);
        e.lanes = kAllLanes;
        for (const std::uint32_t w : warps) {
            e.warp = {kBlock, w};
            part_->on_barrier(e);
        }
        e.phase = BarrierEvent::Phase::Open;
        part_->on_barrier(e);
    }
    void warp_sync(std::uint32_t warp, LaneMask members) {
        part_->on_warp_sync({{kBlock, warp}, {}, members});
    }
    void fence(std::uint32_t warp, LaneMask lanes) {
        part_->on_fence({{kBlock, warp},
                         {},
                         lanes,
                         static_cast<std::uint8_t>(Order::AcquireRelease),
                         static_cast<std::uint8_t>(Scope::Block)});
    }
    /// The event that raced first; UINT32_MAX when none did.
    std::uint32_t first_race() {
        part_.reset();
        checker_->on_launch_end({1});
        std::uint32_t first = UINT32_MAX;
        for (const Violation& v : checker_->take_violations()) {
            first = std::min(first, v.here.at.instruction / kApart);
            lost_update_ = lost_update_ || v.message.starts_with("lost update");
        }
        return first;
    }
    /// Whether it found what the plain one does not look for: both sides are strong.
    bool lost_update() const { return lost_update_; }

private:
    std::unique_ptr<Checker> checker_;
    std::unique_ptr<BlockObserver> part_;
    std::uint8_t width_;
    Address base_; ///< so that words of global memory lie in two pages of the checker's
    Space space_;
    bool lost_update_ = false;
};

std::vector<unsigned> threads_of(const std::vector<std::uint32_t>& warps, LaneMask lanes) {
    std::vector<unsigned> threads;
    for (const std::uint32_t w : warps)
        for_each_lane(lanes, [&](unsigned l) { threads.push_back(w * kLanes + l); });
    return threads;
}

/// Some accesses with synchronisation between. `parts`: also of a part of the block or warp.
void run(std::mt19937& random, bool parts, Plain& plain, Told& told) {
    const auto below = [&](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
    const auto mask = [&]() -> LaneMask {
        return below(3) == 0 ? kAllLanes : below(2) == 0 ? LaneMask{1} << below(32) : random() | 1u;
    };
    if (parts) { // from here on every access is remembered
        told.fence(0, 1);
        plain.fence(0);
    }
    const unsigned way = below(6);
    const std::uint32_t events = 4 + below(40);
    for (std::uint32_t event = 1; event < events; ++event) {
        const std::uint32_t warp = below(kWarps);
        const unsigned what = below(parts ? 12 : 9);
        if (what < 6) {
            const bool atomic = below(4) == 0, strong = atomic || below(6) == 0;
            const AccessKind kind = atomic          ? AccessKind::Reduction
                                    : below(3) == 0 ? AccessKind::Store
                                                    : AccessKind::Load;
            const unsigned shape = below(4);
            const Places places = shape < 2    ? Places::run()
                                  : shape == 2 ? Places::one(below(8))
                                               : Places::scattered(way, below(2));
            const LaneMask lanes = shape != 2 && below(2) == 0 ? mask() : LaneMask{1} << below(8);
            // One warp, or as in tiles, one after another at the same instruction.
            const std::uint32_t warps = shape == 3 && below(2) == 0 ? 4 : 1;
            for (std::uint32_t k = 0; k < warps; ++k) {
                plain.access(event, (warp + k) % kWarps, lanes, places, kind, strong);
                told.access(event, (warp + k) % kWarps, lanes, places, kind, strong);
            }
        } else if (what < 7) {
            plain.meet(threads_of({0, 1, 2}, kAllLanes));
            told.barrier({0, 1, 2});
        } else if (what < 9) {
            const LaneMask lanes = parts ? mask() : kAllLanes;
            plain.meet(threads_of({warp}, lanes));
            told.warp_sync(warp, lanes);
        } else if (what == 9) {
            const std::vector<std::uint32_t> two = {warp, (warp + 1) % kWarps};
            plain.meet(threads_of(two, kAllLanes));
            told.barrier(two);
        } else if (what == 10) {
            const LaneMask lanes = mask();
            for (const unsigned t : threads_of({warp}, lanes))
                plain.fence(t);
            told.fence(warp, lanes);
        } else {
            const unsigned lane = below(32);
            plain.update(warp * kLanes + lane);
            told.access(event, warp, LaneMask{1} << lane, {kFlag, 0, true, {}}, AccessKind::Atomic,
                        true);
        }
    }
}

} // namespace

TEST_CASE("races are those of the definition, whatever orders the threads", "[checkers][race]") {
    std::mt19937 random(20261201);
    unsigned racing = 0, clean = 0;
    for (unsigned round = 0; round < 2000; ++round) {
        const bool parts = round % 2 == 0;
        Plain plain;
        Told told(static_cast<std::uint8_t>(1u << round / 2 % 4), round % 3 == 0);
        run(random, parts, plain, told);
        CAPTURE(round, parts);
        const std::uint32_t first = told.first_race();
        if (told.lost_update()) continue;
        REQUIRE(first == plain.first_race());
        (first == UINT32_MAX ? clean : racing) += 1;
    }
    CHECK(racing > 100);
    CHECK(clean > 5);
}

TEST_CASE("every warp's reads of a tile count, also when one instruction repeats",
          "[checkers][race]") {
    for (unsigned way = 0; way < 6; ++way)
        for (std::uint32_t writer = 0; writer < kWarps; ++writer) {
            CAPTURE(way, writer);
            const Places places = Places::scattered(way, 0);
            Plain plain;
            Told told(4, false);
            const auto access = [&](std::uint32_t event, std::uint32_t warp, AccessKind kind) {
                const LaneMask lanes = kind == AccessKind::Load ? kAllLanes : 1u << 17;
                plain.access(event, warp, lanes, places, kind, false);
                told.access(event, warp, lanes, places, kind, false);
            };
            for (unsigned round = 0; round < 3; ++round) {
                for (const std::uint32_t warp : {0, 1, 2, 1, 0})
                    if (round < 2 || warp != (writer + 1) % kWarps)
                        access(1, warp, AccessKind::Load);
                if (round == 2) access(2, writer, AccessKind::Store);
                plain.meet(threads_of({0, 1, 2}, kAllLanes));
                told.barrier({0, 1, 2});
            }
            CHECK(plain.first_race() == 2);
            CHECK(told.first_race() == 2);
        }
}
