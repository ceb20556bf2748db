// The table from faults to errors, and the text of failed asserts.
#include "runtime/host/fault_errors.h"

#include <vector>

namespace warpscope::host {
namespace {

std::string place(const Dim3& d) {
    return "[" + std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z) + "]";
}

/// The fault's detail holds file, line, function and expression, a line each.
std::vector<std::string> parts_of(const std::string& detail) {
    std::vector<std::string> parts(1);
    for (char c : detail) {
        if (c == '\n' && parts.size() < 4)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    parts.resize(4);
    return parts;
}

} // namespace

cudaError_t error_of(const LaunchResult& result) {
    if (result.outcome == LaunchOutcome::Finished || result.outcome == LaunchOutcome::Interrupted)
        return cudaSuccess;
    switch (result.fault.kind) {
    // A stack that overflows runs out of local memory: an illegal address on an H200 too.
    case FaultKind::OutOfBounds:
    case FaultKind::UseAfterFree:
    case FaultKind::BadFree:
    case FaultKind::StackOverflow:
    case FaultKind::SurfaceOutOfRange: return cudaErrorIllegalAddress;
    case FaultKind::BadHandle: return cudaErrorInvalidResourceHandle;
    case FaultKind::Misaligned: return cudaErrorMisalignedAddress;
    case FaultKind::WrongSpace: return cudaErrorInvalidAddressSpace;
    case FaultKind::NullFunction:
    case FaultKind::WrongSignature: return cudaErrorInvalidPc;
    case FaultKind::AssertFailed: return cudaErrorAssert;
    case FaultKind::InvalidInstruction: return cudaErrorIllegalInstruction;
    // A GPU waits for ever, until its watchdog ends the kernel.
    case FaultKind::Deadlock:
    case FaultKind::DivergentBarrier:
    case FaultKind::BudgetExhausted: return cudaErrorLaunchTimeout;
    // Traps, breakpoints and stores to constants are this on an H200; the rest has no error of its
    // own.
    default: return cudaErrorLaunchFailure;
    }
}

std::string assert_text(const FaultEvent& fault, const Dim3& grid, const Dim3& block) {
    const std::vector<std::string> parts = parts_of(fault.detail);
    const std::string& file = parts[0].empty() ? "unknown" : parts[0];
    std::string text;
    for_each_lane(fault.lanes, [&](unsigned lane) {
        const Dim3 thread =
            from_linear_index(std::uint64_t{fault.warp.warp} * kLanes + lane, block);
        text += file + ":" + parts[1] + ": " + parts[2] +
                ": block: " + place(from_linear_index(fault.warp.block, grid)) +
                ", thread: " + place(thread) + " Assertion `" + parts[3] + "` failed.\n";
    });
    return text;
}

} // namespace warpscope::host
