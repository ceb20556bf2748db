// MemoryHints: what a program has advised about ranges of managed memory.
//
// Nothing here changes what kernels compute; programs can ask for what they have set.
#pragma once

#include <cstdint>
#include <map>

#include "sim/base/address.h"

namespace warpscope::host {

enum class Hint : std::uint8_t {
    ReadMostly,        ///< 1
    PreferredLocation, ///< a device, or cudaCpuDeviceId
    AccessedByDevice,  ///< 1
    AccessedByHost,    ///< 1
    LastPrefetch,      ///< a device, or cudaCpuDeviceId
};

class MemoryHints {
public:
    void set(Hint hint, Address begin, std::uint64_t bytes, int value);
    void unset(Hint hint, Address begin, std::uint64_t bytes);
    /// The value that all bytes of the range have in common, or `otherwise`.
    int get(Hint hint, Address begin, std::uint64_t bytes, int otherwise) const;
    void forget(Address begin, std::uint64_t bytes);
    void clear() { ranges_.clear(); }

private:
    struct Range {
        Address end = 0;
        int value = 0;
    };
    /// By their first address; those of one hint do not overlap.
    std::map<Hint, std::map<Address, Range>> ranges_;
};

} // namespace warpscope::host
