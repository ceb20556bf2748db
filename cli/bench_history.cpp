// Runs a session to its end and steps back from places all over the launch.
#include "cli/bench_history.h"

#include <chrono>

namespace warpscope::cli {
namespace {

constexpr std::uint64_t kHistoryBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kPlaces = 24;

template<class Work>
double seconds_of(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

Result<HistoryCost> measure_history(PreparedLaunch launch, PreparedLaunch again) {
    SessionOptions options;
    options.history_bytes = kHistoryBytes;
    auto session = Session::open(std::move(launch), options);
    if (!session) return session.error();
    auto plain = Session::open(std::move(again));
    if (!plain) return plain.error();
    HistoryCost cost;
    cost.plain_seconds = seconds_of([&] { (*plain)->run_to_end(); });
    cost.forward_seconds = seconds_of([&] { (*session)->run_to_end(); });
    cost.warp_instructions = (*session)->position();
    cost.bytes = (*session)->history_bytes();
    // From just before each place, from the end of the launch to its beginning: as somebody does
    // who steps back after having gone there.
    for (std::uint64_t k = 0; k < kPlaces; ++k) {
        (*session)->go_to(cost.warp_instructions - cost.warp_instructions * k / kPlaces);
        cost.back_seconds.push_back(seconds_of([&] { (*session)->step_back(); }));
    }
    return cost;
}

} // namespace warpscope::cli
