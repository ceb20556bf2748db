// AccessRecord: what is remembered of one access, for all words that it touched.
#pragma once

#include <cstdint>

#include "sim/checkers/clock.h"
#include "sim/events/events.h"
#include "sim/program/types.h"

namespace warpscope {

/// What the lanes of one warp did at an instruction, at one time of the warp.
struct AccessRecord {
    std::uint32_t operation = 0; ///< launch or copy, in the order of the host's calls
    std::uint32_t time = 0;      ///< of the warp
    std::uint64_t block = 0;
    CodePosition at;
    std::uint16_t warp = 0;
    AccessKind kind = AccessKind::Load;
    Order order = Order::Weak;
    Scope scope = Scope::None;
    std::uint8_t width = 0; ///< bytes a lane touches

    bool strong() const { return order != Order::Weak; }
    bool writes() const { return kind != AccessKind::Load; }
    bool reads() const { return kind != AccessKind::Store; }
    Moment moment(unsigned lane) const { return {block, warp, lane, time}; }
};

/// A record's number, from 1 on; 0 is none.
using RecordId = std::uint32_t;

/// A moment of a log: what it holds below these numbers was there before.
struct LogMark {
    RecordId records = 1;
    std::uint32_t members = 1;
};

} // namespace warpscope
