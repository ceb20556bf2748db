// Records: what an instruction leaves for observers, who are told once it is done.
#pragma once

#include <cstdint>

#include "sim/events/events.h"
#include "sim/state/address_patterns.h"

namespace warpscope {

/// What a memory instruction leaves for observers, for the lanes that reached one space.
struct AccessRecord {
    AccessEvent event; ///< its pointers point below; the engine sets `warp` and `at`
    Address addresses[kLanes];
    std::uint8_t old_values[kLanes * 32];
    std::uint8_t new_values[kLanes * 32];
};

/// One record per Space, because the lanes of a generic access may reach several.
struct AccessRecords {
    bool values = false;     ///< somebody wants the bytes, too
    bool unchanged = false;  ///< ... which lanes left them as they were; always with the bytes
    std::uint8_t filled = 0; ///< bit per Space: set by the instruction, cleared by who announces it
    AccessRecord in[kSpaces];
    /// What AddressPatterns held when it was last announced: AccessEvent::pattern.
    struct Announced {
        std::uint64_t owner = 0;
        LaneMask active = 0;
        std::uint32_t number = 0;
    };
    Announced announced[AddressPatterns::kSlots];
    std::uint32_t numbers = 0; ///< given so far

    bool has(unsigned space) const { return (filled >> space & 1) != 0; }
};

/// What an instruction that orders memory leaves for observers, who clear it.
struct OrderRecords {
    bool fence = false;       ///< a fence was executed
    std::uint8_t groups = 0;  ///< of lanes that bar.warp.sync brought together
    LaneMask members[kLanes]; ///< of each group

    void add_group(LaneMask lanes) { members[groups++] = lanes; }
};

} // namespace warpscope
