// A CudaDevice over the fake driver.
#pragma once

#include <memory>

#include "runtime/host/cuda_device.h"
#include "tests/catch.h"
#include "tests/fake_driver/access.h"

namespace warpscope::fake {

/// A device whose findings nobody sees.
struct TestDevice {
    explicit TestDevice(bool explicit_rounding = false) {
        settings.device = "gpu";
        settings.gpu_index = 1;
        settings.explicit_rounding = explicit_rounding;
        settings.verbosity = report::Verbosity::Quiet;
        log = std::make_unique<host::LaunchLog>(settings);
        auto opened = host::CudaDevice::open(settings, *log);
        REQUIRE(opened.ok());
        device = std::move(*opened);
    }
    report::RunSettings settings;
    std::unique_ptr<host::LaunchLog> log;
    std::unique_ptr<host::CudaDevice> device;
};

} // namespace warpscope::fake
