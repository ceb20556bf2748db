// The handler of SIGINT for launches in this process.
#include "cli/interrupt.h"

namespace warpscope::cli {
namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void on_interrupt(int) {
    interrupted.store(true, std::memory_order_relaxed);
}

} // namespace

InterruptFlag::InterruptFlag() {
    interrupted = false;
    struct sigaction ours{};
    ours.sa_handler = on_interrupt;
    ours.sa_flags = static_cast<int>(SA_RESETHAND | static_cast<unsigned>(SA_RESTART));
    sigemptyset(&ours.sa_mask);
    sigaction(SIGINT, &ours, &before_);
}

InterruptFlag::~InterruptFlag() {
    sigaction(SIGINT, &before_, nullptr);
}

const std::atomic<bool>* InterruptFlag::flag() const {
    return &interrupted;
}

} // namespace warpscope::cli
