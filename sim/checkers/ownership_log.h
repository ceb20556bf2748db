// OwnershipLog: every write by somebody who does not own the element, one by one; for a comparison
// with what another device saw.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/checkers/owner_rule.h"
#include "sim/events/ids.h"

namespace warpscope {

struct OwnershipRecord {
    std::uint32_t buffer = 0;  ///< index into OwnershipLog::buffers
    std::uint64_t element = 0; ///< of OwnedBuffer::element_bytes
    std::uint64_t writer = 0;  ///< linear index of the thread, or of the block where blocks own
    CodePosition at;
    bool has_first = false; ///< the element belongs to whoever wrote it first:
    std::uint64_t first_writer = 0;
    CodePosition first_at;
};

struct OwnershipLog {
    static constexpr std::size_t kMostRecords = std::size_t{1} << 20;

    std::vector<OwnedBuffer> buffers; ///< of the launch, in the order of its parameters
    std::vector<OwnershipRecord> records;
    bool cut = false; ///< there were more records
};

} // namespace warpscope
