// Bank conflicts: what an H200's profiler counted, and laws that hold for any access.
#include "sim/rules/bank_conflicts.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/unit/sim/rules/access_cases.h"

using namespace warpscope;
using namespace warpscope::testing;

namespace {

SharedAccess access_of(const AccessCase& c, SharedOperation operation, unsigned width) {
    return {operation, width, c.lanes, c.offsets.data()};
}

/// Random aligned offsets in a range that makes collisions likely.
std::vector<Address> random_offsets(std::mt19937& random, unsigned width) {
    std::vector<Address> offsets(kLanes);
    const unsigned places = 1u << (3 + random() % 6);
    for (Address& offset : offsets)
        offset = Address{width} * (random() % places);
    return offsets;
}

constexpr unsigned kWidths[] = {1, 2, 4, 8, 16};
constexpr SharedOperation kOperations[] = {SharedOperation::Load, SharedOperation::Store,
                                           SharedOperation::Atomic, SharedOperation::CompareAndSwap,
                                           SharedOperation::AsyncCopy};

} // namespace

TEST_CASE("loads and stores cost what an H200 counted", "[bank-conflicts]") {
    unsigned compared = 0;
    for (const AccessCase& c : read_access_cases("shared.tsv")) {
        const auto operation =
            c.columns.at("op") == "ld" ? SharedOperation::Load : SharedOperation::Store;
        const SharedCost cost = shared_cost(access_of(c, operation, 4 * c.number("words")));
        CAPTURE(c.columns.at("op"), c.columns.at("words"), c.columns.at("mask"),
                c.columns.at("offsets"));
        CHECK(cost.wavefronts == c.number("wavefronts"));
        CHECK(cost.conflicts == c.number("bank_conflicts"));
        ++compared;
    }
    CHECK(compared == 682);
}

TEST_CASE("bytes, atomics, copies and matrices cost what an H200 counted", "[bank-conflicts]") {
    struct Form {
        SharedOperation operation;
        const char* wavefronts; ///< the column, or null when there is no rule
        const char* conflicts;
    };
    const std::map<std::string, Form> forms = {
        {"ld.shared.u8", {SharedOperation::Load, "wavefronts_ld", "conflicts"}},
        {"ld.shared.u16", {SharedOperation::Load, "wavefronts_ld", "conflicts"}},
        {"st.shared.u8", {SharedOperation::Store, "wavefronts_st", "conflicts"}},
        {"st.shared.u16", {SharedOperation::Store, "wavefronts_st", "conflicts"}},
        {"atom.shared.add.u32", {SharedOperation::Atomic, "wavefronts_atom", "conflicts"}},
        {"red.shared.add.u32", {SharedOperation::Atomic, "wavefronts_atom", "conflicts"}},
        {"atom.shared.exch.b32", {SharedOperation::Atomic, "wavefronts_atom", "conflicts"}},
        {"atom.shared.cas.b32", {SharedOperation::CompareAndSwap, "wavefronts_atom", "conflicts"}},
        {"cp.async.ca.4", {SharedOperation::AsyncCopy, nullptr, "conflicts_ldgsts"}},
        {"cp.async.ca.8", {SharedOperation::AsyncCopy, nullptr, "conflicts_ldgsts"}},
        {"cp.async.ca.16", {SharedOperation::AsyncCopy, nullptr, "conflicts_ldgsts"}},
    };
    unsigned compared = 0;
    for (const AccessCase& c : read_access_cases("shared_others.tsv")) {
        const std::string& form = c.columns.at("form");
        CAPTURE(form, c.columns.at("mask"), c.columns.at("offsets"));
        SharedCost cost;
        const char *wavefronts = nullptr, *conflicts = "conflicts";
        if (const auto known = forms.find(form); known != forms.end()) {
            cost = shared_cost(access_of(c, known->second.operation, c.number("bytes")));
            wavefronts = known->second.wavefronts;
            conflicts = known->second.conflicts;
        } else if (form.find("matrix") != std::string::npos) {
            const std::size_t matrices = static_cast<std::size_t>(form[form.find(".x") + 2] - '0');
            cost = shared_matrix_cost(std::span(c.offsets).first(8 * matrices));
            wavefronts = form.starts_with("ld") ? "wavefronts_ld" : "wavefronts_st";
        } else {
            continue; // compare-and-swap loops are below; of some copies there are records only
        }
        if (wavefronts != nullptr) CHECK(cost.wavefronts == c.number(wavefronts));
        CHECK(cost.conflicts == c.number(conflicts));
        ++compared;
    }
    CHECK(compared == 612);
}

TEST_CASE("atomics that are compare-and-swap loops cost what an H200 counted", "[bank-conflicts]") {
    unsigned compared = 0;
    for (const AccessCase& c : read_access_cases("shared_others.tsv")) {
        const std::string& form = c.columns.at("form");
        if (form != "atom.shared.add.f32" && form != "atom.shared.add.u64") continue;
        CAPTURE(form, c.columns.at("mask"), c.columns.at("offsets"));
        const SharedLoopCost cost =
            shared_loop_cost(access_of(c, SharedOperation::Atomic, c.number("bytes")));
        CHECK(cost.loads.wavefronts == c.number("wavefronts_ld"));
        CHECK(cost.updates.wavefronts == c.number("wavefronts_atom"));
        CHECK(cost.loads.conflicts + cost.updates.conflicts == c.number("conflicts"));
        ++compared;
    }
    CHECK(compared == 84);
    const std::vector<Address> offsets(kLanes, 0);
    CHECK(shared_loop_cost({SharedOperation::Atomic, 4, 0, offsets.data()}) == SharedLoopCost{});
}

TEST_CASE("nobody takes part: nothing is done", "[bank-conflicts]") {
    const std::vector<Address> offsets(kLanes, 0);
    for (const SharedOperation operation : kOperations) {
        CHECK(shared_cost({operation, 4, 0, offsets.data()}) == SharedCost{});
        CHECK(bank_passes({operation, 4, 0, offsets.data()}).empty());
    }
}

TEST_CASE("permuting the lanes of a group changes nothing", "[bank-conflicts]") {
    std::mt19937 random(1);
    for (unsigned round = 0; round < 2000; ++round) {
        const unsigned width = kWidths[random() % 5];
        const SharedOperation operation = kOperations[random() % 5];
        // Which lanes of a wide load are served together depends on neighbours: only whole groups
        // may be permuted there.
        if (operation == SharedOperation::Load && width > 4) continue;
        std::vector<Address> offsets = random_offsets(random, width);
        const LaneMask lanes = static_cast<LaneMask>(random());
        const unsigned size = kLanes / std::max(1u, width / kBankBytes);
        std::vector<unsigned> order(kLanes);
        std::iota(order.begin(), order.end(), 0u);
        for (unsigned first = 0; first < kLanes; first += size)
            std::shuffle(order.begin() + first, order.begin() + first + size, random);
        std::vector<Address> permuted(kLanes);
        LaneMask permuted_lanes = 0;
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            permuted[order[lane]] = offsets[lane];
            permuted_lanes |= (lanes >> lane & 1) << order[lane];
        }
        CHECK(shared_cost({operation, width, lanes, offsets.data()}) ==
              shared_cost({operation, width, permuted_lanes, permuted.data()}));
    }
}

TEST_CASE("more lanes never cost fewer passes in a group", "[bank-conflicts]") {
    std::mt19937 random(2);
    for (unsigned round = 0; round < 2000; ++round) {
        const unsigned width = kWidths[random() % 5];
        const SharedOperation operation = kOperations[random() % 5];
        if (operation == SharedOperation::Load && width > 4)
            continue; // a lane more may end a merger, see below
        const std::vector<Address> offsets = random_offsets(random, width);
        const LaneMask more = static_cast<LaneMask>(random()),
                       fewer = more & static_cast<LaneMask>(random());
        CHECK(shared_cost({operation, width, fewer, offsets.data()}).wavefronts <=
              shared_cost({operation, width, more, offsets.data()}).wavefronts);
    }
}

TEST_CASE("the passes one by one add up to the cost", "[bank-conflicts]") {
    std::mt19937 random(3);
    for (unsigned round = 0; round < 2000; ++round) {
        const unsigned width = kWidths[random() % 5];
        const SharedOperation operation = kOperations[random() % 5];
        const std::vector<Address> offsets = random_offsets(random, width);
        const SharedAccess access = {operation, width, static_cast<LaneMask>(random()),
                                     offsets.data()};
        unsigned passes[4] = {};
        LaneMask served = 0;
        for (const BankPass& p : bank_passes(access)) {
            passes[p.group] = std::max(passes[p.group], p.pass + 1u);
            served |= p.lanes;
            for_each_lane(p.lanes, [&](unsigned lane) {
                const Address first = offsets[lane] / kBankBytes;
                CHECK((p.word >= first && p.word <= (offsets[lane] + width - 1) / kBankBytes));
            });
            CHECK(p.bank == p.word % kBanks);
        }
        const unsigned sum = passes[0] + passes[1] + passes[2] + passes[3];
        const SharedCost cost = shared_cost(access);
        CHECK(cost.wavefronts == (operation == SharedOperation::CompareAndSwap ? 2 * sum : sum));
        CHECK(served == access.lanes);
    }
}

TEST_CASE("a stride of 32 words puts all lanes into one bank, of 33 none", "[bank-conflicts]") {
    std::vector<Address> offsets(kLanes);
    for (unsigned lane = 0; lane < kLanes; ++lane)
        offsets[lane] = Address{lane} * 32 * 4;
    CHECK(shared_cost({SharedOperation::Load, 4, kAllLanes, offsets.data()}).conflicts == 31);
    for (unsigned lane = 0; lane < kLanes; ++lane)
        offsets[lane] = Address{lane} * 33 * 4;
    CHECK(shared_cost({SharedOperation::Load, 4, kAllLanes, offsets.data()}).conflicts == 0);
}

TEST_CASE("accesses of a word a lane cost the same by their words", "[bank-conflicts]") {
    std::mt19937 random(4);
    for (unsigned round = 0; round < 2000; ++round) {
        const unsigned width = kWidths[random() % 3];
        const SharedOperation operation = kOperations[random() % 5];
        const std::vector<Address> offsets = random_offsets(random, width);
        std::array<std::uint32_t, kLanes> words;
        for (unsigned lane = 0; lane < kLanes; ++lane)
            words[lane] = static_cast<std::uint32_t>(offsets[lane] / kBankBytes);
        const LaneMask lanes = static_cast<LaneMask>(random() % 8 == 0 ? 0 : random());
        CHECK(shared_word_cost(operation, lanes, words) ==
              shared_cost({operation, width, lanes, offsets.data()}));
    }
}
