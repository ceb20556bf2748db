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

TEST_CASE("the order in which parts come does not matter", "[rebuilder]") {
    MemoryRebuilder rebuilder;
    rebuilder.on_allocation({kGlobalBase, 8, 1, 0, ""});
    auto first = rebuilder.begin_block(1, 0), second = rebuilder.begin_block(1, 1);
    Address addresses[kLanes];
    std::uint8_t old_values[kLanes * 4] = {}, new_values[kLanes * 4] = {};
    for (Address& a : addresses)
        a = kGlobalBase;
    AccessEvent event;
    event.kind = AccessKind::Store;
    event.width = event.element = 4;
    event.addresses = addresses;
    event.old_values = old_values;
    event.new_values = new_values;
    // The second block stored 7 and 9 to one place, then the first made a 10 of it.
    event.lanes = 0b11;
    new_values[0] = 7, new_values[4] = 9;
    second->on_access(event);
    event.kind = AccessKind::Reduction;
    event.lanes = 0b1;
    old_values[0] = 9, new_values[0] = 10;
    first->on_access(event);
    rebuilder.join(1, 0, *first);
    rebuilder.join(1, 1, *second);
    rebuilder.on_launch_end({1});
    DeviceMemory expected(64);
    expected.allocate_at(kGlobalBase, 8, AllocationKind::Device);
    const std::uint8_t bytes[8] = {10};
    expected.write(kGlobalBase, bytes, 8);
    CHECK(rebuilder.content_hash() == expected.content_hash());
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
