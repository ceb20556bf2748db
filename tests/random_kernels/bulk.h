// Bulk: many kernels on two devices, in several processes, so that neither a fault of a GPU nor one
// of this program ends more than one kernel.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/random_kernels/disagreement.h"

namespace warpscope::random_kernels {

struct BulkSettings {
    std::uint64_t first = 0, count = 100; ///< seeds
    unsigned workers = 1;
    unsigned in_module = 50; ///< kernels that are compiled together
    double seconds = 480;    ///< what is not done by then is not run
    /// A process that comes no further for so long is ended.
    double stalled_seconds = 60;
    /// Opens what the emulator is compared with, in a worker's process; null: nothing.
    std::function<Result<std::unique_ptr<Device>>()> open_other;
    bool other_is_gpu = false; ///< what open_other opens is a Gpu
    EmulatorOptions emulator;
    std::string cases;          ///< a folder for case files, or ""
    unsigned most_cases = 3;    ///< that a worker reduces
    double reduce_seconds = 15; ///< for each of them
};

struct KernelResult {
    Verdict verdict = Verdict::NotRun;
    std::uint64_t text = 0;     ///< digest of the kernel and of what it begins with
    std::uint64_t emulator = 0; ///< of what the emulator left
    std::uint64_t other = 0;    ///< of what the other device left
    std::string words;          ///< unless they are equal
};

struct BulkResult {
    std::vector<KernelResult> kernels; ///< one a seed
    std::string other;                 ///< its name
    std::string problem;               ///< why nothing could be run; ""
};

/// Digest of a kernel's text, shape and memory.
std::uint64_t digest_of(const Case& c);

BulkResult run_bulk(const BulkSettings& settings);

} // namespace warpscope::random_kernels
