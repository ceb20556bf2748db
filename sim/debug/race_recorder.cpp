// Listening to a replay for the accesses of a race.
#include "sim/debug/race_recorder.h"

#include <algorithm>

namespace warpscope {
namespace {

std::vector<CodePosition> instructions_of_line(const Executable& executable, std::uint32_t line) {
    std::vector<CodePosition> found;
    for (std::uint32_t f = 0; f < executable.functions.size(); ++f) {
        const std::vector<Instruction>& code = executable.functions[f].source->instructions;
        for (std::uint32_t i = 0; i < code.size(); ++i)
            if (code[i].line == line && code[i].traits.memory) found.push_back({f, i});
    }
    return found;
}

Diagnostic does_not_fit(const std::string& what) {
    return {{},
            "the finding does not fit the captured launch: " + what,
            "run the program again; a finding belongs to the capsule that it was kept with"};
}

template<class Party>
Result<RaceParty> party_of(const Party& p, const LaunchRequest& request) {
    RaceParty party;
    const bool in_grid =
        p.block.x < request.grid.x && p.block.y < request.grid.y && p.block.z < request.grid.z;
    const std::uint64_t thread = std::uint64_t{p.warp} * kLanes + p.lane;
    if (!in_grid || p.lane >= kLanes || thread >= volume(request.block))
        return does_not_fit("it has no such thread");
    party.warp = {linear_index(p.block, request.grid), p.warp};
    party.lane = p.lane;
    party.at = instructions_of_line(*request.executable, p.ptx_line);
    if (party.at.empty())
        return does_not_fit("no memory instruction is in line " + std::to_string(p.ptx_line) +
                            " of its PTX");
    return party;
}

/// Whether a lane's access touches one of `width` bytes from `address` on.
bool touches(const AccessEvent& e, unsigned lane, Address address, std::uint64_t width) {
    if (!has_lane(e.lanes, lane)) return false;
    const Address first = e.address(lane);
    return first < address + width && address < first + e.width;
}

} // namespace

Result<RacePlace> race_place(const Finding& finding, const LaunchRequest& request) {
    if (finding.parties.empty() || finding.classes.empty() || !finding.has_address)
        return does_not_fit("it names no second access");
    RacePlace place;
    Result<RaceParty> later = party_of(finding, request);
    if (!later) return later.error();
    Result<RaceParty> earlier = party_of(finding.parties.front(), request);
    if (!earlier) return earlier.error();
    place.parties = {std::move(*later), std::move(*earlier)};
    place.space = finding.classes.front() == "shared" ? Space::Shared : Space::Global;
    place.address = finding.address;
    const CodePosition at = place.parties[0].at.front();
    const Modifiers& m =
        request.executable->functions[at.function].source->instructions[at.instruction].modifiers;
    place.width = std::max(1u, size_in_bytes(m.type) * m.vector);
    return place;
}

class RaceRecorder::Part : public BlockObserver {
public:
    explicit Part(RaceRecorder& owner) : owner_(owner) {}

    void on_instruction(const InstructionEvent& e) override {
        each_party(e.warp, e.at, [&](unsigned side, std::size_t i) {
            if (has_lane(e.active, owner_.place_.parties[side].lane)) ++owner_.counts_[side][i];
        });
    }
    void on_access(const AccessEvent& e) override {
        if (e.space != owner_.place_.space) return;
        each_party(e.warp, e.at, [&](unsigned side, std::size_t i) {
            const RaceParty& party = owner_.place_.parties[side];
            if (touches(e, party.lane, owner_.place_.address, owner_.place_.width))
                owner_.saw(static_cast<RaceSide>(side),
                           {e.warp, party.lane, e.at, owner_.counts_[side][i]});
        });
    }

private:
    /// The earlier side first: where one instruction is both, it is so for the earlier lane too.
    template<class Function>
    void each_party(const WarpId& warp, const CodePosition& at, Function&& function) {
        for (unsigned side = 2; side-- > 0;) {
            const RaceParty& party = owner_.place_.parties[side];
            if (party.warp != warp) continue;
            for (std::size_t i = 0; i < party.at.size(); ++i)
                if (party.at[i] == at) function(side, i);
        }
    }
    RaceRecorder& owner_;
};

RaceRecorder::RaceRecorder(const RacePlace& place) : place_(place) {
    for (unsigned side = 0; side < 2; ++side)
        counts_[side].assign(place_.parties[side].at.size(), 0);
}

Interest RaceRecorder::interest() const {
    Interest wanted;
    wanted.instructions = wanted.accesses = wanted.one_thread = true;
    return wanted;
}

void RaceRecorder::on_launch_restart(const LaunchEvent&) {
    for (auto& counts : counts_)
        std::fill(counts.begin(), counts.end(), 0);
    earlier_.reset();
    pairs_.clear();
}

std::unique_ptr<BlockObserver> RaceRecorder::begin_block(LaunchId, std::uint64_t block) {
    for (const RaceParty& party : place_.parties)
        if (party.warp.block == block) return std::make_unique<Part>(*this);
    return nullptr;
}

void RaceRecorder::saw(RaceSide side, const ForcedAccess& access) {
    if (side == RaceSide::Earlier) {
        earlier_ = access;
    } else if (earlier_ && pairs_.size() < kPairs) {
        pairs_.push_back({{access, *earlier_}});
    }
}

// ---- who wrote it last

class LastStores::Part : public BlockObserver {
public:
    explicit Part(LastStores& owner) : owner_(owner) {}

    void on_access(const AccessEvent& e) override {
        if (e.space != Space::Global || e.kind == AccessKind::Load) return;
        for (std::size_t k = 0; k < owner_.addresses_.size(); ++k)
            for_each_lane(e.lanes, [&](unsigned lane) {
                const Address at = owner_.addresses_[k];
                if (!touches(e, lane, at, 1)) return;
                const unsigned width = std::max<unsigned>(e.element, 1);
                const Address element = at - (at - e.address(lane)) % width;
                owner_.stores_[k] = {e.at, element, width};
            });
    }

private:
    LastStores& owner_;
};

LastStores::LastStores(std::vector<Address> addresses)
    : addresses_(std::move(addresses)), stores_(addresses_.size()) {}

Interest LastStores::interest() const {
    Interest wanted;
    wanted.accesses = wanted.one_thread = true;
    return wanted;
}

void LastStores::on_launch_restart(const LaunchEvent&) {
    std::fill(stores_.begin(), stores_.end(), std::nullopt);
}

std::unique_ptr<BlockObserver> LastStores::begin_block(LaunchId, std::uint64_t) {
    return std::make_unique<Part>(*this);
}

} // namespace warpscope
