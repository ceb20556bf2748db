// InterruptFlag: Ctrl-C ends a launch in this process, and the report so far is printed.
#pragma once

#include <atomic>

#include <signal.h>

namespace warpscope::cli {

/// While it lives, a first SIGINT sets the flag, and a second ends this process as usual.
class InterruptFlag {
public:
    InterruptFlag();
    ~InterruptFlag();
    InterruptFlag(const InterruptFlag&) = delete;
    InterruptFlag& operator=(const InterruptFlag&) = delete;

    const std::atomic<bool>* flag() const;

private:
    struct sigaction before_{};
};

} // namespace warpscope::cli
