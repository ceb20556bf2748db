// Tests that events tell everything about global memory: it can be rebuilt from them alone.
#include "sim/debug/memory_rebuilder.h"

#include "sim/debug/announce_memory.h"
#include "tests/catch.h"
#include "tests/unit/sim/debug/small_launch.h"

using namespace warpscope;
using namespace warpscope::test;

TEST_CASE("memory rebuilt from events is the device's", "[rebuilder]") {
    for (const char* kernel : {"reverse", "count", "queue", "far", "wide"})
        for (unsigned threads : {1u, 2u}) {
            INFO(kernel << " on " << threads << " host threads");
            PreparedLaunch launch = small_launch(kernel, {kernel[0] == 'r' ? 2u : 9u}, {32});
            launch.options.host_threads = threads;
            MemoryRebuilder rebuilder;
            announce_memory(*launch.memory, {&rebuilder});
            CHECK(rebuilder.content_hash() == launch.memory->content_hash());
            run_launch(launch.request, launch.gpu, *launch.memory, launch.options, {&rebuilder});
            CHECK(rebuilder.content_hash() == launch.memory->content_hash());
            CHECK(rebuilder.misses() == 0);
        }
}

TEST_CASE("a session's observers see the same events", "[rebuilder]") {
    MemoryRebuilder rebuilder;
    SessionOptions options;
    options.observers = {&rebuilder};
    auto session = Session::open(small_launch("queue", {4}, {64}), options);
    REQUIRE(session.ok());
    CHECK(rebuilder.content_hash() == (*session)->memory_hash());
    (*session)->run_to_end();
    CHECK(rebuilder.content_hash() == (*session)->memory_hash());
}

TEST_CASE("events about memory that nobody announced are counted", "[rebuilder]") {
    MemoryRebuilder rebuilder;
    rebuilder.on_free({kGlobalBase, 4, 1});
    const std::uint8_t byte = 1;
    HostCopyEvent copy;
    copy.destination = kGlobalBase;
    copy.size = 1;
    copy.bytes = {&byte, 1};
    rebuilder.on_host_copy(copy);
    CHECK(rebuilder.misses() == 2);
}
