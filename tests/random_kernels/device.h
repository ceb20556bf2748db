// Device: what runs kernels; the emulator is one, a GPU is another.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/exec/launch.h"
#include "tests/random_kernels/layout.h"

namespace warpscope::random_kernels {

/// A kernel with all that it takes to run it.
struct Case {
    std::uint64_t seed = 0; ///< of the memory that it begins with
    Shape shape;
    std::string kernel; ///< its name
    std::string text;   ///< PTX, without module_header()
};
Case case_of(const Program& program);

struct Answer {
    std::string problem; ///< why there is no output; "" when there is
    std::vector<std::uint8_t> output;
};

class Device {
public:
    virtual ~Device() = default;
    virtual std::string name() const = 0;
    /// One answer a case.
    virtual std::vector<Answer> run(std::span<const Case> cases) = 0;
};

struct EmulatorOptions {
    isa::Level level = isa::best_level();
    LaunchOptions launch;
    bool check = false; ///< what a checker finds is a problem
    /// Adds up how often each row's instructions ran, in warp instructions.
    std::vector<std::uint64_t>* executions = nullptr;
    std::uint64_t* warp_instructions = nullptr;
};
std::unique_ptr<Device> make_emulator(const EmulatorOptions& options);

/// A GPU. A kernel that faults, or does not end within `seconds`, leaves it unusable: then `lost`
/// is true, and all cases from there on have a problem.
class Gpu : public Device {
public:
    virtual bool lost() const = 0;
    /// The driver's compiler may optimise (level 4) or not (0).
    virtual void set_optimization(unsigned level) = 0;
};
Result<std::unique_ptr<Gpu>> open_gpu(int index, double seconds);

} // namespace warpscope::random_kernels
