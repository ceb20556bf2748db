// The handler of SIGINT during launches.
#include "runtime/report/interrupts.h"

#include <cstdio>

namespace warpscope::report {
namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void on_interrupt(int) {
    interrupted.store(true, std::memory_order_relaxed);
}

} // namespace

InterruptWatch::InterruptWatch() {
    interrupted = false;
    if (sigaction(SIGINT, nullptr, &before_) != 0 || (before_.sa_flags & SA_SIGINFO) != 0 ||
        before_.sa_handler != SIG_DFL)
        return;
    struct sigaction ours{};
    ours.sa_handler = on_interrupt;
    ours.sa_flags = static_cast<int>(SA_RESETHAND | static_cast<unsigned>(SA_RESTART));
    sigemptyset(&ours.sa_mask);
    watching_ = sigaction(SIGINT, &ours, nullptr) == 0;
}

InterruptWatch::~InterruptWatch() {
    restore();
}

const std::atomic<bool>& InterruptWatch::flag() {
    return interrupted;
}

void InterruptWatch::restore() {
    if (watching_) sigaction(SIGINT, &before_, nullptr);
    watching_ = false;
}

void InterruptWatch::follow_up() {
    // Before the flag is read: a signal that comes from here on ends the process by itself.
    restore();
    if (!interrupted) return;
    std::fflush(nullptr);
    raise(SIGINT);
}

} // namespace warpscope::report
