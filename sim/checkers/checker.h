// Checker: an observer that finds what is wrong with launches.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/checkers/owned_buffers.h"
#include "sim/checkers/violation.h"
#include "sim/events/observer.h"

namespace warpscope {

/// Lives on events alone, of one device, from before its first allocation on.
class Checker : public Observer {
public:
    /// What the launches that ended since the last call did wrong; equal violations are one.
    virtual std::vector<Violation> take_violations() = 0;
    /// Bytes held for each piece of device memory that was touched; records of accesses, which many
    /// pieces share, are not among them.
    virtual std::uint64_t shadow_bytes() const { return 0; }
    /// Pointer parameters of the launch that comes next that were declared owned.
    virtual void declare_owned(const std::vector<OwnedParameter>&) {}
};

} // namespace warpscope
