// Checks: the checkers of one device, and the findings they give after each launch.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/report/owned_rules.h"
#include "runtime/report/violations.h"
#include "sim/checkers/rows.h"

namespace warpscope::report {

/// Which launches are looked at.
enum class CheckScope : std::uint8_t {
    All,
    /// As long as the launches are small, so that checking everything costs a moment.
    Small,
};

class Checks {
public:
    /// `ids` of rows in sim/checkers/rows.h.
    Checks(const std::vector<std::string>& ids, CheckScope scope,
           std::vector<OwnedRule> owned = {});

    /// Who has to be told of everything that happens on the device; none once checking has ended.
    std::vector<Observer*> observers() const;

    bool looks_for(const std::string& id) const;

    /// Whether the launch that comes is checked. If not, none after it is, because nobody knows
    /// then what memory holds, and why_ended says so.
    bool begin(const LaunchRequest& request);
    const std::string& why_ended() const { return why_ended_; }

    /// What the launch that ended did wrong. `memory` is as it left it.
    std::vector<Finding> end(const LaunchRequest& request, const LaunchResult& result,
                             const DeviceMemory& memory, SourceFiles& sources);
    /// What was wrong with copies since then.
    std::vector<Finding> findings(const DeviceMemory& memory, SourceFiles& sources);

private:
    struct Entry {
        std::string id;
        std::unique_ptr<Checker> checker;
    };
    std::vector<Finding> apply_owned_rules(const LaunchRequest& request);

    std::vector<Entry> checkers_;
    std::vector<OwnedRule> owned_;
    std::set<std::pair<std::string, std::string>> told_; ///< rule and kernel that do not fit
    std::vector<Finding> notes_;                         ///< for the launch that runs
    CheckScope scope_;
    std::string why_ended_;
    std::uint64_t checked_ = 0; ///< warp instructions
    std::map<LaunchId, LaunchFacts> launches_;
};

} // namespace warpscope::report
