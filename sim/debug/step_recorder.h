// StepRecorder: listens to one warp instruction of a stepped launch. Internal to sim/debug.
#pragma once

#include "sim/debug/step_record.h"
#include "sim/events/observer.h"

namespace warpscope {

class StepRecorder final : public BlockObserver {
public:
    /// Forgets what it heard; the next instruction is what record() tells of.
    void clear();
    /// Nothing when no instruction was announced. `at` has its indices alone.
    const StepRecord* record() const { return heard_ ? &record_ : nullptr; }

    void on_instruction(const InstructionEvent& event) override;
    void on_unfinished(const InstructionEvent& event) override;
    void on_access(const AccessEvent& event) override;
    void on_branch(const BranchEvent& event) override;
    void on_barrier(const BarrierEvent& event) override;
    void on_retire(const RetireEvent& event) override;
    void on_print(const PrintEvent& event) override;
    void on_fault(const FaultEvent& event) override;

private:
    void hear(WarpId warp, CodePosition at);

    StepRecord record_;
    bool heard_ = false;
};

} // namespace warpscope
