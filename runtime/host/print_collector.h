// PrintCollector: what a launch printed, in block order.
#pragma once

#include <memory>
#include <string>

#include "sim/events/observer.h"

namespace warpscope::host {

class PrintCollector : public Observer {
public:
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t) override {
        return std::make_unique<Part>();
    }
    void join(LaunchId, std::uint64_t, BlockObserver& part) override {
        text_ += static_cast<Part&>(part).text;
    }
    void on_launch_restart(const LaunchEvent&) override { text_.clear(); }

    const std::string& text() const { return text_; }

private:
    struct Part : BlockObserver {
        void on_print(const PrintEvent& event) override { text += event.text; }
        std::string text;
    };

    std::string text_;
};

} // namespace warpscope::host
