// Sorts accesses by the pattern of their lanes, and keeps a few of each instruction.
#include "sim/debug/access_sampler.h"

#include <algorithm>
#include <cstring>
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

LanePattern pattern_of(const AccessEvent& access) {
    for (unsigned p = 0; p < kLanePatterns; ++p) {
        const LanePattern pattern = static_cast<LanePattern>(p);
        const unsigned together = lanes_together(pattern);
        bool fits = true;
        for (unsigned begin = 0; begin < kLanes; begin += together) {
            const LaneMask group = access.lanes & lowest_lanes(together) << begin;
            const unsigned first = group == 0 ? 0 : first_lane(group);
            for_each_lane(group, [&](unsigned l) {
                const std::uint64_t distance =
                    is_uniform(pattern) ? 0 : std::uint64_t{l - first} * access.width;
                fits &= access.address(l) == access.address(first) + distance;
            });
        }
        if (fits) return pattern;
    }
    return LanePattern::Scattered;
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
        pattern_of(access))] += 1;
    const std::uint64_t number =
        std::accumulate(site.executions.begin(), site.executions.end(), std::uint64_t{0});
    if (!std::has_single_bit(number) || site.samples.size() == kSamples) return;
    AccessSample& sample = site.samples.emplace_back();
    sample.lanes = access.lanes;
    sample.space = access.space;
    sample.width = access.width;
    for (unsigned l = 0; l < kLanes; ++l) {
        const unsigned from = has_lane(access.lanes, l) ? l : first_lane(access.lanes);
        sample.addresses[l] = access.address(from);
        std::memcpy(sample.values.data() + l * access.width,
                    access.old_values + from * access.width, access.width);
    }
}

const AccessSite* AccessSampler::find(CodePosition at) const {
    const auto site = sites_.find({at.function, at.instruction});
    return site == sites_.end() ? nullptr : &site->second;
}

} // namespace warpscope
