// Checker: an observer that finds what is wrong with launches.
#pragma once

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
    /// Pointer parameters of the launch that comes next that were declared owned.
    virtual void declare_owned(const std::vector<OwnedParameter>&) {}
};

} // namespace warpscope
