// InterruptWatch: lets Ctrl-C end a launch in good order instead of ending the process in its
// middle, so that what was done so far is reported.
#pragma once

#include <atomic>

#include <signal.h>

namespace warpscope::report {

/// While it lives, a first SIGINT sets flag(); a second ends the process as usual. A process that
/// handles or ignores SIGINT itself is left alone.
class InterruptWatch {
public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    static const std::atomic<bool>& flag();
    /// Ends the process as SIGINT would have, when there was one.
    void follow_up();

private:
    void restore();

    struct sigaction before_{};
    bool watching_ = false;
};

} // namespace warpscope::report
