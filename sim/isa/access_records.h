// What observers get to know of an access: lanes, addresses, and the bytes when somebody wants
// them. Included by files of sim/isa only; used only with Context::records.
#pragma once

#include "sim/isa/memory_access.h"

WARPSCOPE_ISA_BEGIN

/// The record of what the instruction does in `space`; made when there is none yet, without lanes.
AccessRecord& open_record(Context& c, const DecodedInstruction& i, Request r, Space space);

/// The bytes at `host` before the instruction, which a store or an atomic then changes in the
/// record.
void record_bytes(Context& c, AccessRecord& record, unsigned lane, unsigned width,
                  std::uint64_t host);

/// An access of all active lanes whose places were found by the pattern of their addresses. `base`
/// is the generic address at which the space begins, or 0.
void record_pattern(Context& c, const DecodedInstruction& i, Request r, Space space, Address base,
                    const Places& at);

/// The same of a full warp's load of words from shared memory, which is most of what tiled kernels
/// do, for observers who want no bytes. `p`: the pattern.
void record_shared_words(Context& c, const DecodedInstruction& i, const AddressPattern& p);

WARPSCOPE_ISA_END
