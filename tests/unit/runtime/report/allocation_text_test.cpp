// Tests how texts call allocations of every kind.
#include "runtime/report/allocation_text.h"

#include "sim/debug/capsule.h"
#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::report;

TEST_CASE("allocation text: without a name, its number, size and site", "[report]") {
    AllocationFacts a;
    a.id = 2;
    a.bytes = 1024;
    CHECK(allocation_text(a) == "allocation 2 (1,024 bytes)");
    a.allocated_at = {"/home/me/project/saxpy.cu", 31, 0};
    CHECK(allocation_text(a) == "allocation 2 (1,024 bytes, allocated at saxpy.cu:31)");
    CHECK(allocation_name(a) == "allocation 2");
    a.base = 0x7f0000000100;
    CHECK(allocation_text(a) ==
          "allocation 2 (1,024 bytes at 0x7f0000000100, allocated at saxpy.cu:31)");
    a.base = 0;
    a.bytes = 1;
    a.kind = AllocationKind::Managed;
    CHECK(allocation_text(a) == "allocation 2 (1 byte, managed, allocated at saxpy.cu:31)");
    // Two of one site are told apart by their numbers.
    AllocationFacts b = a;
    b.id = 3;
    CHECK(allocation_text(b) != allocation_text(a));
}

TEST_CASE("allocation text: names of variables and buffers", "[report]") {
    AllocationFacts a;
    a.id = 7;
    a.bytes = 4;
    a.name = "total";
    CHECK(allocation_text(a) == "buffer `total` (4 bytes)");
    for (const AllocationKind kind :
         {AllocationKind::ModuleVariable, AllocationKind::Constant, AllocationKind::Managed}) {
        a.kind = kind;
        CHECK(allocation_text(a) == "variable `total` (4 bytes)");
    }
    a.name = "_ZN2ns5tableE";
    CHECK(allocation_text(a) == "variable `ns::table` (4 bytes)");
}

TEST_CASE("allocation text: blocks of the heap, and arrays", "[report]") {
    AllocationFacts a;
    a.id = 5;
    a.bytes = 64;
    a.kind = AllocationKind::Heap;
    CHECK(allocation_text(a) == "block 5 of the device heap (64 bytes)");
    a.kind = AllocationKind::Array;
    a.name = "array";
    a.allocated_at = {"blur.cu", 12, 0};
    CHECK(allocation_text(a) == "array 5 (64 bytes, allocated at blur.cu:12)");
    a.shape = "4 x 4 texels of 4 bytes";
    CHECK(allocation_text(a) == "array 5 (4 x 4 texels of 4 bytes, allocated at blur.cu:12)");
    CHECK(reference_to(a).name.empty());
}

TEST_CASE("allocation text: allocations, freed ones and captured ones have the same words",
          "[report]") {
    DeviceMemory memory(1 << 20);
    Allocation* a = memory.allocate(48, AllocationKind::Device);
    a->allocated_at = {"dir/x.cu", 9, 0};
    const std::string text = "allocation 1 (48 bytes, allocated at x.cu:9)";
    CHECK(allocation_text(facts_of(*a)) == text);
    CapsuleAllocation captured;
    captured.id = 1;
    captured.size = 48;
    captured.allocated_at = a->allocated_at;
    CHECK(allocation_text(facts_of(captured)) == text);
    const MemoryReference reference = reference_to(*a);
    CHECK(reference.id == 1);
    CHECK(reference.address == a->base);
    CHECK(reference.bytes == 48);
    CHECK(reference.allocated_at.file == "dir/x.cu");
    const Address base = a->base;
    memory.release(base);
    const Nearest nearest = memory.nearest(base + 4);
    REQUIRE(nearest.freed != nullptr);
    CHECK(allocation_text(facts_of(*nearest.freed)) == text);
}
