// Replay: runs all forms on the emulator, on a GPU, or on both, on several host threads.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/conformance/comparison.h"
#include "tests/conformance/device.h"
#include "tests/conformance/digest.h"

namespace warpscope::conformance {

/// What one device made of a form.
struct Answer {
    bool ran = false;
    std::string refusal; ///< when it did not run
    Digest digest;
};

struct FormOutcome {
    Answer emulator, hardware;
    Discrepancy comparison; ///< when both ran
};

struct ReplaySettings {
    bool emulator = false, hardware = false;
    bool guarded = false; ///< the emulator must give some lanes of a warp what it gives all
    std::uint32_t tuples = kTuples;
    unsigned threads = 1;
    isa::Level level = isa::Level::V2;
    std::string dump; ///< a folder for the raw inputs and outputs of each form, or ""
};

struct Replay {
    std::vector<FormOutcome> outcomes; ///< one a form, in the forms' order
    std::string hardware;              ///< the GPU's name and driver
};

/// The diagnostic is about a device that could not be used.
Result<Replay> replay(const std::vector<Form>& forms, const ReplaySettings& settings);

} // namespace warpscope::conformance
