// The words for each kind of fault: what happened, what is known about the memory near it, what to
// do.
#pragma once

#include <string>
#include <vector>

#include "sim/events/events.h"
#include "sim/exec/launch.h"
#include "sim/memory/device_memory.h"
#include "sim/report/finding.h"

namespace warpscope::report {

/// A fault with everything its text is made from.
struct FaultScene {
    const FaultEvent& fault;
    const LaunchRequest& request;
    const DeviceMemory& memory;
    const LaunchOptions& options;
    const Instruction* instruction = nullptr; ///< null when the fault names none
};

/// A null pointer: generic or global addresses this low belong to nobody.
bool is_null_access(const FaultEvent& fault);
/// Whether the fault is about an address.
bool has_address(const FaultEvent& fault);

std::string fault_message(const FaultScene& scene);
std::vector<std::string> fault_details(const FaultScene& scene);
/// The memory that they speak of, if they do.
MemoryReference fault_memory(const FaultScene& scene);
std::string fault_advice(const FaultScene& scene);

} // namespace warpscope::report
