// The accumulator: sums as if every access were measured by itself, in any order and form.
#include "sim/counters/accumulator.h"

#include <algorithm>
#include <array>
#include <memory>
#include <random>

#include "tests/unit/sim/counters/counted_kernel.h"

using namespace warpscope;
using namespace warpscope::testing;

namespace {

/// An access as plain numbers.
struct Plain {
    std::uint32_t instruction = 0;
    LaneMask lanes = 0;
    Space space = Space::Global;
    std::array<Address, kLanes> addresses{};
};

/// The access as the engine may announce it: regular, by offsets or by addresses.
struct Announced {
    std::array<std::uint32_t, kLanes> offset{};
    AccessEvent event;

    Announced(const Plain& plain, unsigned form) {
        event.at = {0, plain.instruction};
        event.lanes = plain.lanes;
        event.space = plain.space;
        event.width = 4;
        const Address lowest = *std::min_element(plain.addresses.begin(), plain.addresses.end());
        const Address step = plain.addresses[1] - plain.addresses[0];
        bool regular = true;
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            regular = regular && plain.addresses[lane] == plain.addresses[0] + lane * step;
            offset[lane] = static_cast<std::uint32_t>(plain.addresses[lane] - lowest);
        }
        if (form == 0 && regular && step < 1000) {
            event.first = plain.addresses[0];
            event.stride = static_cast<std::uint32_t>(step);
        } else if (form <= 1) {
            event.first = lowest;
            event.offset = offset.data();
        } else {
            event.addresses = plain.addresses.data();
        }
    }
};

std::vector<Plain> random_accesses(const CountedCode& code, std::mt19937& random) {
    std::vector<Plain> all;
    for (unsigned k = 0; k < 3000; ++k) {
        const CountedSite& site = code.sites()[random() % code.sites().size()];
        Plain& plain = all.emplace_back();
        plain.instruction = site.at.instruction;
        plain.space = site.site.space;
        plain.lanes = random() % 3 == 0 ? static_cast<LaneMask>(random() | 1) : kAllLanes;
        const Address base =
            (plain.space == Space::Global ? 0x7F00'0000'0000 : 0) + 4 * (random() % 64);
        const unsigned stride = 4 * (random() % 5), range = 1 + random() % 100;
        const bool scattered = random() % 3 == 0;
        for (unsigned lane = 0; lane < kLanes; ++lane)
            plain.addresses[lane] = base + (scattered ? 4 * (random() % range) : stride * lane);
    }
    return all;
}

std::vector<SiteCounts> one_by_one(const CountedCode& code, const std::vector<Plain>& accesses) {
    std::vector<SiteCounts> all(code.sites().size());
    for (const Plain& plain : accesses) {
        Accumulator fresh(code); // which remembers nothing
        fresh.add(Announced(plain, 2).event);
        const std::vector<SiteCounts> one = fresh.counts();
        for (std::size_t s = 0; s < all.size(); ++s)
            all[s] += one[s];
    }
    return all;
}

void check_equal(const std::vector<SiteCounts>& a, const std::vector<SiteCounts>& b) {
    REQUIRE(a.size() == b.size());
    for (std::size_t s = 0; s < a.size(); ++s) {
        CAPTURE(s);
        CHECK(a[s].totals == b[s].totals);
        CHECK(a[s].worst == b[s].worst);
        CHECK(a[s].width == b[s].width);
    }
}

} // namespace

TEST_CASE("accumulator: what it remembers changes no sum, nor do form and order", "[counters]") {
    const Module module = counted_module();
    const CountedCode code = counted_code(module);
    std::mt19937 random(7);
    std::vector<Plain> accesses = random_accesses(code, random);
    const std::vector<SiteCounts> expected = one_by_one(code, accesses);
    Accumulator first(code), second(code);
    for (unsigned round = 0; round < 3; ++round) {
        Accumulator sums(code);
        for (const Plain& plain : accesses)
            sums.add(Announced(plain, random() % 3).event);
        check_equal(sums.counts(), expected);
        std::shuffle(accesses.begin(), accesses.end(), random);
    }
    // Parts add up, whichever access comes to which.
    for (const Plain& plain : accesses)
        (random() % 2 == 0 ? first : second).add(Announced(plain, random() % 3).event);
    std::vector<SiteCounts> both = first.counts();
    for (std::size_t s = 0; s < both.size(); ++s)
        both[s] += second.counts()[s];
    check_equal(both, expected);
}

TEST_CASE("accumulator: patterns that come once, that come again, and that have numbers",
          "[counters]") {
    const Module module = counted_module();
    const CountedCode code = counted_code(module);
    std::mt19937 random(9);
    // Atomics at random places, as in a histogram, and now and then places that repeat.
    std::vector<Plain> accesses;
    for (const CountedSite& site : code.sites()) {
        Plain plain;
        plain.instruction = site.at.instruction;
        plain.space = site.site.space;
        plain.lanes = kAllLanes;
        for (unsigned k = 0; k < 600; ++k) {
            if (k < 200 || k >= 400 || k % 50 == 0)
                for (Address& address : plain.addresses)
                    address = 4096 + 4 * (random() % 64);
            accesses.push_back(plain);
        }
    }
    Accumulator plain_sums(code), sums(code);
    std::vector<std::unique_ptr<Announced>> announced; // offsets stay where they are
    std::uint32_t pattern = 0;
    for (const Plain& plain : accesses) {
        plain_sums.add(Announced(plain, 1).event);
        const bool again =
            !announced.empty() && announced.back()->offset == Announced(plain, 1).offset;
        announced.push_back(std::make_unique<Announced>(plain, 1));
        announced.back()->event.pattern = again ? pattern : ++pattern;
        sums.add(announced.back()->event);
    }
    CHECK(pattern > 100);
    const std::vector<SiteCounts> expected = one_by_one(code, accesses);
    check_equal(plain_sums.counts(), expected);
    check_equal(sums.counts(), expected);
}

TEST_CASE("accumulator: cleared, it has counted nothing", "[counters]") {
    const Module module = counted_module();
    const CountedCode code = counted_code(module);
    std::mt19937 random(8);
    Accumulator sums(code), fresh(code);
    for (const Plain& plain : random_accesses(code, random))
        sums.add(Announced(plain, random() % 3).event);
    sums.clear();
    check_equal(sums.counts(), fresh.counts());
}

TEST_CASE("counted code: spaces, kinds, and what is not counted", "[counters]") {
    const Module module = counted_module();
    const CountedCode code = counted_code(module);
    const std::vector<Instruction>& instructions = module.functions[0].instructions;
    const auto site = [&](const std::string& form, Space space) -> const AccessSite* {
        for (std::uint32_t k = 0; k < instructions.size(); ++k)
            if (instructions[k].form == form) {
                const std::uint32_t s = code.site_of({0, k}, space);
                return s == CountedCode::kNone ? nullptr : &code.sites()[s].site;
            }
        FAIL("no " + form);
        return nullptr;
    };
    REQUIRE(site("ld.global.u32", Space::Global));
    CHECK(site("ld.global.u32", Space::Global)->kind == GlobalKind::Load);
    CHECK(site("ld.global.u32", Space::Shared) == nullptr);
    CHECK(site("st.shared.u32", Space::Shared)->way == SharedWay::Store);
    for (const Space space : {Space::Global, Space::Shared, Space::Local})
        CHECK(site("ld.u32", space)->space == space);
    CHECK(site("ld.u32", Space::Parameter) == nullptr);
    CHECK(site("ld.u32", Space::Constant) == nullptr);
    CHECK(site("ld.param.u64", Space::Parameter) == nullptr);
    CHECK(site("add.u32", Space::Global) == nullptr);
    CHECK(site("red.global.add.u32", Space::Global)->kind == GlobalKind::Reduction);
    CHECK(site("atom.global.exch.b32", Space::Global)->kind == GlobalKind::Atomic);
    CHECK(site("atom.global.add.u32", Space::Global)->kind == GlobalKind::Reduction); // unread
    CHECK(site("atom.shared.add.u32", Space::Shared)->way == SharedWay::Atomic);
    CHECK(site("atom.shared.cas.b32", Space::Shared)->way == SharedWay::CompareAndSwap);
    CHECK(site("atom.shared.add.f32", Space::Shared)->way == SharedWay::Loop);
    CHECK(site("atom.shared.add.u64", Space::Shared)->way == SharedWay::Loop);
    CHECK(code.site_of({0, 10'000}, Space::Global) == CountedCode::kNone);
    CHECK(code.site_of({7, 0}, Space::Global) == CountedCode::kNone);
}
