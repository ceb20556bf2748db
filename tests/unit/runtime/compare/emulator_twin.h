// EmulatorTwin: an emulator as the other device, which may understand some PTX otherwise.
#pragma once

#include "runtime/compare/twin.h"
#include "tests/unit/runtime/report/small_kernels.h"

namespace warpscope::test {

class EmulatorTwin : public compare::Twin {
public:
    /// To it, the text `what` means `instead`.
    explicit EmulatorTwin(std::string what = "", std::string instead = "")
        : what_(std::move(what)), instead_(std::move(instead)) {}

    std::string name() const override { return "another emulator"; }
    Status load(const Capsule& before, const LaunchRequest&, compare::Watching) override {
        Capsule changed = before;
        for (std::size_t at = 0;
             !what_.empty() && (at = changed.ptx.find(what_, at)) != std::string::npos;
             at += instead_.size())
            changed.ptx.replace(at, what_.size(), instead_);
        Result<PreparedLaunch> launch = prepare_launch(changed);
        if (!launch) FAIL(to_string(launch.error()) + "\n" + changed.ptx);
        launch_ = std::move(*launch);
        return Done{};
    }
    Result<compare::TwinEnd> run(const LaunchRequest&, const std::vector<OwnedBuffer>&) override {
        run_prepared(launch_);
        return compare::TwinEnd{};
    }
    Status read(const CapsuleAllocation& a, std::span<const std::uint8_t>,
                std::span<std::uint8_t> to) override {
        launch_.memory->read(a.base, to.data(), to.size());
        return Done{};
    }

private:
    std::string what_, instead_;
    PreparedLaunch launch_;
};

} // namespace warpscope::test
