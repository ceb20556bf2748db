// Who writes into owned buffers, on both devices.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/report/source_files.h"
#include "sim/checkers/owned_buffers.h"
#include "sim/checkers/ownership_log.h"
#include "sim/debug/capsule.h"
#include "sim/exec/launch.h"
#include "sim/report/comparison.h"

namespace warpscope::compare {

/// A buffer of the launch: as texts name it, and in fields.
struct NamedBuffer {
    std::string name; ///< as BufferComparison::name
    MemoryReference memory;
};
/// The buffer at an address.
using NameBuffer = std::function<NamedBuffer(Address)>;

/// The owned buffers of the launch that the capsule holds.
std::vector<OwnedBuffer> owned_in(const Capsule& before,
                                  const std::vector<OwnedParameter>& declared);

/// Runs the launch once more on the emulator, and notes every write by somebody who does not own
/// the element. Empty when it cannot be run.
OwnershipLog owners_on_emulator(const Capsule& before, const std::vector<OwnedParameter>& declared);

/// Two logs of one launch. Who came first does not matter: an element is the same on both when the
/// same threads, or blocks, wrote it.
OwnershipComparison compare_owners(const OwnershipLog& emulator, const OwnershipLog& gpu,
                                   const LaunchRequest& request, const NameBuffer& name,
                                   report::SourceFiles& sources);

} // namespace warpscope::compare
