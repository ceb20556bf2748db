// LaunchComparison: what one launch left on the emulator and on a GPU, side by side.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/report/counter_comparison.h"
#include "sim/report/finding.h"

namespace warpscope {

/// One element whose values differ.
struct ElementDifference {
    std::uint64_t offset = 0;  ///< bytes from the start of the buffer
    std::uint64_t element = 0; ///< the offset in elements of the type
    std::string type;          ///< as the instruction that wrote it last says: "f32"
    std::string emulator, gpu; ///< the values
    std::string distance;      ///< "3 ulp", "off by 2", "not a number on the GPU only"
    /// Who wrote it last on the emulator; `does` is empty when nobody did.
    FindingParty writer;
};

/// So many elements differ by so much.
struct DifferenceBin {
    std::string distance;
    std::uint64_t elements = 0;
};

struct BufferComparison {
    /// "parameter 2, allocation 3 (4,096 bytes, allocated at saxpy.cu:31)", "variable `total` (4
    /// bytes)"
    std::string name;
    MemoryReference memory;
    std::uint64_t address = 0, bytes = 0;
    std::uint64_t differing = 0; ///< elements beyond what the tolerance allows
    std::uint64_t tolerated = 0; ///< elements that differ, and may
    std::string tolerance;       ///< the rule that held here: "bits", "ulp:4", "rel:1e-05"
    ElementDifference first, worst;
    std::vector<DifferenceBin> histogram; ///< of all that differ, from near to far
    std::uint64_t unexplained = 0;        ///< of `differing`: those for which there is no reason
    /// Legal reasons for which its values may differ.
    std::vector<std::string> reasons;
};

/// Who wrote an element: a thread, or a block where blocks own.
struct ElementWriter {
    std::string who;                 ///< "thread (3, 0, 0) of block (1, 0, 0)"
    std::vector<std::string> places; ///< where: "saxpy.cu:12", or the PTX line
    friend bool operator==(const ElementWriter&, const ElementWriter&) = default;
};

/// An element of an owned buffer that somebody wrote to whom it does not belong, on one of the
/// devices at least.
struct OwnedElement {
    std::string buffer; ///< as BufferComparison::name
    MemoryReference memory;
    std::uint64_t element = 0;
    std::string owner;                        ///< empty: it belongs to whoever writes it first
    std::vector<ElementWriter> emulator, gpu; ///< in the order of their numbers
    bool same_writers = true;                 ///< on both devices
};

/// The first result of a thread that is another one on the GPU.
struct FirstDifference {
    FindingParty thread;      ///< who, and the instruction with its lines
    std::uint64_t result = 0; ///< its number among the results of the thread, from 1
    std::string name;         ///< of the register
    std::string type;
    std::string emulator, gpu; ///< values; empty: that device computed something else, or no more
};

/// From a difference in memory back to where it began.
struct Bisection {
    std::vector<FirstDifference> steps; ///< each explains what the one before it has read
    std::string conclusion;             ///< empty: nobody looked
};

/// A line of a kernel on both devices.
struct LineExecutions {
    SourceLine source;          ///< file empty: the PTX has no line information
    std::uint32_t ptx_line = 0; ///< the first of its instructions
    std::string ptx_text;
    /// Of all its instructions: executions by lanes, and by warps.
    std::uint64_t emulator_threads = 0, emulator_warps = 0, gpu_threads = 0, gpu_warps = 0;
};

struct OwnershipComparison {
    std::uint64_t buffers = 0; ///< that the launch has owned; 0: nothing was watched
    /// Bytes that belong to two of them: a mistake of the launch itself, the same on any device.
    std::vector<std::string> overlaps;
    std::uint64_t elements = 0;       ///< as OwnedElement
    std::uint64_t differing = 0;      ///< of them: other writers on the GPU than on the emulator
    bool cut = false;                 ///< there were too many violations to note all
    std::vector<OwnedElement> listed; ///< the first few, those that differ before the others
};

/// What the emulator says of a launch that ended with a fault on a GPU, whose driver names no
/// place.
struct FaultSearch {
    std::vector<Finding> faults;  ///< what the emulator runs into: one at most
    std::vector<Finding> noticed; ///< what its checkers find
    std::string conclusion;       ///< what was tried, or why it could not be; empty: nobody looked
};

struct LaunchComparison {
    enum class Verdict : std::uint8_t {
        Equal,     ///< in every byte that can be compared, or within the tolerances
        Explained, ///< there is a legal reason for each difference
        Different,
        NotCompared, ///< see why
    };
    Verdict verdict = Verdict::Equal;
    std::string why;              ///< NotCompared: the reason; else what was left out, or empty
    std::string gpu;              ///< which: name, driver, and the day of a recording
    std::string gpu_error;        ///< how the launch ended there, when not well
    std::string gpu_error_causes; ///< what kernels do that end so; may be empty
    FaultSearch fault_search;     ///< if that was a fault
    double gpu_microseconds = 0;
    std::uint64_t buffers = 0, bytes = 0; ///< compared
    std::vector<BufferComparison> differing;
    OwnershipComparison owners;
    Bisection bisection;
    CounterComparison counters;
    std::vector<LineExecutions> executions; ///< if they were to be counted
    std::string executions_why_not;         ///< why they were not
    std::vector<std::string> stray;         ///< writes of the GPU outside of every buffer
    bool prints_differ = false;             ///< the lines that the kernel printed, in any order
    std::vector<std::string> printed_on_emulator_only, printed_on_gpu_only;
};

/// "equal", "explained", "different", "not compared".
const char* name_of(LaunchComparison::Verdict verdict);

} // namespace warpscope
