// WatchedSearch: a search that others can follow, and that two matchers can end.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/debug/session.h"

namespace warpscope {

/// Texts of device code's printf, each with the position behind its step.
using HeardPrints = std::vector<std::pair<std::uint64_t, std::string>>;

class WatchedSearch final : public StepMatcher {
public:
    /// All but the first may be null. They outlive it.
    WatchedSearch(StepMatcher& matcher, StepMatcher* other, std::atomic<std::uint64_t>* position,
                  HeardPrints* heard)
        : matcher_(matcher), other_(other), watched_(position), heard_(heard) {}

    /// Where the last step led that was looked at.
    std::uint64_t position() const { return position_; }

    Interest interest() const override {
        return other_ != nullptr ? matcher_.interest() | other_->interest() : matcher_.interest();
    }
    void begin() override {
        tell([](StepMatcher& m) { m.begin(); });
    }
    bool matches(const Session& session) override {
        position_ = session.position();
        if (heard_ != nullptr)
            for (std::string& text : printed_)
                heard_->emplace_back(position_, std::move(text));
        printed_.clear();
        if (watched_ != nullptr) watched_->store(position_, std::memory_order_relaxed);
        const bool found = matcher_.matches(session);
        const bool stops = other_ != nullptr && other_->matches(session);
        return found || stops;
    }
    void on_instruction(const InstructionEvent& event) override {
        tell([&](StepMatcher& m) { m.on_instruction(event); });
    }
    void on_unfinished(const InstructionEvent& event) override {
        tell([&](StepMatcher& m) { m.on_unfinished(event); });
    }
    void on_access(const AccessEvent& event) override {
        tell([&](StepMatcher& m) { m.on_access(event); });
    }
    void on_barrier(const BarrierEvent& event) override {
        tell([&](StepMatcher& m) { m.on_barrier(event); });
    }
    void on_retire(const RetireEvent& event) override {
        tell([&](StepMatcher& m) { m.on_retire(event); });
    }
    void on_print(const PrintEvent& event) override {
        if (heard_ != nullptr) printed_.emplace_back(event.text);
        tell([&](StepMatcher& m) { m.on_print(event); });
    }
    void on_fault(const FaultEvent& event) override {
        tell([&](StepMatcher& m) { m.on_fault(event); });
    }

private:
    template<class Call>
    void tell(Call call) {
        call(matcher_);
        if (other_ != nullptr) call(*other_);
    }

    StepMatcher& matcher_;
    StepMatcher* other_;
    std::atomic<std::uint64_t>* watched_;
    HeardPrints* heard_;
    std::vector<std::string> printed_;
    std::uint64_t position_ = 0;
};

} // namespace warpscope
