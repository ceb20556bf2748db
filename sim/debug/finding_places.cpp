// Looks for the instructions of findings in one pass.
#include "sim/debug/finding_places.h"

#include <algorithm>

namespace warpscope {
namespace {

class FindingMatcher final : public StepMatcher {
public:
    FindingMatcher(const Session& session, const CodeIndex& code,
                   const std::vector<Finding>& findings,
                   std::vector<std::optional<std::uint64_t>>& places)
        : code_(code), findings_(findings), places_(places) {
        for (const Finding& f : findings) {
            blocks_.push_back(linear_index(f.block, session.request().grid));
            left_ += f.has_thread;
        }
    }
    Interest interest() const override { return {.instructions = true, .accesses = true}; }
    void begin() override {
        heard_ = faulted_ = false;
        accesses_.clear();
    }
    void on_instruction(const InstructionEvent& event) override { hear(event.warp, event.at); }
    void on_unfinished(const InstructionEvent& event) override { hear(event.warp, event.at); }
    void on_access(const AccessEvent& event) override {
        if (!of_interest_) return;
        for_each_lane(event.lanes, [&](unsigned lane) {
            accesses_.push_back({event.address(lane), event.width});
        });
    }
    void on_fault(const FaultEvent& event) override {
        hear(event.warp, event.at);
        faulted_ = true;
    }
    bool matches(const Session& session) override {
        if (!heard_ || !of_interest_) return left_ == 0;
        for (std::size_t k = 0; k < findings_.size(); ++k) {
            if (places_[k] || !is_about(k)) continue;
            if (findings_[k].has_address && !faulted_ && !touches(findings_[k].address)) continue;
            places_[k] = session.position();
            --left_;
        }
        return left_ == 0;
    }

private:
    void hear(WarpId warp, CodePosition at) {
        if (heard_) return;
        heard_ = true;
        warp_ = warp;
        const Instruction* const i = code_.instruction(at);
        line_ = i != nullptr ? i->line : 0;
        of_interest_ = false;
        for (std::size_t k = 0; k < findings_.size(); ++k)
            of_interest_ |= !places_[k] && is_about(k);
    }
    bool is_about(std::size_t k) const {
        const Finding& f = findings_[k];
        return f.has_thread && f.warp == warp_.warp && blocks_[k] == warp_.block &&
               f.ptx_line == line_;
    }
    bool touches(Address address) const {
        return std::any_of(accesses_.begin(), accesses_.end(), [&](const auto& access) {
            return address - access.first < access.second;
        });
    }

    const CodeIndex& code_;
    const std::vector<Finding>& findings_;
    std::vector<std::optional<std::uint64_t>>& places_;
    std::vector<std::uint64_t> blocks_;
    std::size_t left_ = 0;
    WarpId warp_;
    std::uint32_t line_ = 0;
    bool heard_ = false, faulted_ = false, of_interest_ = false;
    std::vector<std::pair<Address, unsigned>> accesses_;
};

} // namespace

std::vector<std::optional<std::uint64_t>> find_places(Navigator& navigator,
                                                      const std::vector<Finding>& findings) {
    std::vector<std::optional<std::uint64_t>> places(findings.size());
    if (findings.empty()) return places;
    Session& session = navigator.session();
    const std::uint64_t here = session.position();
    session.go_to(0);
    FindingMatcher matcher(session, navigator.code(), findings, places);
    navigator.search(matcher);
    const bool without_thread = std::any_of(findings.begin(), findings.end(),
                                            [](const Finding& f) { return !f.has_thread; });
    if (without_thread && !navigator.cancelled()) {
        session.run_to_end();
        for (std::size_t k = 0; k < findings.size(); ++k)
            if (!findings[k].has_thread && session.position() != 0) places[k] = session.position();
    }
    session.go_to(here);
    return places;
}

} // namespace warpscope
