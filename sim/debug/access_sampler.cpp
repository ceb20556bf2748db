// Sorts accesses by the pattern of their lanes, and keeps a few of each instruction.
#include "sim/debug/access_sampler.h"

#include <algorithm>
#include <numeric>

namespace warpscope {
namespace {

class Part : public BlockObserver {
public:
    explicit Part(AccessSampler& sampler) : sampler_(sampler) {}
    void on_access(const AccessEvent& access) override { sampler_.add(access); }

private:
    AccessSampler& sampler_;
};

} // namespace

LanePattern pattern_of(LaneMask lanes, const Address* addresses, unsigned width) {
    const unsigned first = first_lane(lanes);
    bool uniform = true, contiguous = true;
    for_each_lane(lanes, [&](unsigned l) {
        uniform &= addresses[l] == addresses[first];
        contiguous &= addresses[l] == addresses[first] + std::uint64_t{l - first} * width;
    });
    if (uniform) return LanePattern::Uniform;
    return contiguous ? LanePattern::Contiguous : LanePattern::Scattered;
}

LanePattern AccessSite::pattern() const {
    const auto most = std::max_element(executions.begin(), executions.end());
    return static_cast<LanePattern>(most - executions.begin());
}

std::unique_ptr<BlockObserver> AccessSampler::begin_block(LaunchId, std::uint64_t) {
    return std::make_unique<Part>(*this);
}

void AccessSampler::add(const AccessEvent& access) {
    if (access.lanes == 0) return;
    AccessSite& site = sites_[{access.at.function, access.at.instruction}];
    site.executions[static_cast<unsigned>(
        pattern_of(access.lanes, access.addresses, access.width))] += 1;
    const std::uint64_t number =
        std::accumulate(site.executions.begin(), site.executions.end(), std::uint64_t{0});
    if (!std::has_single_bit(number) || site.samples.size() == kSamples) return;
    AccessSample sample{access.lanes, access.space, {}};
    sample.addresses.fill(access.addresses[first_lane(access.lanes)]);
    for_each_lane(access.lanes, [&](unsigned l) { sample.addresses[l] = access.addresses[l]; });
    site.samples.push_back(sample);
}

const AccessSite* AccessSampler::find(CodePosition at) const {
    const auto site = sites_.find({at.function, at.instruction});
    return site == sites_.end() ? nullptr : &site->second;
}

} // namespace warpscope
