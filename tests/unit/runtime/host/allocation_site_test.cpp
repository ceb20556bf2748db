// Tests what the library knows of where the program allocates.
#include "runtime/host/allocation_site.h"

#include <thread>

#include "runtime/host/api.h"
#include "tests/catch.h"

using warpscope::host::allocation_site;

TEST_CASE("allocation site: what the program's headers said last, by host thread", "[runtime]") {
    CHECK(allocation_site().line == 0);
    __warpscopeAllocationSite("saxpy.cu", 31);
    CHECK(allocation_site().file == "saxpy.cu");
    CHECK(allocation_site().line == 31);
    std::uint32_t elsewhere = 1;
    std::thread([&] { elsewhere = allocation_site().line; }).join();
    CHECK(elsewhere == 0);
    __warpscopeAllocationSite(nullptr, 0);
    CHECK(allocation_site().line == 0);
    CHECK(allocation_site().file.empty());
}
