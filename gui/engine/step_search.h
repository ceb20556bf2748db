// Looking for a step of a launch by what it executes.
#pragma once

#include <cstdint>
#include <optional>

#include "gui/engine/facts.h"
#include "sim/debug/session.h"

namespace warpscope::gui {

/// The first step in which this warp executes this line of the PTX, for a lane of `lanes`, at the
/// address when there is one.
struct StepWish {
    std::uint64_t block = 0; ///< linear
    std::uint32_t warp = 0;
    std::uint32_t ptx_line = 0;
    LaneMask lanes = kAllLanes;
    std::optional<Address> address; ///< global, or an offset in the space; of any byte reached
};

/// Matches that step, and `last` at the latest: found() tells which it was.
class WishedStep : public StepMatcher {
public:
    WishedStep(const LaunchFacts& facts, const StepWish& wish, std::uint64_t last)
        : facts_(facts), wish_(wish), last_(last) {}

    Interest interest() const override {
        return {.instructions = true, .accesses = wish_.address.has_value()};
    }
    void begin() override { executed_ = reached_ = false; }
    bool matches(const Session& session) override;
    void on_instruction(const InstructionEvent& event) override;
    void on_unfinished(const InstructionEvent& event) override { on_instruction(event); }
    void on_access(const AccessEvent& event) override;

    bool found() const { return executed_ && (reached_ || !wish_.address); }

private:
    const LaunchFacts& facts_;
    const StepWish wish_;
    const std::uint64_t last_;
    bool executed_ = false, reached_ = false;
};

} // namespace warpscope::gui
