// How much the checkers hold beside each byte of device memory that a launch touches.
#include "sim/checkers/initialized.h"
#include "sim/checkers/ownership.h"
#include "sim/checkers/race.h"
#include "tests/catch.h"

using namespace warpscope;

namespace {

constexpr Address kBase = 0x10000;
constexpr std::uint64_t kBytes = 1 << 20;
constexpr std::uint32_t kThreads = 256;

/// Bytes held for a launch that writes `touched` bytes from the start of an allocation on, an
/// element of `width` bytes a lane, every one once, and reads them again: all but one of each page,
/// because nothing need be remembered of pages that are written wholly.
std::uint64_t held(Checker& checker, std::uint8_t width, std::uint64_t touched) {
    const std::array<std::uint8_t, sizeof kBase> parameters =
        std::bit_cast<std::array<std::uint8_t, sizeof kBase>>(kBase);
    const std::uint64_t threads = touched / width;
    checker.on_allocation({kBase, kBytes, 1, 0, ""});
    checker.declare_owned({OwnedParameter{}});
    LaunchEvent launch;
    launch.launch = 1;
    launch.grid = {static_cast<std::uint32_t>(threads / kThreads), 1, 1};
    launch.block = {kThreads, 1, 1};
    launch.parameters = parameters;
    checker.on_launch(launch);
    for (std::uint64_t block = 0; block < launch.grid.x; ++block) {
        const auto part = checker.begin_block(1, block);
        for (std::uint32_t warp = 0; warp < kThreads / kLanes; ++warp)
            for (const AccessKind kind : {AccessKind::Store, AccessKind::Load}) {
                AccessEvent a;
                a.warp = {block, warp};
                a.at = {0, kind == AccessKind::Store ? 1u : 2u};
                const std::uint64_t at = (block * kThreads + warp * kLanes) * width;
                a.lanes = (at + kLanes * width) % 4096 != 0 ? kAllLanes : kAllLanes >> 1;
                a.kind = kind;
                a.width = a.element = width;
                a.first = kBase + at;
                a.stride = width;
                part->on_access(a);
            }
    }
    const std::uint64_t bytes =
        checker.shadow_bytes(); // before the launch ends: with what undoes it
    checker.on_launch_end({1});
    CHECK(checker.take_violations().empty());
    return bytes;
}

} // namespace

TEST_CASE("races and written bytes take less than 2.5 bytes for a byte that is touched",
          "[checkers]") {
    for (const std::uint8_t width : {std::uint8_t{4}, std::uint8_t{8}, std::uint8_t{16}})
        for (const std::uint64_t touched : {kBytes, kBytes / 4}) {
            const auto race = make_race_checker(), initialized = make_initialized_checker();
            const std::uint64_t of_races = held(*race, width, touched);
            const std::uint64_t of_written = held(*initialized, width, touched);
            CAPTURE(width, touched, of_races, of_written);
            CHECK(of_races >= 2 * touched); // a cell of 8 bytes for a word of 4
            CHECK(2 * (of_races + of_written) <= 5 * touched);
        }
}

TEST_CASE("a byte of its own has a cell of 8 bytes, in pages that are accessed so", "[checkers]") {
    const auto race = make_race_checker();
    const std::uint64_t of_races = held(*race, 1, kBytes / 4);
    CHECK(of_races >= 2 * kBytes);
    CHECK(of_races <= 2 * kBytes + kBytes / 16);
}

TEST_CASE("owners take no more than the buffer that they own", "[checkers]") {
    for (const std::uint8_t width : {std::uint8_t{1}, std::uint8_t{4}, std::uint8_t{8}}) {
        const auto ownership = make_ownership_checker();
        const std::uint64_t touched = kBytes / 4, bytes = held(*ownership, width, touched);
        CAPTURE(width, bytes);
        CHECK(bytes > touched / 4);
        CHECK(bytes <= touched + kBytes / 32);
    }
}
