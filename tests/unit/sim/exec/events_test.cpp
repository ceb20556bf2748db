// Kernels of several blocks and warps announce the same events whatever executes them: at every
// level, with and without fast paths, on any number of host threads.
#include "sim/debug/instruction_table.h"
#include "tests/unit/sim/debug/small_launch.h"
#include "tests/unit/sim/exec/event_hash.h"

using namespace warpscope;
using namespace warpscope::test;
using warpscope::testing::EventHash;

namespace {

EventHash events_of(const char* kernel, isa::Level level, bool reference, unsigned threads,
                    bool values) {
    PreparedLaunch launch = small_launch(kernel, {kernel[0] == 'r' ? 2u : 9u}, {96});
    launch.request.executable =
        *build_executable(launch.request.executable->instance, kernel, level);
    launch.options.reference = reference;
    launch.options.host_threads = threads;
    EventHash events(values);
    run_launch(launch.request, launch.gpu, *launch.memory, launch.options, {&events});
    return events;
}

} // namespace

TEST_CASE("events are the same at every level, in the reference and on several threads",
          "[events]") {
    for (const char* kernel : {"reverse", "count", "queue", "far", "wide"}) {
        for (const isa::Level level : execution_levels())
            for (const bool reference : {false, true})
                for (const unsigned threads : {1u, 2u}) {
                    const bool values = threads == 1;
                    CAPTURE(kernel, level_name(level), reference, threads);
                    const EventHash expected = events_of(kernel, isa::Level::V2, true, 1, values);
                    const EventHash events = events_of(kernel, level, reference, threads, values);
                    CHECK(expected.events > 0);
                    CHECK(events.events == expected.events);
                    CHECK(events.value == expected.value);
                }
    }
}
