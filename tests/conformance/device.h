// Device: what runs a batch of forms; the emulator is one, a GPU is the other.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/isa/row.h"
#include "tests/conformance/kernel_text.h"

namespace warpscope::conformance {

/// Forms with one signature, and the input area that they share.
struct Batch {
    std::span<const Form> forms;
    std::shared_ptr<const std::vector<std::uint8_t>> inputs;
    Threads threads = Threads::All;
    std::uint32_t tuples = 0; ///< a multiple of kChunk: the first so many are run
};

struct FormResult {
    std::string refusal;              ///< why the form was not compiled; "" when it ran
    std::vector<std::uint8_t> output; ///< area_offsets() of the destinations
};

/// One for each host thread.
class Device {
public:
    virtual ~Device() = default;
    /// One result a form. The diagnostic is about the device, not about a form.
    virtual Result<std::vector<FormResult>> run(const Batch& batch) = 0;
    virtual std::string description() const = 0;
};

std::unique_ptr<Device> make_emulator(isa::Level level);
/// The first GPU. The diagnostic says why there is none.
Result<std::unique_ptr<Device>> make_gpu();

} // namespace warpscope::conformance
