// Host memory: how much is left, and which addresses are kept free.
#include "runtime/host/host_machine.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>

#include "sim/base/address.h"

namespace warpscope::host {
namespace {

/// The machine is asked once for so many bytes, as that takes some microseconds.
constexpr std::uint64_t kStep = std::uint64_t{64} << 20;

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

/// What this process holds of it now, in bytes; 0 when it cannot be read.
std::uint64_t resident_bytes() {
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    if (file == nullptr) return 0;
    unsigned long long size = 0, resident = 0;
    const bool read = std::fscanf(file, "%llu %llu", &size, &resident) == 2;
    std::fclose(file);
    return read ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

} // namespace

bool host_can_hold(std::uint64_t bytes, std::uint64_t promised) {
    if (bytes > UINT64_MAX - promised) return false;
    if (promised / kStep == (promised + bytes) / kStep) return true;
    const std::uint64_t available = available_bytes(), resident = resident_bytes();
    return available > UINT64_MAX - resident || bytes + promised <= available + resident;
}

bool reserve_device_addresses(std::uint64_t bytes) {
    void* const wanted = reinterpret_cast<void*>(kGlobalBase);
    // Guards and alignment between allocations need some room beyond the bytes themselves.
    return mmap(wanted, bytes + bytes / 8, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
                0) == wanted;
}

void release_device_addresses(std::uint64_t bytes) {
    munmap(reinterpret_cast<void*>(kGlobalBase), bytes + bytes / 8);
}

} // namespace warpscope::host
