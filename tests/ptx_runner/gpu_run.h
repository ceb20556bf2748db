// Runs cases on an NVIDIA GPU through the driver, which is opened at run time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/driver/context.h"
#include "tests/ptx_runner/case_file.h"

namespace warpscope::cases {

class Gpu {
public:
    /// Opens the driver and the first device; the diagnostic says why not.
    static Result<std::unique_ptr<Gpu>> open();

    /// "NVIDIA H200 (driver 580.95.05, CUDA 13.0)"
    std::string description() const;
    /// Failures, one line each; empty when the case passes. The PTX is reprinted so that nothing is
    /// fused. `ran` is false for a case that only
    /// makes sense on the emulator: it expects a fault (which would end the process's context), a
    /// diagnostic, or the stack model.
    std::vector<std::string> run(const Case& c, bool& ran);

private:
    explicit Gpu(std::unique_ptr<driver::Context> context) : context_(std::move(context)) {}
    std::unique_ptr<driver::Context> context_;
};

} // namespace warpscope::cases
