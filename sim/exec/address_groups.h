// Address groups: accesses to memory whose address register holds the same values, so that what
// their lanes' addresses look like needs to be found out only once.
#pragma once

#include "sim/isa/decoded.h"
#include "sim/program/control_flow.h"

namespace warpscope {

/// Sets DecodedInstruction::address_group of a function's memory instructions: 0 when it stands
/// alone, else the number of its group, with isa::kLeadsGroup set in the first of them. Members of
/// a group follow each other in one basic block, have no guard, and nothing writes their address
/// register in between.
void assign_address_groups(const Function& source, const ControlFlow& flow,
                           std::vector<isa::DecodedInstruction>& code);

} // namespace warpscope
