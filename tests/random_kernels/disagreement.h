// What two devices made of one kernel, and the file that tells of it.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "tests/random_kernels/device.h"
#include "tests/random_kernels/program.h"

namespace warpscope::random_kernels {

enum class Verdict : std::uint8_t {
    NotRun,
    Equal,
    Different,
    EmulatorProblem, ///< it stopped, or could not read the kernel
    Refused,         ///< by the driver's compiler
    Fault,           ///< of the GPU
};
std::string_view name_of(Verdict verdict);

/// `text` says where they differ first, and in how many elements; "" when they are equal.
struct Comparison {
    Verdict verdict = Verdict::Equal;
    std::string text;
};
Comparison compare(const Shape& shape, const Answer& emulator, const Answer& other);

/// A digest of what a device left (XXH3, 64 bits).
std::uint64_t digest_of(const Answer& answer);

/// Runs the program on both.
Comparison compare(const Program& program, Device& emulator, Device& other);

/// Reduces a program that the devices disagree about, and describes it: a PTX file, whose first
/// lines are comments with what read_case() needs and what a reader wants to know. `gpu` may be
/// null; else it is `other`, and the case tells what its compiler's optimisation has to do with it.
/// `step` is called now and then.
std::string describe(const Program& program, Device& emulator, Device& other, Gpu* gpu,
                     std::chrono::steady_clock::time_point deadline,
                     const std::function<void()>& step);

/// A case file as a case that can be run again.
Result<Case> read_case(const std::string& path);

} // namespace warpscope::random_kernels
