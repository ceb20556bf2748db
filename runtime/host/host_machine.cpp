// Host memory: how much is left, and which addresses are kept free.
#include "runtime/host/host_machine.h"

#include <sys/mman.h>

#include <cstdio>

#include "sim/base/address.h"

namespace warpscope::host {
namespace {

/// Smaller requests are not worth a question.
constexpr std::uint64_t kSmall = std::uint64_t{64} << 20;

/// MemAvailable of /proc/meminfo in bytes; UINT64_MAX when it cannot be read.
std::uint64_t available_bytes() {
    std::FILE* file = std::fopen("/proc/meminfo", "r");
    if (file == nullptr) return UINT64_MAX;
    std::uint64_t available = UINT64_MAX;
    char line[256];
    while (std::fgets(line, sizeof line, file) != nullptr) {
        unsigned long long kibibytes = 0;
        if (std::sscanf(line, "MemAvailable: %llu kB", &kibibytes) == 1)
            available = kibibytes * 1024;
    }
    std::fclose(file);
    return available;
}

} // namespace

bool host_can_hold(std::uint64_t bytes) {
    return bytes <= kSmall || bytes <= available_bytes();
}

void reserve_device_addresses(std::uint64_t bytes) {
    // Guards and alignment between allocations need some room beyond the bytes themselves.
    mmap(reinterpret_cast<void*>(kGlobalBase), bytes + bytes / 8, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}

} // namespace warpscope::host
