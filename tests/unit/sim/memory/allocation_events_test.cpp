// Tests what observers are told of an allocation.
#include "sim/memory/allocation_events.h"

#include "sim/memory/device_memory.h"
#include "tests/catch.h"

using namespace warpscope;

TEST_CASE("allocation events have the allocation's number, place, name and site", "[memory]") {
    DeviceMemory memory(1 << 20);
    memory.allocate(8, AllocationKind::Device);
    Allocation* a = memory.allocate(100, AllocationKind::ModuleVariable, "total");
    a->allocated_at = {"a.cu", 12, 0};
    const AllocationEvent made = allocation_event(*a);
    CHECK(made.base == a->base);
    CHECK(made.size == 100);
    CHECK(made.id == 2);
    CHECK(made.poison == kPoison);
    CHECK(made.name == "total");
    CHECK(made.allocated_at.file == "a.cu");
    CHECK(made.allocated_at.line == 12);
    const FreeEvent freed = free_event(*a);
    CHECK(freed.base == a->base);
    CHECK(freed.size == 100);
    CHECK(freed.id == 2);
    CHECK(freed.allocated_at.line == 12);
}
